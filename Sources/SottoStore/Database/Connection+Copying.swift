internal import CSQLite

extension Connection {
  /// Copies the whole database as it is now, page for page, into an empty one. Others may read and
  /// write meanwhile: what they write is not in the copy.
  ///
  /// - Parameters:
  ///   - target: the connection to the empty one.
  ///   - pages: how many are copied at a time.
  ///   - pause: called after each time but the last.
  /// - Throws: ``DatabaseError``, and what `pause` throws.
  func copy(to target: Connection, pages: Int32, pause: () throws -> Void) throws {
    // Within one transaction: a copy starts anew when another connection writes in between.
    try snapshot { source in
      _ = try source.firstRow("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
      guard
        let copying = unsafe sqlite3_backup_init(target.pointer, "main", source.pointer, "main")
      else { throw unsafe target.failure(sqlite3_errcode(target.pointer)) }
      defer { unsafe sqlite3_backup_finish(copying) }
      while true {
        let result = unsafe sqlite3_backup_step(copying, pages)
        if result == SQLITE_DONE { return }
        guard result == SQLITE_OK else {
          throw DatabaseError(
            extendedCode: result,
            message: unsafe String(cString: sqlite3_errstr(result)))
        }
        try pause()
      }
    }
  }
}
