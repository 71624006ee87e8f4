internal import SottoCore

extension Connection {
  /// Undoes the deletion of a row in `table`: `projects`, `conversations` or `templates`. Without a row
  /// nothing happens: the caller looks for it afterwards.
  ///
  /// - Throws: ``SottoError`` of code `gone` after the undo time.
  func restore(_ table: String, id: String, now: Timestamp) throws {
    let deleted = try firstRow("SELECT deleted_at FROM \(table) WHERE id = ?", [.text(id)]) {
      $0.optionalInteger(0)
    }
    guard let deleted else { return }
    guard now <= Timestamp(milliseconds: deleted) + SQLiteStore.undoPeriod else {
      throw SQLiteStore.undoIsOver
    }
    try execute("UPDATE \(table) SET deleted_at = NULL WHERE id = ?", [.text(id)])
  }
}
