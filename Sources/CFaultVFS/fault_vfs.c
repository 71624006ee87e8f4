// See fault_vfs.h. The layer hands every call on to the system's own VFS. For a power cut it knows of each
// file what was flushed, and the operations since.
#include "fault_vfs.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Operation {
  sqlite3_int64 offset;  // of a write, or the new size
  int count;             // of the bytes; -1 for a truncation
  unsigned char *bytes;
  struct Operation *next;
} Operation;

typedef struct Disk {
  char *path;
  unsigned char *flushed;
  sqlite3_int64 size;
  Operation *first, **end;
  struct Disk *next;
} Disk;

typedef struct File {
  sqlite3_file base;
  sqlite3_file *real;
  Disk *disk;
  unsigned plan;  // the one that `disk` belongs to
} File;

static struct {
  pthread_mutex_t lock;
  sqlite3_vfs *real;
  int fault, at, count, isDead, hasFailed;
  int openFiles;
  unsigned seed, number;
  Disk *disks;
} plan = {.lock = PTHREAD_MUTEX_INITIALIZER};

// What is on the disk

static void apply(Disk *disk, sqlite3_int64 offset, int count, const unsigned char *bytes) {
  sqlite3_int64 size = count < 0 ? offset : offset + count;
  if (size > disk->size || count < 0) {
    disk->flushed = realloc(disk->flushed, size ? size : 1);
    if (size > disk->size) memset(disk->flushed + disk->size, 0, size - disk->size);
    disk->size = size;
  }
  if (count > 0) memcpy(disk->flushed + offset, bytes, count);
}

static void forget(Disk *disk) {
  while (disk->first) {
    Operation *next = disk->first->next;
    free(disk->first->bytes);
    free(disk->first);
    disk->first = next;
  }
  disk->end = &disk->first;
}

static void flush(Disk *disk) {
  for (Operation *each = disk->first; each; each = each->next)
    apply(disk, each->offset, each->count, each->bytes);
  forget(disk);
}

static int endsInPowerCut(void) { return plan.fault == SOTTO_FAULT_POWER || plan.fault == SOTTO_FAULT_FLUSH; }

static void add(Disk *disk, sqlite3_int64 offset, int count, const void *bytes) {
  if (!disk) return;
  Operation *new = calloc(1, sizeof *new);
  new->offset = offset;
  new->count = count;
  if (count > 0) memcpy(new->bytes = malloc(count), bytes, count);
  *disk->end = new;
  disk->end = &new->next;
}

static Disk *find(const char *path) {
  Disk *disk = plan.disks;
  while (disk && strcmp(disk->path, path)) disk = disk->next;
  return disk;
}

// A file as it is now counts as flushed.
static Disk *know(const char *path) {
  Disk *disk = find(path);
  if (disk) return disk;
  disk = calloc(1, sizeof *disk);
  disk->path = strdup(path);
  disk->end = &disk->first;
  disk->next = plan.disks;
  plan.disks = disk;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return disk;
  unsigned char buffer[65536];
  ssize_t count;
  while ((count = read(descriptor, buffer, sizeof buffer)) > 0) apply(disk, disk->size, count, buffer);
  close(descriptor);
  return disk;
}

// A file may stay open longer than the plan that it was opened in.
static Disk *diskOf(File *file) { return file->plan == plan.number ? file->disk : 0; }

// What a power cut leaves: each operation after the last flush is there, not there, or cut at a sector.
static void lose(Disk *disk) {
  if (!disk->first || access(disk->path, F_OK)) return;
  for (Operation *each = disk->first; each; each = each->next) {
    int count = each->count;
    switch (rand_r(&plan.seed) % 3) {
      case 0: continue;
      case 1:
        if (count > 512) count = rand_r(&plan.seed) % (count / 512) * 512;
    }
    apply(disk, each->offset, count, each->bytes);
  }
  int descriptor = open(disk->path, O_WRONLY | O_TRUNC | O_CLOEXEC);
  for (sqlite3_int64 written = 0; descriptor >= 0 && written < disk->size;) {
    ssize_t count = write(descriptor, disk->flushed + written, disk->size - written);
    if (count <= 0) break;
    written += count;
  }
  close(descriptor);
}

// The plan

// Counts an operation; the fault that it meets.
static int meet(void) {
  plan.count++;
  if (plan.fault == SOTTO_FAULT_FLUSH && plan.hasFailed && plan.count >= plan.at) plan.isDead = 1;
  if (plan.isDead) return SOTTO_FAULT_KILL;
  if (plan.fault == SOTTO_FAULT_FLUSH || plan.count != plan.at) return SOTTO_FAULT_NONE;
  if (plan.fault >= SOTTO_FAULT_KILL) plan.isDead = 1;
  return plan.fault;
}

// As above, for a flush of a file, and what it does.
static int meetFlush(Disk *disk) {
  int fault = meet();
  if (plan.fault == SOTTO_FAULT_FLUSH && plan.count >= plan.at && !plan.hasFailed) {
    plan.hasFailed = 1;
    plan.at = plan.count + 3 + rand_r(&plan.seed) % 40;
    if (disk) forget(disk);
    return SOTTO_FAULT_ERROR;
  }
  if (fault == SOTTO_FAULT_NONE && disk) flush(disk);
  return fault;
}

static int code(int fault, int otherwise) { return fault == SOTTO_FAULT_FULL ? SQLITE_FULL : otherwise; }

// The files

static int fileClose(sqlite3_file *file) {
  File *self = (File *)file;
  pthread_mutex_lock(&plan.lock);
  plan.openFiles--;
  pthread_mutex_unlock(&plan.lock);
  return self->real->pMethods->xClose(self->real);
}

static int fileRead(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  File *self = (File *)file;
  return self->real->pMethods->xRead(self->real, bytes, count, offset);
}

static int fileWrite(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  File *self = (File *)file;
  pthread_mutex_lock(&plan.lock);
  int fault = meet();
  int written = fault == SOTTO_FAULT_NONE ? count : fault == SOTTO_FAULT_TORN ? count / 2 : 0;
  int result = SQLITE_OK;
  if (written) {
    result = self->real->pMethods->xWrite(self->real, bytes, written, offset);
    add(diskOf(self), offset, written, bytes);
  }
  pthread_mutex_unlock(&plan.lock);
  return fault == SOTTO_FAULT_NONE ? result : code(fault, SQLITE_IOERR_WRITE);
}

static int fileTruncate(sqlite3_file *file, sqlite3_int64 size) {
  File *self = (File *)file;
  pthread_mutex_lock(&plan.lock);
  int fault = meet();
  int result = fault == SOTTO_FAULT_NONE ? self->real->pMethods->xTruncate(self->real, size) : SQLITE_IOERR_TRUNCATE;
  if (result == SQLITE_OK) add(diskOf(self), size, -1, 0);
  pthread_mutex_unlock(&plan.lock);
  return result;
}

static int fileSync(sqlite3_file *file, int flags) {
  File *self = (File *)file;
  pthread_mutex_lock(&plan.lock);
  int fault = meetFlush(diskOf(self));
  pthread_mutex_unlock(&plan.lock);
  return fault == SOTTO_FAULT_NONE ? SQLITE_OK : code(fault, SQLITE_IOERR_FSYNC);
}

static int fileSize(sqlite3_file *file, sqlite3_int64 *size) {
  File *self = (File *)file;
  return self->real->pMethods->xFileSize(self->real, size);
}

static int fileLock(sqlite3_file *file, int level) {
  File *self = (File *)file;
  return self->real->pMethods->xLock(self->real, level);
}

static int fileUnlock(sqlite3_file *file, int level) {
  File *self = (File *)file;
  return self->real->pMethods->xUnlock(self->real, level);
}

static int fileCheckReservedLock(sqlite3_file *file, int *result) {
  File *self = (File *)file;
  return self->real->pMethods->xCheckReservedLock(self->real, result);
}

static int fileControl(sqlite3_file *file, int operation, void *argument) {
  File *self = (File *)file;
  // Growing a file ahead of its writes would not be counted.
  if (operation == SQLITE_FCNTL_SIZE_HINT || operation == SQLITE_FCNTL_CHUNK_SIZE) return SQLITE_OK;
  return self->real->pMethods->xFileControl(self->real, operation, argument);
}

static int fileSectorSize(sqlite3_file *file) {
  File *self = (File *)file;
  return self->real->pMethods->xSectorSize(self->real);
}

static int fileDeviceCharacteristics(sqlite3_file *file) {
  File *self = (File *)file;
  // Without "a torn write spares the bytes beside it", which this disk does not promise.
  return self->real->pMethods->xDeviceCharacteristics(self->real) & ~SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int fileShmMap(sqlite3_file *file, int page, int size, int extend, void volatile **result) {
  File *self = (File *)file;
  return self->real->pMethods->xShmMap(self->real, page, size, extend, result);
}

static int fileShmLock(sqlite3_file *file, int offset, int count, int flags) {
  File *self = (File *)file;
  return self->real->pMethods->xShmLock(self->real, offset, count, flags);
}

static void fileShmBarrier(sqlite3_file *file) {
  File *self = (File *)file;
  self->real->pMethods->xShmBarrier(self->real);
}

static int fileShmUnmap(sqlite3_file *file, int removes) {
  File *self = (File *)file;
  return self->real->pMethods->xShmUnmap(self->real, removes);
}

static const sqlite3_io_methods methods = {
  .iVersion = 2, .xClose = fileClose, .xRead = fileRead, .xWrite = fileWrite, .xTruncate = fileTruncate,
  .xSync = fileSync, .xFileSize = fileSize, .xLock = fileLock, .xUnlock = fileUnlock,
  .xCheckReservedLock = fileCheckReservedLock, .xFileControl = fileControl, .xSectorSize = fileSectorSize,
  .xDeviceCharacteristics = fileDeviceCharacteristics, .xShmMap = fileShmMap, .xShmLock = fileShmLock,
  .xShmBarrier = fileShmBarrier, .xShmUnmap = fileShmUnmap,
};

// The layer

static int vfsOpen(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *outFlags) {
  File *self = (File *)file;
  self->base.pMethods = 0;
  self->real = (sqlite3_file *)(self + 1);
  self->disk = 0;
  pthread_mutex_lock(&plan.lock);
  self->plan = plan.number;
  int result = SQLITE_CANTOPEN;
  if (meet() == SOTTO_FAULT_NONE) {
    result = plan.real->xOpen(plan.real, path, self->real, flags, outFlags);
    if (result == SQLITE_OK && path && endsInPowerCut()) self->disk = know(path);
    if (self->real->pMethods) {
      self->base.pMethods = &methods;
      plan.openFiles++;
    }
  }
  pthread_mutex_unlock(&plan.lock);
  return result;
}

static int vfsDelete(sqlite3_vfs *vfs, const char *path, int flushesFolder) {
  pthread_mutex_lock(&plan.lock);
  int result = SQLITE_IOERR_DELETE;
  if (meet() == SOTTO_FAULT_NONE) {
    result = plan.real->xDelete(plan.real, path, flushesFolder);
    Disk *disk = find(path);
    if (disk) {
      forget(disk);
      disk->size = 0;
    }
  }
  pthread_mutex_unlock(&plan.lock);
  return result;
}

static int vfsAccess(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  return plan.real->xAccess(plan.real, path, flags, result);
}

static int vfsFullPathname(sqlite3_vfs *vfs, const char *path, int size, char *result) {
  return plan.real->xFullPathname(plan.real, path, size, result);
}

static int vfsRandomness(sqlite3_vfs *vfs, int count, char *bytes) {
  return plan.real->xRandomness(plan.real, count, bytes);
}

static int vfsSleep(sqlite3_vfs *vfs, int microseconds) { return plan.real->xSleep(plan.real, microseconds); }

static int vfsCurrentTime(sqlite3_vfs *vfs, double *time) { return plan.real->xCurrentTime(plan.real, time); }

static int vfsCurrentTimeInt64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
  return plan.real->xCurrentTimeInt64(plan.real, time);
}

static int vfsGetLastError(sqlite3_vfs *vfs, int size, char *text) {
  return plan.real->xGetLastError(plan.real, size, text);
}

static sqlite3_vfs layer = {
  .iVersion = 2, .zName = "fault", .xOpen = vfsOpen, .xDelete = vfsDelete, .xAccess = vfsAccess,
  .xFullPathname = vfsFullPathname, .xRandomness = vfsRandomness, .xSleep = vfsSleep,
  .xCurrentTime = vfsCurrentTime, .xCurrentTimeInt64 = vfsCurrentTimeInt64, .xGetLastError = vfsGetLastError,
};

void sotto_fault_begin(enum sotto_fault fault, int at, unsigned seed) {
  pthread_mutex_lock(&plan.lock);
  if (!plan.real) {
    plan.real = sqlite3_vfs_find(0);
    layer.szOsFile = sizeof(File) + plan.real->szOsFile;
    layer.mxPathname = plan.real->mxPathname;
    sqlite3_vfs_register(&layer, 0);
  }
  plan.fault = fault;
  plan.at = at;
  plan.seed = seed;
  plan.count = plan.isDead = plan.hasFailed = 0;
  pthread_mutex_unlock(&plan.lock);
}

int sotto_fault_count(void) {
  pthread_mutex_lock(&plan.lock);
  int count = plan.count;
  pthread_mutex_unlock(&plan.lock);
  return count;
}

int sotto_fault_open_files(void) {
  pthread_mutex_lock(&plan.lock);
  int count = plan.openFiles;
  pthread_mutex_unlock(&plan.lock);
  return count;
}

void sotto_fault_end(void) {
  pthread_mutex_lock(&plan.lock);
  while (plan.disks) {
    Disk *disk = plan.disks;
    if (plan.isDead || plan.fault == SOTTO_FAULT_FLUSH) lose(disk);
    plan.disks = disk->next;
    forget(disk);
    free(disk->flushed);
    free(disk->path);
    free(disk);
  }
  plan.fault = SOTTO_FAULT_NONE;
  plan.isDead = 0;
  plan.number++;
  pthread_mutex_unlock(&plan.lock);
}

int sotto_fault_flush(const char *path, int descriptor) {
  pthread_mutex_lock(&plan.lock);
  int fault = meetFlush(find(path));
  pthread_mutex_unlock(&plan.lock);
  (void)descriptor;
  return fault == SOTTO_FAULT_NONE ? 0 : fault == SOTTO_FAULT_FULL ? ENOSPC : EIO;
}
