internal import CSQLite

/// The row a statement stands on. It cannot be kept longer than the closure that gets it.
///
/// Columns count from 0. A column of another type is converted as SQLite does; a NULL is `nil`.
package struct Row: ~Copyable {
  let statement: Statement

  package func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(statement.pointer, column) == SQLITE_NULL
  }

  /// 0 for NULL.
  package func integer(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(statement.pointer, column)
  }

  package func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  package func optionalReal(_ column: Int32) -> Double? {
    isNull(column) ? nil : unsafe sqlite3_column_double(statement.pointer, column)
  }

  /// All bytes, also after a NUL; what is not UTF-8 becomes U+FFFD.
  package func optionalText(_ column: Int32) -> String? {
    guard let start = unsafe sqlite3_column_text(statement.pointer, column) else { return nil }
    let count = Int(unsafe sqlite3_column_bytes(statement.pointer, column))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Empty for NULL.
  package func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  package func optionalBlob(_ column: Int32) -> [UInt8]? {
    if isNull(column) { return nil }
    guard let start = unsafe sqlite3_column_blob(statement.pointer, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(statement.pointer, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The value with the type it has in the file.
  package func value(_ column: Int32) -> DatabaseValue {
    switch unsafe sqlite3_column_type(statement.pointer, column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(unsafe sqlite3_column_double(statement.pointer, column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(optionalBlob(column) ?? [])
    default: .null
    }
  }
}
