internal import SottoCore

/// Brings a database to the newest schema, or refuses it. Only one process at a time runs this for
/// a file.
struct Migrator {
  /// "Sott", in the header of the file, so that a database of another program is not taken for
  /// ours.
  static let applicationID = 0x536F_7474

  var migrations: [Migration]
  var folder: DataFolder
  var failure: StorageFailure
  var now: Timestamp
  /// What the database is encrypted by; its snapshots are so too.
  var cipher: PageCipher?

  /// - Throws: ``SottoError``; the file is unchanged when it belongs to a newer version or another
  ///   program.
  func prepare(_ connection: Connection) throws {
    let version = try pragma("user_version", connection)
    let newest = migrations.last?.version ?? 0
    if try pragma("application_id", connection) != Self.applicationID {
      let tables = try connection.firstRow("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
      guard version == 0, tables == 0 else { throw failure.damaged }
    }
    guard version <= newest else {
      throw SottoError(
        .newerDatabase,
        "\(failure.path) was written by a newer version (schema \(version), known is \(newest))",
        hint: "update this program, or choose another data folder with --data")
    }
    if version == 0 {
      // Only a database without pages can take it; it lets erased conversations give space back.
      try connection.executeScript("PRAGMA auto_vacuum = INCREMENTAL")
    }
    try connection.executeScript("PRAGMA journal_mode = WAL")
    let pending = migrations.filter { $0.version > version }
    if version > 0, !pending.isEmpty { try snapshot(connection, version: version) }
    for migration in pending { try apply(migration, to: connection) }
  }

  private func apply(_ migration: Migration, to connection: Connection) throws {
    try connection.transaction(.powerCut) { connection in
      try connection.executeScript(migration.script)
      let broken = try connection.firstRow("PRAGMA foreign_key_check") { $0.text(0) }
      guard broken == nil else { throw failure.damaged }
      try connection.executeScript(
        """
        PRAGMA application_id = \(Self.applicationID);
        PRAGMA user_version = \(migration.version);
        """)
    }
  }

  /// A whole copy of the database as it was, read back before anything is changed.
  private func snapshot(_ connection: Connection, version: Int) throws {
    try folder.makeBackups()
    let copy = "\(folder.backups)/sotto-schema\(version)-\(now.milliseconds).sqlite"
    try folder.makePrivateFile(copy)
    try connection.execute("VACUUM INTO ?", [.text(copy)])
    let verdict = try Connection(path: copy, mode: .readOnly, cipher: cipher)
      .firstRow("PRAGMA quick_check(1)") { $0.text(0) }
    guard verdict == "ok" else { throw failure.damaged }
    folder.flush(copy, in: folder.backups)
  }

  private func pragma(_ name: String, _ connection: Connection) throws -> Int {
    try connection.firstRow("PRAGMA \(name)") { Int($0.integer(0)) } ?? 0
  }
}
