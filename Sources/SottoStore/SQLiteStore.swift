package import SottoCore

/// The history in one SQLite file, for several processes at once. See
/// `Docs/decisions/0002-storage.md`.
package final class SQLiteStore: Sendable {
  /// How long a deletion can be undone, and how long the events of an ended turn are kept.
  package static let undoPeriod: Duration = .seconds(7 * 24 * 3600)

  let writer: Writer
  let readers: ReaderPool
  let appender: EventAppender
  let owner: Owner
  let files: FileFolder
  let fileWrites = FileQueue()
  /// Apart, so that a turn does not wait for the disk that takes somebody's upload.
  let fileReads = FileQueue()
  let clock: WallClock
  private let background: DatabaseActor

  private init(
    writer: Writer, readers: ReaderPool, background: DatabaseActor, owner: Owner,
    files: FileFolder, clock: WallClock
  ) {
    self.writer = writer
    self.readers = readers
    self.background = background
    self.owner = owner
    self.files = files
    self.clock = clock
    appender = EventAppender(writer: writer, clock: clock)
  }

  /// Opens the store and erases what is past its undo time. The turns of processes that are gone
  /// are left to ``interruptAbandonedTurns()``.
  ///
  /// - Parameters:
  ///   - path: the data folder, which is made when there is none.
  ///   - key: what everything in the folder is encrypted by, from ``Vault/unlock(with:)``; `nil` where
  ///     it is not.
  ///   - defaultProjectName: the name of the project that a new store begins with.
  ///   - clock: where the times of what is stored come from.
  ///   - busyTimeout: how long a call waits for the lock of another process, in milliseconds.
  ///   - maximumPages: how large the file may become, in pages of 4096 bytes; `nil` leaves it to
  ///     the disk.
  ///   - migrations: the steps of the schema; others than ``Migration/all`` are for tests of the
  ///     upgrade.
  /// - Returns: the store, open until ``close()``.
  /// - Throws: ``SottoError`` of code `dataFolder`, `newerDatabase`, `damagedDatabase`, `locked`,
  ///   `diskFull` or `storage`.
  package static func open(
    folder path: String, key: VaultKey? = nil, defaultProjectName: String = "Default",
    clock: WallClock = .system, busyTimeout: Int32 = 10_000, maximumPages: Int? = nil,
    migrations: [Migration] = Migration.all
  ) async throws -> SQLiteStore {
    let failure = StorageFailure(path: path + "/sotto.sqlite")
    return try await failure.translating {
      let cipher = try key.map(PageCipher.init(key:))
      let folder = try DataFolder(path)
      // Before the lock on opening is taken, so that nobody converts the folder from then on.
      let owner = try Owner(in: folder, at: clock.now())
      let database = try await DatabaseActor.open(label: "sotto.store.writer") {
        let connection = try openWriter(
          in: folder, cipher: cipher, failure: failure, busyTimeout: busyTimeout,
          defaultProjectName: defaultProjectName, now: clock.now(), migrations: migrations)
        if let maximumPages {
          try connection.executeScript("PRAGMA max_page_count = \(maximumPages)")
        }
        return connection
      }
      var others: [DatabaseActor] = []
      for name in ["reader1", "reader2", "checkpoints"] {
        others.append(
          try await DatabaseActor.open(label: "sotto.store.\(name)") {
            let connection = try Connection(
              path: failure.path, mode: .readWrite, cipher: cipher, busyTimeout: busyTimeout)
            try connection.configure(cacheKilobytes: 512)
            if name != "checkpoints" { try connection.executeScript("PRAGMA query_only = ON") }
            return connection
          })
      }
      let background = others.removeLast()
      let files = FileFolder(in: folder, owner: owner, cipher: try key.map(FileCipher.init(key:)))
      let store = SQLiteStore(
        writer: Writer(
          database: database, checkpointer: Checkpointer(background: background),
          flusher: LogFlusher(database: failure.path), failure: failure),
        readers: ReaderPool(readers: others, failure: failure), background: background,
        owner: owner, files: files, clock: clock)
      try await store.purge()
      return store
    }
  }

  private static func openWriter(
    in folder: DataFolder, cipher: PageCipher?, failure: StorageFailure, busyTimeout: Int32,
    defaultProjectName: String, now: Timestamp, migrations: [Migration]
  ) throws -> sending Connection {
    // Two processes that meet a new or old database would both create or migrate it.
    guard let lock = FileLock(waitingFor: folder.openingLock) else {
      throw SottoError(
        .dataFolder, "cannot lock '\(folder.openingLock)'",
        hint: "make the data folder writable for you, or choose another with --data")
    }
    try Vault(in: folder).prepareToOpen(hasKey: cipher != nil)
    try folder.makePrivateFile(folder.database)
    let connection = try Connection(
      path: folder.database, mode: .create, cipher: cipher, busyTimeout: busyTimeout)
    let migrator = Migrator(
      migrations: migrations, folder: folder, failure: failure, now: now, cipher: cipher)
    try migrator.prepare(connection)
    try connection.configure(cacheKilobytes: 2048)
    // Opening takes the write lock only for what has to be written.
    if try connection.visibleProjects().isEmpty {
      try connection.transaction(.powerCut) { connection in
        try connection.createFirstProject(named: defaultProjectName, now: now)
      }
    }
    _ = consume lock
    return connection
  }

  /// Finishes what waits and closes the files. Later calls throw.
  package func close() async {
    await readers.close()
    await background.close()
    await writer.close()
    owner.release()
  }

  /// Looks through the whole file.
  ///
  /// - Returns: what is wrong with it, or `nil`.
  package func findDamage() async throws -> String? {
    try await readers.read { connection in
      let report = try connection.firstRow("PRAGMA quick_check(1)") { $0.text(0) }
      return report == "ok" ? nil : report
    }
  }

  /// A number that changes when another process commits, and not when this store does.
  package func dataVersion() async throws -> Int {
    // On the writer, because its own commits do not count there.
    try await writer.run { connection in
      try connection.firstRow("PRAGMA data_version") { Int($0.integer(0)) } ?? 0
    }
  }
}

extension SQLiteStore: ConversationStore, ProviderStore, FileStore, AnswerCache {}

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
