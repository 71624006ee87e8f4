#pragma once
#include <sqlite3.h>

// `SQLITE_TRANSIENT` is a cast, which Swift cannot import: the library copies the bytes.
static inline int sotto_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// As above, for bytes.
static inline int sotto_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// `sqlite3_db_config` is variadic.
static inline int sotto_set_option(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}
