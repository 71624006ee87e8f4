#pragma once

#include <sodium.h>
#include <sqlite3.h>
#include <stdatomic.h>

#include "CCipherVFS.h"

// What the parts of the layer share.

enum {
  key_bytes = SOTTO_CIPHER_KEY_BYTES,
  page_bytes = SOTTO_CIPHER_PAGE_BYTES,
  nonce_bytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
  tag_bytes = crypto_aead_xchacha20poly1305_ietf_ABYTES,
  /// What sealing adds.
  seal_bytes = nonce_bytes + tag_bytes,
  page_text_bytes = page_bytes - seal_bytes,

  // The log, as SQLite sees it: a header, then frames of a header and a page.
  log_header_bytes = 32,
  frame_header_bytes = 24,
  frame_bytes = frame_header_bytes + page_bytes,

  /// A stored frame, or a rollback journal with one page in it.
  buffer_bytes = 2 * page_bytes,
};

_Static_assert((int)seal_bytes == (int)SOTTO_CIPHER_RESERVED_BYTES, "nonce and tag fill what a page leaves free");

struct sotto_cipher_vfs {
  sqlite3_vfs base;
  /// The system's own, which does the work.
  sqlite3_vfs *system;
  /// In guarded memory.
  unsigned char *key;
  /// One for the owner and one for each open database.
  atomic_int uses;
  char name[64];
};

/// The keys of one database, made from the layer's key and the database's id; in guarded memory.
typedef struct {
  unsigned char header[key_bytes];
  unsigned char pages[key_bytes];
  unsigned char log[key_bytes];
} file_keys;

/// What a sealed text is bound to, besides its key, so that it is of no use in another place.
typedef enum {
  sealed_page = 'P',
  sealed_database_header = 'S',
  sealed_log_header = 'L',
  /// SQLite's checksum in the header of the frame is of the page's text,
  sealed_frame = 'F',
  /// or of the page as it is sealed.
  sealed_summed_frame = 'G',
  sealed_journal = 'J',
} sealed_kind;

/// An open file. SQLite allocates it, with the system's own file behind it.
typedef struct cipher_file {
  sqlite3_file base;
  sotto_cipher_vfs *vfs;
  sqlite3_file *system;

  /// Of a database, as soon as it has a header.
  file_keys *keys;
  /// Of a database: whether this connection copies pages of the log into it.
  int checkpoints;
  /// Of a database: whether this connection makes the index of the log anew, after a crash.
  int recovers;
  /// Of a database: the page that was read from the log, sealed as it is, and is written next; else -1.
  sqlite3_int64 passing_page;

  /// Of a log or a journal: its database.
  struct cipher_file *database;
  /// Of a log: the header of the frame whose page SQLite writes next; without one the number is -1.
  sqlite3_int64 pending_frame;
  unsigned char pending_header[frame_header_bytes];
  /// Of a log: the frame that was read last to sum it up anew, with its header open in `buffer`; else -1.
  sqlite3_int64 summed_frame;
  /// Of a log: how the header of the frame in `buffer` was sealed.
  sealed_kind frame_kind;
  /// Of a log: how many frames this connection may have written since the log began with these salts.
  sqlite3_int64 own_frames;
  unsigned char own_salts[8];

  /// Of a rollback journal: how much of `buffer` it is.
  int journal_bytes;

  /// Where pages and frames are sealed and opened, so that nothing is allocated for one.
  unsigned char buffer[buffer_bytes];
} cipher_file;

typedef struct {
  sealed_kind kind;
  /// Of the page or the frame, from 0 on.
  sqlite3_int64 number;
  /// Of a frame: the seal of its page, so that neither is of use without the other.
  const unsigned char *page_seal;
} sealed_place;

/// Encrypts `text` in place with a random nonce.
void seal(const unsigned char *key, sealed_place place, unsigned char *text, int size, unsigned char *nonce,
          unsigned char *tag);

/// Decrypts in place. Returns SQLITE_IOERR_DATA, with `text` zeroed, when anything was changed.
int unseal(const unsigned char *key, sealed_place place, unsigned char *text, int size, const unsigned char *nonce,
           const unsigned char *tag);

/// Encrypts a page in place, nonce and tag at its end. It is sealed alike in the database and in the log.
void seal_page(const file_keys *keys, sqlite3_int64 number, unsigned char *page);

/// Decrypts a page in place, with zeros where nonce and tag were.
int unseal_page(const file_keys *keys, sqlite3_int64 number, unsigned char *page);

/// Reads the header of a database that has one, and makes its keys. Returns SQLITE_OK also for a file that
/// has none yet, and SQLITE_NOTADB for one of another program or another key.
int database_load(cipher_file *file);

/// As above, and gives a database that has none a header, which is then on the disk.
int database_make_keys(cipher_file *file);

/// Reads the journal that a crash has left.
int journal_load(cipher_file *file);

extern const sqlite3_io_methods database_methods;
extern const sqlite3_io_methods log_methods;
extern const sqlite3_io_methods journal_methods;

// Calls into the system's file.

static inline int system_read(cipher_file *file, void *bytes, int size, sqlite3_int64 place) {
  return file->system->pMethods->xRead(file->system, bytes, size, place);
}

static inline int system_write(cipher_file *file, const void *bytes, int size, sqlite3_int64 place) {
  return file->system->pMethods->xWrite(file->system, bytes, size, place);
}

static inline int system_size(cipher_file *file, sqlite3_int64 *size) {
  return file->system->pMethods->xFileSize(file->system, size);
}

// What both kinds of real files hand on unchanged.
int file_sync(sqlite3_file *base, int flags);
int file_sector_size(sqlite3_file *base);
int file_device_characteristics(sqlite3_file *base);
