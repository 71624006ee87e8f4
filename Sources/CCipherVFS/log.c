#include <string.h>

#include "cipher.h"

// The write-ahead log: SQLite's header, sealed, then its frames: nonce, tag, header, page. The page is sealed as in
// the database; the header is bound to the page's seal and its place in the log. SQLite's checksums of the text are
// inside.
//
// SQLite writes a frame in two calls, first the header, then the page. The header is kept until the page comes,
// and one write takes both. Two things happen besides: a page is written again into a frame of the same
// transaction, and then the headers from there on get new checksums. In both cases the header is sealed anew.
//
// For those checksums SQLite reads whole frames, and it does so after a crash. It wants nothing else of them, so the new
// checksum is made of the page as it is sealed, and the header's seal says so.
//
// When SQLite copies the log into the database, it reads a page and writes it without looking into it. The page
// then stays sealed on the way, under the nonce it has.

enum {
  log_header_stored = seal_bytes + log_header_bytes,
  /// What stands before a frame's page.
  frame_start_stored = seal_bytes + frame_header_bytes,
  frame_stored = frame_start_stored + page_bytes,
  salts_offset = 8,
};

static const file_keys *keys_of(const cipher_file *file) { return file->database->keys; }

static sqlite3_int64 place_of(sqlite3_int64 frame) { return log_header_stored + frame * frame_stored; }

// The frame that is in the buffer.

static unsigned char *frame_header(cipher_file *file) { return file->buffer + seal_bytes; }

static unsigned char *frame_page(cipher_file *file) { return file->buffer + frame_start_stored; }

/// The number of its page, from 0 on.
static sqlite3_int64 page_number(cipher_file *file) {
  const unsigned char *bytes = frame_header(file);
  return ((sqlite3_int64)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3]) - 1;
}

static unsigned char *page_seal(cipher_file *file) { return frame_page(file) + page_text_bytes; }

static sealed_place place_in_log(cipher_file *file, sqlite3_int64 frame) {
  return (sealed_place){file->frame_kind, frame, page_seal(file)};
}

/// Decrypts the header of the frame in the buffer as one of the kind in `frame_kind`.
static int open_header(cipher_file *file, sqlite3_int64 frame) {
  return unseal(keys_of(file)->log, place_in_log(file, frame), frame_header(file), frame_header_bytes, file->buffer,
                file->buffer + nonce_bytes);
}

/// Reads a frame and decrypts its header; the page stays as it is.
static int read_sealed_frame(cipher_file *file, sqlite3_int64 frame) {
  file->summed_frame = -1;
  int result = system_read(file, file->buffer, frame_stored, place_of(frame));
  if (result == SQLITE_OK) {
    unsigned char sealed[frame_header_bytes];
    memcpy(sealed, frame_header(file), frame_header_bytes);
    result = open_header(file, frame);
    if (result != SQLITE_OK) {
      // Neighbours are mostly of the same kind, so the other one comes second.
      file->frame_kind = file->frame_kind == sealed_frame ? sealed_summed_frame : sealed_frame;
      memcpy(frame_header(file), sealed, frame_header_bytes);
      result = open_header(file, frame);
    }
  }
  if (result != SQLITE_OK) memset(file->buffer, 0, sizeof file->buffer);
  return result;
}

static int open_page(cipher_file *file) {
  int result = unseal_page(keys_of(file), page_number(file), frame_page(file));
  if (result != SQLITE_OK) memset(file->buffer, 0, sizeof file->buffer);
  return result;
}

/// Seals the header to the page, which is sealed, and writes the first `size` bytes of the frame.
static int write_sealed_frame(cipher_file *file, sqlite3_int64 frame, int size) {
  seal(keys_of(file)->log, place_in_log(file, frame), frame_header(file), frame_header_bytes, file->buffer,
       file->buffer + nonce_bytes);
  return system_write(file, file->buffer, size, place_of(frame));
}

/// Keeps in mind that this connection has written a frame of this run of the log.
static void note_own_frame(cipher_file *file, sqlite3_int64 frame) {
  const unsigned char *salts = frame_header(file) + salts_offset;
  // There are none after a frame of the transaction was written again: SQLite puts them in with the checksums, at
  // the end. The run is the same then.
  int has_salts = !sodium_is_zero(salts, sizeof file->own_salts);
  if (has_salts && memcmp(file->own_salts, salts, sizeof file->own_salts) != 0) {
    memcpy(file->own_salts, salts, sizeof file->own_salts);
    file->own_frames = 0;
  }
  if (file->own_frames <= frame) file->own_frames = frame + 1;
}

/// Until the page comes.
static int keep_header(cipher_file *file, sqlite3_int64 frame, const unsigned char *header) {
  memcpy(file->pending_header, header, frame_header_bytes);
  file->pending_frame = frame;
  return SQLITE_OK;
}

static int write_frame_header(cipher_file *file, sqlite3_int64 frame, const unsigned char *header) {
  // Only a frame that this connection has written in this run of the log gets a new header alone.
  int is_own = frame < file->own_frames &&
               memcmp(file->own_salts, header + salts_offset, sizeof file->own_salts) == 0;
  if (!is_own) return keep_header(file, frame, header);
  int is_summed = file->summed_frame == frame;
  if (!is_summed && read_sealed_frame(file, frame) != SQLITE_OK) return keep_header(file, frame, header);
  file->summed_frame = -1;
  file->frame_kind = is_summed ? sealed_summed_frame : sealed_frame;
  memcpy(frame_header(file), header, frame_header_bytes);
  return write_sealed_frame(file, frame, frame_start_stored);
}

static int write_frame_page(cipher_file *file, sqlite3_int64 frame, const unsigned char *page) {
  // There the seal goes, and what SQLite had there would be missing from its checksum.
  if (!sodium_is_zero(page + page_text_bytes, seal_bytes)) return SQLITE_IOERR_WRITE;
  file->summed_frame = -1;
  if (file->pending_frame == frame) {
    memcpy(frame_header(file), file->pending_header, frame_header_bytes);
    file->pending_frame = -1;
  } else {
    int result = read_sealed_frame(file, frame);
    if (result != SQLITE_OK) return result;
  }
  note_own_frame(file, frame);
  file->frame_kind = sealed_frame;
  memcpy(frame_page(file), page, page_text_bytes);
  seal_page(keys_of(file), page_number(file), frame_page(file));
  return write_sealed_frame(file, frame, frame_stored);
}

// --- what SQLite calls ---

static const sealed_place log_start = {sealed_log_header, 0};

static int log_close(sqlite3_file *base) {
  cipher_file *file = (cipher_file *)base;
  sodium_memzero(file->buffer, sizeof file->buffer);
  return file->system->pMethods->xClose(file->system);
}

static int read_log_header(cipher_file *file, unsigned char *bytes, int size, int offset) {
  unsigned char stored[log_header_stored];
  int result = system_read(file, stored, sizeof stored, 0);
  if (result == SQLITE_OK) {
    result = unseal(keys_of(file)->log, log_start, stored + seal_bytes, log_header_bytes, stored,
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

/// Reads a page that SQLite copies into the database, sealed, but for the first one, whose start is kept twice.
static int read_passing_page(cipher_file *file, sqlite3_int64 frame, void *bytes) {
  int result = read_sealed_frame(file, frame);
  if (result == SQLITE_OK && page_number(file) == 0) {
    result = unseal_page(keys_of(file), 0, frame_page(file));
  } else if (result == SQLITE_OK) {
    file->database->passing_page = page_number(file);
  }
  memcpy(bytes, frame_page(file), page_bytes);
  return result;
}

/// Whether the checksum that SQLite makes of the whole frame in the buffer, or compares, is of the sealed page.
static int sums_sealed_page(cipher_file *file, sqlite3_int64 frame) {
  // Else SQLite makes one, for a frame of the transaction that it is about to commit.
  return file->database->recovers ? file->frame_kind == sealed_summed_frame : frame < file->own_frames;
}

static int log_read(sqlite3_file *base, void *bytes, int size, sqlite3_int64 offset) {
  cipher_file *file = (cipher_file *)base;
  if (offset + size <= log_header_bytes) return read_log_header(file, bytes, size, (int)offset);
  if (offset < log_header_bytes) return SQLITE_IOERR_READ;
  sqlite3_int64 frame = (offset - log_header_bytes) / frame_bytes;
  int within = (int)((offset - log_header_bytes) % frame_bytes);
  if (within + size > frame_bytes) return SQLITE_IOERR_READ;
  if (file->database->checkpoints && within == frame_header_bytes && size == page_bytes) {
    return read_passing_page(file, frame, bytes);
  }
  int result = read_sealed_frame(file, frame);
  int is_whole = size == frame_bytes;
  if (result == SQLITE_OK && is_whole && sums_sealed_page(file, frame)) {
    file->summed_frame = frame;
  } else if (result == SQLITE_OK && within + size > frame_header_bytes) {
    result = open_page(file);
  }
  memcpy(bytes, frame_header(file) + within, (size_t)size);
  // Whole frames are read to find the end of the log after a crash. There the last one may be torn, and the log
  // ends before it; a frame of zeros says so. Where SQLite knows that the frame counts, it reads the page alone.
  return result == SQLITE_IOERR_DATA && is_whole ? SQLITE_OK : result;
}

static int log_write(sqlite3_file *base, const void *bytes, int size, sqlite3_int64 offset) {
  cipher_file *file = (cipher_file *)base;
  if (offset == 0 && size == log_header_bytes) {
    unsigned char stored[log_header_stored];
    memcpy(stored + seal_bytes, bytes, log_header_bytes);
    seal(keys_of(file)->log, log_start, stored + seal_bytes, log_header_bytes, stored, stored + nonce_bytes);
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
