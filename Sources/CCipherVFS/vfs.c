#include <string.h>

#include "cipher.h"

static sqlite3_vfs *system_of(sqlite3_vfs *base) { return ((sotto_cipher_vfs *)base)->system; }

int file_sync(sqlite3_file *base, int flags) {
  sqlite3_file *system = ((cipher_file *)base)->system;
  return system->pMethods->xSync(system, flags);
}

int file_sector_size(sqlite3_file *base) { return page_bytes; }

int file_device_characteristics(sqlite3_file *base) {
  // SQLite then writes whole pages and frames, never a part up to the end of a sector.
  return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

/// Opens the system's file behind ours.
static int open_system_file(cipher_file *file, const char *name, int flags, int *out_flags) {
  sqlite3_vfs *system = file->vfs->system;
  file->system = (sqlite3_file *)(file + 1);
  int result = system->xOpen(system, name, file->system, flags, out_flags);
  if (result != SQLITE_OK && file->system->pMethods != NULL) file->system->pMethods->xClose(file->system);
  return result;
}

static int open_database(cipher_file *file, const char *name, int flags, int *out_flags) {
  int result = open_system_file(file, name, flags, out_flags);
  if (result != SQLITE_OK) return result;
  result = database_load(file);
  if (result != SQLITE_OK) {
    file->system->pMethods->xClose(file->system);
    return result;
  }
  atomic_fetch_add(&file->vfs->uses, 1);
  file->base.pMethods = &database_methods;
  return SQLITE_OK;
}

static int open_log(cipher_file *file, const char *name, int flags, int *out_flags) {
  file->database = (cipher_file *)sqlite3_database_file_object(name);
  file->pending_frame = -1;
  file->summed_frame = -1;
  file->frame_kind = sealed_frame;
  int result = database_load(file->database);
  if (result != SQLITE_OK) return result;
  // A log whose database has no header was made for another one.
  if (file->database->keys == NULL) return SQLITE_NOTADB;
  result = open_system_file(file, name, flags, out_flags);
  if (result == SQLITE_OK) file->base.pMethods = &log_methods;
  return result;
}

static int open_journal(cipher_file *file, const char *name, int flags, int *out_flags) {
  file->database = (cipher_file *)sqlite3_database_file_object(name);
  int result = database_load(file->database);
  if (result == SQLITE_OK) result = open_system_file(file, name, flags, out_flags);
  if (result != SQLITE_OK) return result;
  result = journal_load(file);
  if (result == SQLITE_OK) {
    file->base.pMethods = &journal_methods;
  } else {
    file->system->pMethods->xClose(file->system);
  }
  return result;
}

static int vfs_open(sqlite3_vfs *base, const char *name, sqlite3_file *opened, int flags, int *out_flags) {
  cipher_file *file = (cipher_file *)opened;
  memset(file, 0, sizeof *file);
  file->vfs = (sotto_cipher_vfs *)base;
  file->passing_page = -1;
  if (flags & SQLITE_OPEN_MAIN_DB) return open_database(file, name, flags, out_flags);
  if (flags & SQLITE_OPEN_WAL) return open_log(file, name, flags, out_flags);
  if (flags & SQLITE_OPEN_MAIN_JOURNAL) return open_journal(file, name, flags, out_flags);
  // Everything else would be temporary files in the clear; they belong in memory (PRAGMA temp_store).
  return SQLITE_CANTOPEN;
}

static int vfs_delete(sqlite3_vfs *base, const char *name, int syncs) {
  return system_of(base)->xDelete(system_of(base), name, syncs);
}

static int vfs_access(sqlite3_vfs *base, const char *name, int flags, int *result) {
  return system_of(base)->xAccess(system_of(base), name, flags, result);
}

static int vfs_full_path(sqlite3_vfs *base, const char *name, int size, char *path) {
  return system_of(base)->xFullPathname(system_of(base), name, size, path);
}

static int vfs_randomness(sqlite3_vfs *base, int size, char *bytes) {
  return system_of(base)->xRandomness(system_of(base), size, bytes);
}

static int vfs_sleep(sqlite3_vfs *base, int microseconds) {
  return system_of(base)->xSleep(system_of(base), microseconds);
}

static int vfs_last_error(sqlite3_vfs *base, int size, char *text) {
  return system_of(base)->xGetLastError(system_of(base), size, text);
}

static int vfs_time(sqlite3_vfs *base, sqlite3_int64 *time) {
  return system_of(base)->xCurrentTimeInt64(system_of(base), time);
}

static int vfs_time_as_double(sqlite3_vfs *base, double *time) {
  return system_of(base)->xCurrentTime(system_of(base), time);
}

/// Extensions are not loaded.
static void *vfs_load(sqlite3_vfs *base, const char *name) { return NULL; }

static void vfs_load_error(sqlite3_vfs *base, int size, char *text) {
  if (size > 0) text[0] = 0;
}

sotto_cipher_vfs *sotto_cipher_vfs_register(const char *name, const char *below, const unsigned char *key) {
  sqlite3_vfs *system = sqlite3_vfs_find(below);
  if (system == NULL || sodium_init() < 0) return NULL;
  sotto_cipher_vfs *vfs = sqlite3_malloc(sizeof *vfs);
  if (vfs == NULL) return NULL;
  *vfs = (sotto_cipher_vfs){
      .system = system,
      .key = sodium_malloc(key_bytes),
      .base = {
          .iVersion = 2,
          .szOsFile = (int)sizeof(cipher_file) + system->szOsFile,
          .mxPathname = system->mxPathname,
          .xOpen = vfs_open,
          .xDelete = vfs_delete,
          .xAccess = vfs_access,
          .xFullPathname = vfs_full_path,
          .xDlOpen = vfs_load,
          .xDlError = vfs_load_error,
          .xRandomness = vfs_randomness,
          .xSleep = vfs_sleep,
          .xCurrentTime = vfs_time_as_double,
          .xGetLastError = vfs_last_error,
          .xCurrentTimeInt64 = vfs_time,
      },
  };
  atomic_init(&vfs->uses, 1);
  strncpy(vfs->name, name, sizeof vfs->name - 1);
  vfs->base.zName = vfs->name;
  if (vfs->key == NULL || sqlite3_vfs_register(&vfs->base, 0) != SQLITE_OK) {
    sodium_free(vfs->key);
    sqlite3_free(vfs);
    return NULL;
  }
  memcpy(vfs->key, key, key_bytes);
  sodium_mprotect_readonly(vfs->key);
  return vfs;
}

void sotto_cipher_vfs_release(sotto_cipher_vfs *vfs) {
  if (atomic_fetch_sub(&vfs->uses, 1) != 1) return;
  sqlite3_vfs_unregister(&vfs->base);
  sodium_free(vfs->key);
  sqlite3_free(vfs);
}
