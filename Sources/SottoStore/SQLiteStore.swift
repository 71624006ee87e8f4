package import SottoCore
package import SottoSealing

/// The history in one SQLite file, for several processes at once. See
/// `Docs/decisions/0002-storage.md`.
package final class SQLiteStore: Sendable {
  /// How long a deletion can be undone, and how long the events of an ended turn are kept.
  package static let undoPeriod: Duration = .seconds(7 * 24 * 3600)

  static var undoIsOver: SottoError {
    SottoError(.gone, "the time to undo this deletion has passed")
  }

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
  /// Looks through the database and copies it; long, and one after the other.
  let upkeepWork = FileQueue()
  let clock: WallClock
  let folder: DataFolder
  let defaultProjectName: String
  let health: StoreHealth
  let backlog: SearchBacklog
  let indexer: SearchIndexer
  let failure: StorageFailure
  let background: DatabaseQueue
  private let indexReader: DatabaseQueue
  /// `nil` while the history can only be read.
  private let indexing: Task<Void, Never>?

  private init(
    writer: Writer, readers: ReaderPool, background: DatabaseQueue, indexReader: DatabaseQueue,
    owner: Owner, folder: DataFolder, files: FileFolder, defaultProjectName: String,
    health: StoreHealth, backlog: SearchBacklog, clock: WallClock
  ) {
    self.writer = writer
    self.readers = readers
    self.background = background
    self.indexReader = indexReader
    self.owner = owner
    self.folder = folder
    self.files = files
    self.defaultProjectName = defaultProjectName
    self.health = health
    self.backlog = backlog
    self.clock = clock
    failure = writer.failure
    appender = EventAppender(writer: writer, clock: clock)
    let indexer = SearchIndexer(
      writer: writer, reader: indexReader, backlog: backlog, owner: owner)
    self.indexer = indexer
    indexing =
      health.refusal == nil ? Task { await indexer.run(pause: Self.indexingPause) } : nil
    // What an update or another process left waiting.
    backlog.committed()
  }

  deinit { indexing?.cancel() }

  /// Opens the store and erases what is past its undo time. The turns of processes that are gone
  /// are left to ``interruptAbandonedTurns()``.
  ///
  /// An older database that cannot be brought to the newest schema is opened all the same, for
  /// reading only: ``condition()`` says why.
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
  ///   - vfs: the name of SQLite's layer over the file system; `nil` is the system's own.
  ///   - flushFile: brings the log to the disk; another than the system's is for tests of a disk
  ///     that fails.
  /// - Returns: the store, open until ``close()``.
  /// - Throws: ``SottoError`` of code `dataFolder`, `newerDatabase`, `damagedDatabase`, `locked`,
  ///   `diskFull` or `storage`.
  package static func open(
    folder path: String, key: SealingKey? = nil, defaultProjectName: String = "Default",
    clock: WallClock = .system, busyTimeout: Int32 = 10_000, maximumPages: Int? = nil,
    migrations: [Migration] = Migration.all, vfs: String? = nil,
    flushFile: @escaping FileFlush = flushToDisk
  ) async throws -> SQLiteStore {
    let failure = StorageFailure(path: path + "/sotto.sqlite")
    return try await failure.translating {
      let folder = try DataFolder(
        path, vfs: vfs, cipher: key.map { try FolderCipher(key: $0, over: vfs) })
      // Before the database: who replaces or converts that looks for owners first.
      let owner = try Owner(in: folder, at: clock.now())
      let health = StoreHealth()
      let opening = StoreOpening(
        folder: folder, failure: failure, health: health, busyTimeout: busyTimeout,
        migrations: migrations)
      let connections = try await StoreConnections(
        opening: opening, defaultProjectName: defaultProjectName, now: clock.now(),
        maximumPages: maximumPages)
      let checkpointer = Checkpointer(background: connections.background, health: health)
      let files = FileFolder(in: folder, owner: owner)
      // A file that is gone or damaged has no words.
      let backlog = SearchBacklog { digest in try? files.read(digest) }
      let store = SQLiteStore(
        writer: Writer(
          database: connections.writer, checkpointer: checkpointer, backlog: backlog,
          flusher: LogFlusher(
            database: failure.path, health: health, flushFile: flushFile,
            onRemoval: { checkpointer.rescue() }),
          failure: failure, health: health),
        readers: ReaderPool(
          readers: connections.readers, writer: connections.writer, failure: failure),
        background: connections.background, indexReader: connections.indexReader, owner: owner,
        folder: folder, files: files,
        defaultProjectName: defaultProjectName, health: health, backlog: backlog, clock: clock)
      do {
        try await store.purgeRows()
      } catch {
        await store.close()
        throw error
      }
      return store
    }
  }

  /// Finishes what waits and closes the files. Later calls throw.
  package func close() async {
    indexing?.cancel()
    await readers.close()
    await indexReader.close()
    await background.close()
    await writer.close()
    owner.release()
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
extension SQLiteStore: SentRequestLog {}
