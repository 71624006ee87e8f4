// Makes SQLite's library in this process know our encryption, for encryption.py: a shared library of
// Sources/CCipherVFS and this.

#include <sqlite3.h>
#include <stddef.h>

#include "CCipherVFS.h"

// Registers the layer `name` and makes an empty database of it. Returns SQLite's code.
int pagecost_make(const char *name, const char *path) {
  static const unsigned char key[SOTTO_CIPHER_KEY_BYTES] = "a key for measurements, no more";
  if (sotto_cipher_vfs_register(name, NULL, key) == NULL) return SQLITE_NOMEM;
  sqlite3 *database = NULL;
  int result = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, name);
  int reserved = SOTTO_CIPHER_RESERVED_BYTES;
  if (result == SQLITE_OK) sqlite3_file_control(database, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved);
  if (result == SQLITE_OK) result = sqlite3_exec(database, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
  sqlite3_close(database);
  return result;
}
