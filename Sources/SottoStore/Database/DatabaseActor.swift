/// A connection with its own thread of execution.
actor DatabaseActor {
  private nonisolated let executor: QueueExecutor
  private var connection: Connection?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  private init(connection: sending Connection, executor: QueueExecutor) {
    self.connection = connection
    self.executor = executor
  }

  /// Opens the connection on the actor's own queue, because that may block.
  static func open(
    label: String, _ makeConnection: @escaping @Sendable () throws -> sending Connection
  ) async throws -> DatabaseActor {
    let executor = QueueExecutor(label: label)
    return try await withCheckedThrowingContinuation { continuation in
      executor.schedule {
        continuation.resume(
          with: Result { DatabaseActor(connection: try makeConnection(), executor: executor) })
      }
    }
  }

  func run<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value {
    try body(try openConnection())
  }

  /// Runs `body` on this actor after what waits already, without a task.
  nonisolated func schedule(
    _ body: @escaping @Sendable (Result<Connection, any Error>) -> Void
  ) {
    executor.schedule {
      self.assumeIsolated { actor in body(Result { try actor.openConnection() }) }
    }
  }

  func close() { connection = nil }

  private func openConnection() throws -> Connection {
    guard let connection else {
      throw DatabaseError(
        extendedCode: DatabaseError.Code.misuse.rawValue, message: "the database is closed")
    }
    return connection
  }
}
