internal import CSQLite

/// Owns a prepared statement.
@safe struct StatementHandle: ~Copyable {
  let pointer: OpaquePointer

  deinit { unsafe sqlite3_finalize(pointer) }
}

/// A prepared statement that a ``Connection`` keeps for the next use of the same text.
final class Statement {
  private let handle: StatementHandle
  /// Set while rows are read, so that the same text inside the loop gets a statement of its own.
  var isInUse = false

  init(_ handle: consuming StatementHandle) { self.handle = handle }

  /// The library's handle; valid while this object lives.
  var pointer: OpaquePointer { unsafe handle.pointer }

  /// Binds `values` in order from the first parameter.
  ///
  /// - Returns: SQLite's result code.
  func bind(_ values: [DatabaseValue]) -> Int32 {
    var index: Int32 = 0
    for value in values {
      index += 1
      let result = bind(value, at: index)
      if result != SQLITE_OK { return result }
    }
    return SQLITE_OK
  }

  private func bind(_ value: DatabaseValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return unsafe sqlite3_bind_null(pointer, index)
    case .integer(let number): return unsafe sqlite3_bind_int64(pointer, index, number)
    case .real(let number): return unsafe sqlite3_bind_double(pointer, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        // An empty buffer may have no address, which SQLite would take for NULL.
        guard let start = bytes.baseAddress else {
          return unsafe sotto_bind_text(pointer, index, "", 0)
        }
        return unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
          unsafe sotto_bind_text(pointer, index, start, UInt64(bytes.count))
        }
      }
    case .blob(let blob):
      return unsafe blob.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else {
          return unsafe sqlite3_bind_zeroblob(pointer, index, 0)
        }
        return unsafe sotto_bind_blob(pointer, index, start, UInt64(bytes.count))
      }
    }
  }

  /// - Returns: SQLite's result code: `SQLITE_ROW`, `SQLITE_DONE` or an error.
  func step() -> Int32 { unsafe sqlite3_step(pointer) }

  /// Makes it ready for the next use and lets go of the values.
  func reset() {
    unsafe sqlite3_reset(pointer)
    unsafe sqlite3_clear_bindings(pointer)
  }
}
