/// The one connection that writes.
struct Writer: Sendable {
  private let database: DatabaseQueue
  private let checkpointer: Checkpointer
  private let backlog: SearchBacklog
  let flusher: LogFlusher
  let failure: StorageFailure
  private let health: StoreHealth

  init(
    database: DatabaseQueue, checkpointer: Checkpointer, backlog: SearchBacklog,
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
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    let value = try await writeWithoutFlush(body)
    try await flusher.flush()
    return value
  }

  /// As above, but a power cut may take what was written: for what can be had again, and for what
  /// the caller has flushed in its own time.
  func writeWithoutFlush<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    if let refusal = health.refusal { throw refusal }
    return try await failure.translating {
      try await database.run { connection in try commit(on: connection, body) }
    }
  }

  /// As above, on the calling thread when it can: only for a few rows. To hand such a write over to the
  /// writer's thread and back takes longer than the write.
  func writeBriefly<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    if let refusal = health.refusal { throw refusal }
    let value = try failure.translating { try commitNow(body) }
    if let value { return value }
    return try await writeWithoutFlush(body)
  }

  /// Runs `body` on the writer's connection without a transaction.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
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
    noteCommit(on: connection)
    return value
  }

  /// As above, on the calling thread; `nil` when it would have to wait for somebody.
  func commitNow<Value: Sendable>(_ body: (Connection) throws -> Value) throws -> Value? {
    try database.runNow { connection -> Value? in
      let value = try connection.transactionNow(.process, body)
      if value != nil { noteCommit(on: connection) }
      return value
    } ?? nil
  }

  private func noteCommit(on connection: Connection) {
    if checkpointer.committed(pages: connection.walPages) {
      database.schedule { [checkpointer] connection in
        if let connection = try? connection.get() { checkpointer.checkpoint(on: connection) }
      }
    }
    backlog.committed()
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
