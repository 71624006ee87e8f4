#include <stdint.h>
#include <string.h>

#include "cipher.h"

// A database file: one page of header, then SQLite's pages, each sealed in its place.
//
//   0    magic, 16 bytes
//   16   id, 32 random bytes, from which the file's keys are made
//   48   a keyed digest of what is before it
//   512  the first 100 bytes of SQLite's first page once more, sealed: nonce, tag, text
//   4096 page 1: text, nonce, tag; then page 2, and so on
//
// SQLite reads those 100 bytes when it opens a file, before it looks into the log or the journal. A power cut may
// tear the first page while it is written, with a whole copy in one of them: the copy of the 100 bytes is in a sector
// of its own and cannot be torn, so the file still opens. As long as page 1 has never been written it is zeros.

enum {
  header_bytes = page_bytes,
  magic_bytes = 16,
  id_bytes = 32,
  digest_bytes = 32,
  signed_bytes = magic_bytes + id_bytes,
  prelude_bytes = signed_bytes + digest_bytes,
  start_place = 512,
  start_bytes = 100,
};

static const unsigned char magic[magic_bytes] = SOTTO_CIPHER_MAGIC;

// --- header ---

static void derive(unsigned char *key, const unsigned char *from, const char *purpose, const unsigned char *id) {
  unsigned char text[16 + id_bytes] = {0};
  memcpy(text, purpose, strlen(purpose));
  memcpy(text + 16, id, id_bytes);
  crypto_generichash(key, key_bytes, text, sizeof text, from, key_bytes);
}

static file_keys *make_keys(const sotto_cipher_vfs *vfs, const unsigned char *id) {
  file_keys *keys = sodium_malloc(sizeof *keys);
  if (keys == NULL) return NULL;
  derive(keys->header, vfs->key, "database header", id);
  derive(keys->pages, vfs->key, "database pages", id);
  derive(keys->log, vfs->key, "database log", id);
  return keys;
}

static void sign(const file_keys *keys, const unsigned char *prelude, unsigned char *digest) {
  crypto_generichash(digest, digest_bytes, prelude, signed_bytes, keys->header, key_bytes);
}

int database_load(cipher_file *file) {
  if (file->keys != NULL) return SQLITE_OK;
  sqlite3_int64 size = 0;
  int result = system_size(file, &size);
  if (result != SQLITE_OK || size == 0) return result;

  unsigned char prelude[prelude_bytes];
  result = system_read(file, prelude, sizeof prelude, 0);
  if (result == SQLITE_IOERR_SHORT_READ) return SQLITE_NOTADB;
  if (result != SQLITE_OK) return result;
  // A power cut while the file was made; nothing was ever in it.
  if (size <= header_bytes && sodium_is_zero(prelude, sizeof prelude)) return SQLITE_OK;
  if (memcmp(prelude, magic, magic_bytes) != 0) return SQLITE_NOTADB;

  file_keys *keys = make_keys(file->vfs, prelude + magic_bytes);
  if (keys == NULL) return SQLITE_NOMEM;
  unsigned char digest[digest_bytes];
  sign(keys, prelude, digest);
  if (sodium_memcmp(digest, prelude + signed_bytes, digest_bytes) != 0) {
    sodium_free(keys);
    return SQLITE_NOTADB;
  }
  file->keys = keys;
  return SQLITE_OK;
}

int database_make_keys(cipher_file *file) {
  int result = database_load(file);
  if (result != SQLITE_OK || file->keys != NULL) return result;
  unsigned char header[header_bytes] = {0};
  memcpy(header, magic, magic_bytes);
  randombytes_buf(header + magic_bytes, id_bytes);
  file_keys *keys = make_keys(file->vfs, header + magic_bytes);
  if (keys == NULL) return SQLITE_NOMEM;
  sign(keys, header, header + signed_bytes);
  result = system_write(file, header, sizeof header, 0);
  if (result == SQLITE_OK) result = file_sync(&file->base, SQLITE_SYNC_NORMAL);
  if (result == SQLITE_OK) {
    file->keys = keys;
  } else {
    sodium_free(keys);
  }
  return result;
}

// --- the start of page 1 ---

static const sealed_place start_of_page_1 = {sealed_database_header, 0};

static int read_start(cipher_file *file, unsigned char *bytes, int size, int offset) {
  unsigned char start[seal_bytes + start_bytes];
  int result = system_read(file, start, sizeof start, start_place);
  if (result != SQLITE_OK && result != SQLITE_IOERR_SHORT_READ) return result;
  if (sodium_is_zero(start, sizeof start)) {
    memset(bytes, 0, (size_t)size);
    return SQLITE_IOERR_SHORT_READ;
  }
  unsigned char *text = start + seal_bytes;
  result = unseal(file->keys->header, start_of_page_1, text, start_bytes, start, start + nonce_bytes);
  memcpy(bytes, text + offset, (size_t)size);
  return result;
}

static int write_start(cipher_file *file, const unsigned char *page) {
  unsigned char start[seal_bytes + start_bytes];
  memcpy(start + seal_bytes, page, start_bytes);
  seal(file->keys->header, start_of_page_1, start + seal_bytes, start_bytes, start, start + nonce_bytes);
  return system_write(file, start, sizeof start, start_place);
}

static int erase_start(cipher_file *file) {
  static const unsigned char zeros[seal_bytes + start_bytes];
  return system_write(file, zeros, sizeof zeros, start_place);
}

// --- pages, counted from 0 ---

/// How many pages SQLite's own header says there are, as of the last time page 1 was written here; 0 for a file
/// without pages, and no end of them where somebody has erased that number.
static int stated_pages(cipher_file *file, sqlite3_int64 *pages) {
  unsigned char bytes[4];
  int result = read_start(file, bytes, sizeof bytes, 28);
  *pages = (sqlite3_int64)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
  if (result != SQLITE_IOERR_SHORT_READ) return result;
  sqlite3_int64 size = 0;
  result = system_size(file, &size);
  *pages = size <= header_bytes ? 0 : INT64_MAX;
  return result;
}

/// Into `page`, with zeros where the nonce and the tag were. A page past the end of the file reads as zeros, which
/// SQLite expects for one that it has just added. One that was there before is missing, though, and counts as
/// changed.
static int read_page(cipher_file *file, sqlite3_int64 number, unsigned char *page) {
  int result = system_read(file, page, page_bytes, header_bytes + number * page_bytes);
  if (result == SQLITE_IOERR_SHORT_READ) {
    memset(page, 0, page_bytes);
    sqlite3_int64 pages = 0;
    int stated = stated_pages(file, &pages);
    if (stated != SQLITE_OK) return stated;
    return number < pages ? SQLITE_IOERR_DATA : SQLITE_IOERR_SHORT_READ;
  }
  return result == SQLITE_OK ? unseal_page(file->keys, number, page) : result;
}

static int write_sealed_page(cipher_file *file, sqlite3_int64 number, const unsigned char *page) {
  return system_write(file, page, page_bytes, header_bytes + number * page_bytes);
}

static int write_page(cipher_file *file, sqlite3_int64 number, const unsigned char *page) {
  memcpy(file->buffer, page, page_text_bytes);
  seal_page(file->keys, number, file->buffer);
  return write_sealed_page(file, number, file->buffer);
}

/// Seals a page of zeros wherever the file would get a hole: SQLite writes no page whose content is of no use,
/// and a hole could not be told from a page that was erased by somebody else.
static int fill_up(cipher_file *file, sqlite3_int64 pages) {
  static const unsigned char zeros[page_bytes];
  sqlite3_int64 size = 0;
  int result = system_size(file, &size);
  sqlite3_int64 number = size <= header_bytes ? 0 : (size - header_bytes) / page_bytes;
  for (; result == SQLITE_OK && number < pages; number++) result = write_page(file, number, zeros);
  return result;
}

// --- what SQLite calls ---

static int database_close(sqlite3_file *base) {
  cipher_file *file = (cipher_file *)base;
  sodium_free(file->keys);
  file->keys = NULL;
  sodium_memzero(file->buffer, sizeof file->buffer);
  int result = file->system->pMethods->xClose(file->system);
  sotto_cipher_vfs_release(file->vfs);
  return result;
}

static int database_read(sqlite3_file *base, void *bytes, int size, sqlite3_int64 offset) {
  cipher_file *file = (cipher_file *)base;
  int result = database_load(file);
  if (result != SQLITE_OK) return result;
  if (file->keys == NULL) {
    memset(bytes, 0, (size_t)size);
    return SQLITE_IOERR_SHORT_READ;
  }
  if (offset + size <= start_bytes) return read_start(file, bytes, size, (int)offset);
  sqlite3_int64 number = offset / page_bytes;
  int within = (int)(offset % page_bytes);
  if (size == page_bytes && within == 0) return read_page(file, number, bytes);
  if (within + size > page_bytes) return SQLITE_IOERR_READ;
  result = read_page(file, number, file->buffer);
  memcpy(bytes, file->buffer + within, (size_t)size);
  return result;
}

static int database_write(sqlite3_file *base, const void *bytes, int size, sqlite3_int64 offset) {
  cipher_file *file = (cipher_file *)base;
  if (size != page_bytes || offset % page_bytes != 0) return SQLITE_IOERR_WRITE;
  sqlite3_int64 number = offset / page_bytes;
  int result = database_make_keys(file);
  if (result == SQLITE_OK) result = fill_up(file, number);
  if (result == SQLITE_OK && number == 0) result = write_start(file, bytes);
  int is_sealed = number == file->passing_page;
  file->passing_page = -1;
  if (result != SQLITE_OK) return result;
  return is_sealed ? write_sealed_page(file, number, bytes) : write_page(file, number, bytes);
}

static int database_truncate(sqlite3_file *base, sqlite3_int64 size) {
  cipher_file *file = (cipher_file *)base;
  int result = database_load(file);
  if (result != SQLITE_OK || file->keys == NULL) return result;
  sqlite3_int64 pages = (size + page_bytes - 1) / page_bytes;
  result = pages == 0 ? erase_start(file) : fill_up(file, pages);
  if (result != SQLITE_OK) return result;
  return file->system->pMethods->xTruncate(file->system, header_bytes + pages * page_bytes);
}

static int database_size(sqlite3_file *base, sqlite3_int64 *size) {
  int result = system_size((cipher_file *)base, size);
  *size = *size <= header_bytes ? 0 : *size - header_bytes;
  return result;
}

static int database_lock(sqlite3_file *base, int level) {
  sqlite3_file *system = ((cipher_file *)base)->system;
  return system->pMethods->xLock(system, level);
}

static int database_unlock(sqlite3_file *base, int level) {
  sqlite3_file *system = ((cipher_file *)base)->system;
  return system->pMethods->xUnlock(system, level);
}

static int database_check_lock(sqlite3_file *base, int *is_locked) {
  sqlite3_file *system = ((cipher_file *)base)->system;
  return system->pMethods->xCheckReservedLock(system, is_locked);
}

static int database_control(sqlite3_file *base, int operation, void *argument) {
  sqlite3_file *system = ((cipher_file *)base)->system;
  switch (operation) {
    case SQLITE_FCNTL_SIZE_HINT:
    case SQLITE_FCNTL_CHUNK_SIZE:
      // Growing in advance makes holes.
      return SQLITE_OK;
    case SQLITE_FCNTL_MMAP_SIZE:
      // Mapped memory would be what is on the disk.
      *(sqlite3_int64 *)argument = 0;
      return SQLITE_OK;
    default:
      return system->pMethods->xFileControl(system, operation, argument);
  }
}

// The index of the log is SQLite's own, with page numbers and checksums but no text.

static int database_map(sqlite3_file *base, int region, int size, int extend, void volatile **memory) {
  sqlite3_file *system = ((cipher_file *)base)->system;
  return system->pMethods->xShmMap(system, region, size, extend, memory);
}

static int database_map_lock(sqlite3_file *base, int offset, int count, int flags) {
  cipher_file *file = (cipher_file *)base;
  int result = file->system->pMethods->xShmLock(file->system, offset, count, flags);
  // Who copies the log holds the second lock alone (WAL_CKPT_LOCK); who recovers it takes the third as well.
  int is_taken = flags == (SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE);
  if (result == SQLITE_OK && offset == 1) {
    file->checkpoints = count == 1 && is_taken;
    file->passing_page = -1;
  }
  if (result == SQLITE_OK && offset <= 2 && offset + count > 2) file->recovers = is_taken;
  return result;
}

static void database_map_barrier(sqlite3_file *base) {
  sqlite3_file *system = ((cipher_file *)base)->system;
  system->pMethods->xShmBarrier(system);
}

static int database_unmap(sqlite3_file *base, int deletes) {
  sqlite3_file *system = ((cipher_file *)base)->system;
  return system->pMethods->xShmUnmap(system, deletes);
}

const sqlite3_io_methods database_methods = {
    .iVersion = 2,  // 3 would be mapped reading
    .xClose = database_close,
    .xRead = database_read,
    .xWrite = database_write,
    .xTruncate = database_truncate,
    .xSync = file_sync,
    .xFileSize = database_size,
    .xLock = database_lock,
    .xUnlock = database_unlock,
    .xCheckReservedLock = database_check_lock,
    .xFileControl = database_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_device_characteristics,
    .xShmMap = database_map,
    .xShmLock = database_map_lock,
    .xShmBarrier = database_map_barrier,
    .xShmUnmap = database_unmap,
};
