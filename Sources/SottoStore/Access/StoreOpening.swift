internal import SottoCore

/// How the connections of a store are opened.
struct StoreOpening: Sendable {
  var folder: DataFolder
  var failure: StorageFailure
  var health: StoreHealth
  var busyTimeout: Int32
  var migrations: [Migration]

  /// The connection that writes. It comes first: it makes or upgrades the database, and finds out
  /// whether that can only be read.
  func writer(
    defaultProjectName: String, now: Timestamp, maximumPages: Int?
  ) throws -> sending Connection {
    // Two processes that meet a new or old database would both create or migrate it.
    guard let lock = FileLock(waitingFor: folder.openingLock) else {
      throw SottoError(
        .dataFolder, "cannot lock '\(folder.openingLock)'",
        hint: "make the data folder writable for you, or choose another with --data")
    }
    try Vault(in: folder).prepareToOpen(hasKey: folder.cipher != nil)
    try folder.makePrivateFile(folder.database.path)
    let connection = try Connection(folder.database, mode: .create, busyTimeout: busyTimeout)
    let migrator = Migrator(migrations: migrations, folder: folder, failure: failure, now: now)
    if let refusal = try migrator.prepare(connection) { health.refuseWrites(refusal) }
    try configure(connection, cacheKilobytes: 2048)
    // Opening takes the write lock only for what has to be written.
    if health.refusal == nil, try connection.visibleProjects().isEmpty {
      try connection.transaction(.powerCut) { connection in
        try connection.createFirstProject(named: defaultProjectName, now: now)
      }
    }
    if let maximumPages {
      try connection.executeScript("PRAGMA max_page_count = \(maximumPages)")
    }
    _ = consume lock
    return connection
  }

  /// A connection that only reads.
  ///
  /// Its cache fills only with what is read: of a very large history, that is the upper part of the search
  /// index, which each search goes through.
  func reader() throws -> sending Connection {
    let connection = try other(cacheKilobytes: 4096)
    try connection.executeScript("PRAGMA query_only = ON")
    return connection
  }

  /// A connection for work beside the writer's.
  func other(cacheKilobytes: Int = 512) throws -> sending Connection {
    let connection = try Connection(folder.database, mode: .readWrite, busyTimeout: busyTimeout)
    try configure(connection, cacheKilobytes: cacheKilobytes)
    return connection
  }

  private func configure(_ connection: Connection, cacheKilobytes: Int) throws {
    try connection.configure(cacheKilobytes: cacheKilobytes)
    guard health.refusal != nil else { return }
    try OldSchemaViews(migrations: migrations).install(on: connection)
    try connection.executeScript("PRAGMA query_only = ON")
  }
}

extension Connection {
  /// What every connection of a store is set to.
  ///
  /// The page cache is small because an idle server should be; the system caches the file anyway.
  /// Memory mapping stays off: it turns a read error into a signal.
  func configure(cacheKilobytes: Int) throws(DatabaseError) {
    try executeScript(
      """
      PRAGMA foreign_keys = ON;
      PRAGMA cell_size_check = ON;
      PRAGMA mmap_size = 0;
      PRAGMA temp_store = MEMORY;
      PRAGMA secure_delete = ON;
      PRAGMA journal_size_limit = 16777216;
      PRAGMA cache_size = -\(cacheKilobytes);
      """)
  }
}
