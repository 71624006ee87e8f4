package import SottoCore

extension SQLiteStore: ErasableStore {
  package func conversationsOlder(than days: Int, in project: ProjectID) async throws -> Int {
    try ProjectDetails(name: "?", retentionDays: days).validate()
    let limit = clock.now() - .seconds(days * 24 * 3600)
    return try await readers.read { connection in
      _ = try connection.visibleProject(project)
      let count = try connection.firstRow(
        """
        SELECT count(*) FROM conversations
        WHERE project_id = ? AND updated_at < ? AND deleted_at IS NULL
        """, [DatabaseValue(project), DatabaseValue(limit)]
      ) { $0.integer(0) }
      return Int(count ?? 0)
    }
  }

  package func copies() async throws -> [HistoryCopy] {
    await fileReads.run { folder.copies() }
  }

  package func eraseEverything(backups: Bool) async throws {
    let now = clock.now()
    try await writer.write { connection in
      try connection.eraseAllRows()
      try connection.createFirstProject(named: self.defaultProjectName, now: now)
      // Under the write lock, as whoever adds a file names it.
      self.files.removeAll()
    }
    // Writes the whole file anew, so that no page keeps what was on it.
    try await writer.run { connection in try connection.executeScript("VACUUM") }
    try await truncateLog()
    if backups { await fileWrites.run { BackupFolder(folder: folder).removeAll() } }
  }
}

extension Connection {
  /// What stays: how the program is set up.
  private static let keptTables: Set<String> = ["settings", "providers"]

  /// Empties every table but the kept ones, those of later schemas as well.
  fileprivate func eraseAllRows() throws {
    try executeScript("PRAGMA defer_foreign_keys = ON")
    let tables = try rows(
      """
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
      """
    ) { $0.text(0) }
    for table in tables where !Self.keptTables.contains(table) {
      try executeScript("DELETE FROM \"\(table)\"")
    }
  }
}
