/// The one connection that writes.
struct Writer: Sendable {
  private let database: DatabaseActor
  private let checkpointer: Checkpointer
  let failure: StorageFailure

  init(database: DatabaseActor, checkpointer: Checkpointer, failure: StorageFailure) {
    self.database = database
    self.checkpointer = checkpointer
    self.failure = failure
  }

  /// Runs `body` in a transaction; it is committed when this returns.
  func write<Value: Sendable>(
    _ durability: Durability = .powerCut, _ body: @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await failure.translating {
      try await database.run { connection in try commit(durability, on: connection, body) }
    }
  }

  /// Runs `body` on the writer's connection without a transaction.
  func run<Value: Sendable>(
    _ body: @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await failure.translating { try await database.run(body) }
  }

  /// As ``write(_:_:)``, for work that is on the writer already.
  func commit<Value>(
    _ durability: Durability, on connection: Connection, _ body: (Connection) throws -> Value
  ) throws -> Value {
    let value = try connection.transaction(durability, body)
    checkpointer.committed(on: connection)
    return value
  }

  /// Runs `body` on the writer after what waits already.
  func schedule(_ body: @escaping @Sendable (Result<Connection, any Error>) -> Void) {
    database.schedule(body)
  }

  func close() async { await database.close() }
}
