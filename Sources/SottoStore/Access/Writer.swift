/// The one connection that writes.
struct Writer: Sendable {
  private let database: DatabaseActor
  private let checkpointer: Checkpointer
  private let backlog: SearchBacklog
  let flusher: LogFlusher
  let failure: StorageFailure
  private let health: StoreHealth

  init(
    database: DatabaseActor, checkpointer: Checkpointer, backlog: SearchBacklog,
    flusher: LogFlusher, failure: StorageFailure, health: StoreHealth
  ) {
    self.database = database
    self.checkpointer = checkpointer
    self.backlog = backlog
    self.flusher = flusher
    self.failure = failure
    self.health = health
  }

  /// Runs `body` in a transaction; when this returns it is committed and survives a power cut.
  func write<Value: Sendable>(
    _ body: @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    let value = try await writeWithoutFlush(body)
    try await flusher.flush()
    return value
  }

  /// As above, but a power cut may take what was written: for what can be had again, and for what
  /// the caller has flushed in its own time.
  func writeWithoutFlush<Value: Sendable>(
    _ body: @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    if let refusal = health.refusal { throw refusal }
    return try await failure.translating {
      try await database.run { connection in try commit(on: connection, body) }
    }
  }

  /// Runs `body` on the writer's connection without a transaction.
  func run<Value: Sendable>(
    _ body: @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await failure.translating { try await database.run(body) }
  }

  /// A transaction for work that is on the writer already, also while the store refuses what is new:
  /// a turn that runs may still say how it ended. It survives the end of the process; a
  /// power cut only after a flush.
  func commit<Value>(
    on connection: Connection, _ body: (Connection) throws -> Value
  ) throws -> Value {
    let value = try connection.transaction(.process, body)
    checkpointer.committed(on: connection)
    backlog.committed()
    return value
  }

  /// Runs `body` on the writer after what waits already.
  func schedule(_ body: @escaping @Sendable (Result<Connection, any Error>) -> Void) {
    database.schedule(body)
  }

  func close() async {
    await flusher.close()
    await database.close()
  }
}
