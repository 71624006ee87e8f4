#include <string.h>

#include "cipher.h"

// A rollback journal. SQLite has one while a database is not in WAL mode: while it makes one, when it puts one in WAL
// mode, and for the target of VACUUM INTO. All it changes then in pages that are there is page 1, so the journal is
// small: it is kept in memory, and a flush writes it sealed, as a whole. One that does not fit is refused.

static const sealed_place whole_journal = {sealed_journal, 0};

/// Reads the journal that a crash has left. One that was never flushed as a whole counts as empty: nothing was changed
/// after it.
int journal_load(cipher_file *file) {
  unsigned char stored[seal_bytes + buffer_bytes];
  sqlite3_int64 size = 0;
  int result = system_size(file, &size);
  const file_keys *keys = file->database->keys;
  if (result != SQLITE_OK || keys == NULL || size <= seal_bytes || size > (int)sizeof stored) return result;
  result = system_read(file, stored, (int)size, 0);
  if (result != SQLITE_OK) return result;
  int count = (int)size - seal_bytes;
  if (unseal(keys->header, whole_journal, stored + seal_bytes, count, stored, stored + nonce_bytes) == SQLITE_OK) {
    memcpy(file->buffer, stored + seal_bytes, (size_t)count);
    file->journal_bytes = count;
  }
  sodium_memzero(stored, sizeof stored);
  return SQLITE_OK;
}

// --- what SQLite calls ---

static int journal_close(sqlite3_file *base) {
  cipher_file *file = (cipher_file *)base;
  sodium_memzero(file->buffer, sizeof file->buffer);
  return file->system->pMethods->xClose(file->system);
}

static int journal_read(sqlite3_file *base, void *bytes, int size, sqlite3_int64 offset) {
  cipher_file *file = (cipher_file *)base;
  memset(bytes, 0, (size_t)size);
  int available = offset < file->journal_bytes ? file->journal_bytes - (int)offset : 0;
  memcpy(bytes, file->buffer + offset, (size_t)(available < size ? available : size));
  return available < size ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
}

static int journal_write(sqlite3_file *base, const void *bytes, int size, sqlite3_int64 offset) {
  cipher_file *file = (cipher_file *)base;
  if (offset < 0 || offset + size > buffer_bytes) return SQLITE_IOERR_WRITE;
  memcpy(file->buffer + offset, bytes, (size_t)size);
  if (file->journal_bytes < offset + size) file->journal_bytes = (int)offset + size;
  return SQLITE_OK;
}

static int journal_truncate(sqlite3_file *base, sqlite3_int64 size) {
  cipher_file *file = (cipher_file *)base;
  if (size < file->journal_bytes) file->journal_bytes = (int)size;
  return file->system->pMethods->xTruncate(file->system, size == 0 ? 0 : seal_bytes + size);
}

static int journal_sync(sqlite3_file *base, int flags) {
  cipher_file *file = (cipher_file *)base;
  // Without the database's header nobody could open what is sealed here.
  int result = database_make_keys(file->database);
  if (result != SQLITE_OK) return result;
  unsigned char stored[seal_bytes + buffer_bytes];
  memcpy(stored + seal_bytes, file->buffer, (size_t)file->journal_bytes);
  seal(file->database->keys->header, whole_journal, stored + seal_bytes, file->journal_bytes, stored,
       stored + nonce_bytes);
  result = system_write(file, stored, seal_bytes + file->journal_bytes, 0);
  return result == SQLITE_OK ? file_sync(base, flags) : result;
}

static int journal_size(sqlite3_file *base, sqlite3_int64 *size) {
  *size = ((cipher_file *)base)->journal_bytes;
  return SQLITE_OK;
}

static int journal_control(sqlite3_file *base, int operation, void *argument) { return SQLITE_NOTFOUND; }

static int journal_sector_size(sqlite3_file *base) { return 512; }

static int journal_device_characteristics(sqlite3_file *base) { return 0; }

const sqlite3_io_methods journal_methods = {
    .iVersion = 1,
    .xClose = journal_close,
    .xRead = journal_read,
    .xWrite = journal_write,
    .xTruncate = journal_truncate,
    .xSync = journal_sync,
    .xFileSize = journal_size,
    .xFileControl = journal_control,
    .xSectorSize = journal_sector_size,
    .xDeviceCharacteristics = journal_device_characteristics,
};
