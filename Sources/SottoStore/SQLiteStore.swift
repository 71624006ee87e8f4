package import SottoCore

/// The history in one SQLite file, for several processes at once. See
/// `Docs/decisions/0002-storage.md`.
package final class SQLiteStore: Sendable {
  /// How long a deletion can be undone, and how long the events of an ended turn are kept.
  package static let undoPeriod: Duration = .seconds(7 * 24 * 3600)

  /// How long the indexer waits after a commit, in which others may come.
  private static let indexingPause: Duration = .seconds(1)

  let writer: Writer
  let readers: ReaderPool
  let appender: EventAppender
  let owner: Owner
  let files: FileFolder
  let fileWrites = FileQueue()
  /// Apart, so that a turn does not wait for the disk that takes somebody's upload.
  let fileReads = FileQueue()
  let clock: WallClock
  let backlog: SearchBacklog
  let indexer: SearchIndexer
  let failure: StorageFailure
  private let background: DatabaseActor
  private let indexReader: DatabaseActor
  private let indexing: Task<Void, Never>

  private init(
    writer: Writer, readers: ReaderPool, background: DatabaseActor, indexReader: DatabaseActor,
    owner: Owner, files: FileFolder, backlog: SearchBacklog, clock: WallClock
  ) {
    self.writer = writer
    self.readers = readers
    self.background = background
    self.indexReader = indexReader
    self.owner = owner
    self.files = files
    self.backlog = backlog
    self.clock = clock
    failure = writer.failure
    appender = EventAppender(writer: writer, clock: clock)
    let indexer = SearchIndexer(
      writer: writer, reader: indexReader, backlog: backlog, owner: owner)
    self.indexer = indexer
    indexing = Task { await indexer.run(pause: Self.indexingPause) }
    // What an update or another process left waiting.
    backlog.committed()
  }

  deinit { indexing.cancel() }

  /// Opens the store and erases what is past its undo time. The turns of processes that are gone
  /// are left to ``interruptAbandonedTurns()``.
  ///
  /// - Parameters:
  ///   - path: the data folder, which is made when there is none.
  ///   - defaultProjectName: the name of the project that a new store begins with.
  ///   - clock: where the times of what is stored come from.
  ///   - busyTimeout: how long a call waits for the lock of another process, in milliseconds.
  ///   - maximumPages: how large the file may become, in pages of 4096 bytes; `nil` leaves it to
  ///     the disk.
  ///   - migrations: the steps of the schema; others than ``Migration/all`` are for tests of the
  ///     upgrade.
  /// - Returns: the store, open until ``close()``.
  /// - Throws: ``SottoError`` of code `dataFolder`, `newerDatabase`, `damagedDatabase`, `diskFull`
  ///   or `storage`.
  package static func open(
    folder path: String, defaultProjectName: String = "Default", clock: WallClock = .system,
    busyTimeout: Int32 = 10_000, maximumPages: Int? = nil, migrations: [Migration] = Migration.all
  ) async throws -> SQLiteStore {
    let failure = StorageFailure(path: path + "/sotto.sqlite")
    return try await failure.translating {
      let database = try await DatabaseActor.open(label: "sotto.store.writer") {
        let connection = try openWriter(
          in: DataFolder(path), failure: failure, busyTimeout: busyTimeout,
          defaultProjectName: defaultProjectName, now: clock.now(), migrations: migrations)
        if let maximumPages {
          try connection.executeScript("PRAGMA max_page_count = \(maximumPages)")
        }
        return connection
      }
      var others: [DatabaseActor] = []
      for name in ["reader1", "reader2", "index", "checkpoints"] {
        others.append(
          try await DatabaseActor.open(label: "sotto.store.\(name)") {
            let connection = try Connection(
              path: failure.path, mode: .readWrite, busyTimeout: busyTimeout)
            try connection.configure(cacheKilobytes: 512)
            if name != "checkpoints" { try connection.executeScript("PRAGMA query_only = ON") }
            return connection
          })
      }
      let background = others.removeLast()
      let indexReader = others.removeLast()
      let folder = try DataFolder(path)
      let owner = try Owner(in: folder, at: clock.now())
      let files = FileFolder(in: folder, owner: owner)
      // A file that is gone or damaged has no words.
      let backlog = SearchBacklog { digest in try? files.read(digest) }
      let store = SQLiteStore(
        writer: Writer(
          database: database, checkpointer: Checkpointer(background: background), backlog: backlog,
          flusher: LogFlusher(database: failure.path), failure: failure),
        readers: ReaderPool(readers: others, failure: failure), background: background,
        indexReader: indexReader, owner: owner, files: files, backlog: backlog, clock: clock)
      try await store.purge()
      return store
    }
  }

  private static func openWriter(
    in folder: DataFolder, failure: StorageFailure, busyTimeout: Int32, defaultProjectName: String,
    now: Timestamp, migrations: [Migration]
  ) throws -> sending Connection {
    // Two processes that meet a new or old database would both create or migrate it.
    guard let lock = FileLock(waitingFor: folder.openingLock) else {
      throw SottoError(
        .dataFolder, "cannot lock '\(folder.openingLock)'",
        hint: "make the data folder writable for you, or choose another with --data")
    }
    try folder.makePrivateFile(folder.database)
    let connection = try Connection(path: folder.database, mode: .create, busyTimeout: busyTimeout)
    let migrator = Migrator(migrations: migrations, folder: folder, failure: failure, now: now)
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
    indexing.cancel()
    await readers.close()
    await indexReader.close()
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

extension SQLiteStore: ConversationStore, ProviderStore, FileStore, AnswerCache, MessageSearch {}

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
