#include <string.h>

#include "cipher.h"

// A rollback journal, which SQLite opens while it makes a database, before that is in WAL mode, and for the
// target of VACUUM INTO. A new database has no old pages but the first, which is empty, so the journal is kept in
// memory, where it needs no seal. One with more pages does not fit and is refused.

static int journal_close(sqlite3_file *base) { return SQLITE_OK; }

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
  return SQLITE_OK;
}

static int journal_sync(sqlite3_file *base, int flags) { return SQLITE_OK; }

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
