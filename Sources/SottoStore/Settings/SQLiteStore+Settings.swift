internal import SottoCore

extension SQLiteStore {
  /// The value of a setting of the installation, or `nil`.
  package func setting(_ name: String) async throws -> String? {
    try await readers.readBriefly { connection in try connection.setting(name) }
  }

  /// Sets a setting; `nil` removes it.
  ///
  /// - Throws: ``SottoError`` of code `invalidInput` for a value over 1 MB.
  package func setSetting(_ name: String, to value: String?) async throws {
    try Limits.check(value, "the setting '\(name)'", most: Limits.setting)
    try await writer.write { connection in try connection.setSetting(name, to: value) }
  }
}

extension Connection {
  func setting(_ name: String) throws -> String? {
    try firstRow("SELECT value FROM settings WHERE name = ?", [.text(name)]) { $0.text(0) }
  }

  func setSetting(_ name: String, to value: String?) throws {
    guard let value else {
      try execute("DELETE FROM settings WHERE name = ?", [.text(name)])
      return
    }
    try execute(
      """
      INSERT INTO settings (name, value) VALUES (?1, ?2)
      ON CONFLICT (name) DO UPDATE SET value = ?2
      """,
      [.text(name), .text(value)])
  }
}
