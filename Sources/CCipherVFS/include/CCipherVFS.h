#pragma once

// A layer below SQLite that encrypts a database and its write-ahead log, page by page. What the files
// look like and why is in Docs/decisions/0017-encryption-at-rest.md.

/// A registered layer with its key.
typedef struct sotto_cipher_vfs sotto_cipher_vfs;

/// What an encrypted database begins with, in the clear.
#define SOTTO_CIPHER_MAGIC "Sotto vault 1\n"

enum {
  SOTTO_CIPHER_KEY_BYTES = 32,
  /// The only page size there is.
  SOTTO_CIPHER_PAGE_BYTES = 4096,
  /// What a page must leave free at its end: a nonce and a tag.
  SOTTO_CIPHER_RESERVED_BYTES = 40,
};

/// Registers a VFS of this name, at most 63 bytes, whose files are all encrypted with keys made from
/// `key`, which is copied into guarded memory. It lies over the VFS `below`, the default one without a name.
/// Returns a null pointer when there is no memory, or nothing below.
sotto_cipher_vfs *sotto_cipher_vfs_register(const char *name, const char *below, const unsigned char *key);

/// Takes the name back and wipes the key, as soon as no database is open in it any more.
void sotto_cipher_vfs_release(sotto_cipher_vfs *vfs);
