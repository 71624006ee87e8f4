#include <string.h>

#include "cipher.h"

// The write-ahead log: SQLite's header, sealed, then its frames, each sealed as a whole: nonce, tag, header,
// page. SQLite's checksums of the text are inside.
//
// SQLite writes a frame in two calls, first the header, then the page. The header is kept until the page comes,
// and one write takes both. Two things happen besides: a page is written again into a frame of the same
// transaction, and then the headers from there on get new checksums. Such frames are read, changed and sealed anew.

enum {
  log_header_stored = seal_bytes + log_header_bytes,
  frame_stored = seal_bytes + frame_bytes,
  salts_offset = 8,
};

static const unsigned char *key_of(const cipher_file *file) { return file->database->keys->log; }

static sqlite3_int64 place_of(sqlite3_int64 frame) { return log_header_stored + frame * frame_stored; }

/// The text of the frame that is in the buffer.
static unsigned char *frame_text(cipher_file *file) { return file->buffer + seal_bytes; }

static int read_frame(cipher_file *file, sqlite3_int64 frame) {
  int result = system_read(file, file->buffer, frame_stored, place_of(frame));
  if (result != SQLITE_OK) {
    memset(file->buffer, 0, sizeof file->buffer);
    return result;
  }
  return unseal(key_of(file), sealed_frame, frame, frame_text(file), frame_bytes, file->buffer,
                file->buffer + nonce_bytes);
}

static int write_frame(cipher_file *file, sqlite3_int64 frame) {
  const unsigned char *salts = frame_text(file) + salts_offset;
  // There are none after a frame of the transaction was written again: SQLite puts them in with the checksums, at
  // the end. The run is the same then.
  int has_salts = !sodium_is_zero(salts, sizeof file->own_salts);
  if (has_salts && memcmp(file->own_salts, salts, sizeof file->own_salts) != 0) {
    memcpy(file->own_salts, salts, sizeof file->own_salts);
    file->own_frames = 0;
  }
  if (file->own_frames <= frame) file->own_frames = frame + 1;
  seal(key_of(file), sealed_frame, frame, frame_text(file), frame_bytes, file->buffer, file->buffer + nonce_bytes);
  return system_write(file, file->buffer, frame_stored, place_of(frame));
}

static int write_frame_header(cipher_file *file, sqlite3_int64 frame, const unsigned char *header) {
  // Only a frame that this connection has written in this run of the log gets a new header alone.
  if (frame < file->own_frames && memcmp(file->own_salts, header + salts_offset, sizeof file->own_salts) == 0 &&
      read_frame(file, frame) == SQLITE_OK) {
    memcpy(frame_text(file), header, frame_header_bytes);
    return write_frame(file, frame);
  }
  memcpy(file->pending_header, header, frame_header_bytes);
  file->pending_frame = frame;
  return SQLITE_OK;
}

static int write_frame_page(cipher_file *file, sqlite3_int64 frame, const unsigned char *page) {
  if (file->pending_frame == frame) {
    memcpy(frame_text(file), file->pending_header, frame_header_bytes);
    file->pending_frame = -1;
  } else {
    int result = read_frame(file, frame);
    if (result != SQLITE_OK) return result;
  }
  memcpy(frame_text(file) + frame_header_bytes, page, page_bytes);
  return write_frame(file, frame);
}

// --- what SQLite calls ---

static int log_close(sqlite3_file *base) {
  cipher_file *file = (cipher_file *)base;
  sodium_memzero(file->buffer, sizeof file->buffer);
  return file->system->pMethods->xClose(file->system);
}

static int read_log_header(cipher_file *file, unsigned char *bytes, int size, int offset) {
  unsigned char stored[log_header_stored];
  int result = system_read(file, stored, sizeof stored, 0);
  if (result == SQLITE_OK) {
    result = unseal(key_of(file), sealed_log_header, 0, stored + seal_bytes, log_header_bytes, stored,
                    stored + nonce_bytes);
  }
  if (result != SQLITE_OK) {
    memset(bytes, 0, (size_t)size);
    // One that was torn by a power cut reads as none, and SQLite goes by the database alone.
    return result == SQLITE_IOERR_DATA ? SQLITE_OK : result;
  }
  memcpy(bytes, stored + seal_bytes + offset, (size_t)size);
  return SQLITE_OK;
}

static int log_read(sqlite3_file *base, void *bytes, int size, sqlite3_int64 offset) {
  cipher_file *file = (cipher_file *)base;
  if (offset + size <= log_header_bytes) return read_log_header(file, bytes, size, (int)offset);
  if (offset < log_header_bytes) return SQLITE_IOERR_READ;
  sqlite3_int64 frame = (offset - log_header_bytes) / frame_bytes;
  int within = (int)((offset - log_header_bytes) % frame_bytes);
  if (within + size > frame_bytes) return SQLITE_IOERR_READ;
  int result = read_frame(file, frame);
  memcpy(bytes, frame_text(file) + within, (size_t)size);
  // Whole frames are read to find the end of the log after a crash. There the last one may be torn, and the log
  // ends before it; a frame of zeros says so. Where SQLite knows that the frame counts, it reads the page alone.
  return result == SQLITE_IOERR_DATA && size == frame_bytes ? SQLITE_OK : result;
}

static int log_write(sqlite3_file *base, const void *bytes, int size, sqlite3_int64 offset) {
  cipher_file *file = (cipher_file *)base;
  if (offset == 0 && size == log_header_bytes) {
    unsigned char stored[log_header_stored];
    memcpy(stored + seal_bytes, bytes, log_header_bytes);
    seal(key_of(file), sealed_log_header, 0, stored + seal_bytes, log_header_bytes, stored, stored + nonce_bytes);
    return system_write(file, stored, sizeof stored, 0);
  }
  if (offset < log_header_bytes) return SQLITE_IOERR_WRITE;
  sqlite3_int64 frame = (offset - log_header_bytes) / frame_bytes;
  int within = (int)((offset - log_header_bytes) % frame_bytes);
  if (within == 0 && size == frame_header_bytes) return write_frame_header(file, frame, bytes);
  if (within == frame_header_bytes && size == page_bytes) return write_frame_page(file, frame, bytes);
  return SQLITE_IOERR_WRITE;
}

static int log_truncate(sqlite3_file *base, sqlite3_int64 size) {
  cipher_file *file = (cipher_file *)base;
  sqlite3_int64 stored = 0;
  if (size > 0) stored = log_header_stored;
  if (size > log_header_bytes) stored = place_of((size - log_header_bytes + frame_bytes - 1) / frame_bytes);
  return file->system->pMethods->xTruncate(file->system, stored);
}

static int log_size(sqlite3_file *base, sqlite3_int64 *size) {
  sqlite3_int64 stored = 0;
  int result = system_size((cipher_file *)base, &stored);
  *size = stored < log_header_stored
              ? 0
              : log_header_bytes + (stored - log_header_stored) / frame_stored * frame_bytes;
  return result;
}

static int log_control(sqlite3_file *base, int operation, void *argument) {
  return SQLITE_NOTFOUND;
}

const sqlite3_io_methods log_methods = {
    .iVersion = 1,
    .xClose = log_close,
    .xRead = log_read,
    .xWrite = log_write,
    .xTruncate = log_truncate,
    .xSync = file_sync,
    .xFileSize = log_size,
    .xFileControl = log_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_device_characteristics,
};
