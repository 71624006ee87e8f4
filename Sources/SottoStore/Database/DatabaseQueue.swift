internal import Dispatch
internal import Synchronization

/// A connection that one caller at a time works with, on a thread of its own: a call into SQLite blocks, it
/// waits for the disk and for other processes, and the cooperative threads must not.
///
/// What takes less than to hand it over to another thread and back is done on the caller's, when nobody
/// else is at work.
final class DatabaseQueue: Sendable {
  private let queue: DispatchQueue
  private let connection: Mutex<Connection?>
  /// How many calls wait for the thread. Nobody overtakes them.
  private let waiting = Atomic<Int>(0)

  private init(_ connection: consuming sending Connection, queue: DispatchQueue) {
    self.queue = queue
    self.connection = Mutex(connection)
  }

  /// Opens the connection on the queue, because that may block.
  static func open(
    label: String, _ makeConnection: @escaping @Sendable () throws -> sending Connection
  ) async throws -> DatabaseQueue {
    let queue = DispatchQueue(label: label)
    return try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(
          with: Result { DatabaseQueue(try makeConnection(), queue: queue) })
      }
    }
  }

  /// Runs `body` after what waits already.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      schedule { connection in
        continuation.resume(with: Result { try body(connection.get()) })
      }
    }
  }

  /// Runs `body` after what waits already, without a task that waits for it.
  func schedule(_ body: @escaping @Sendable (Result<Connection, any Error>) -> Void) {
    waiting.add(1, ordering: .relaxed)
    queue.async { [self] in
      connection.withLock { connection in
        waiting.subtract(1, ordering: .relaxed)
        body(Result { try Self.opened(connection) })
      }
    }
  }

  /// Runs `body` on the calling thread; `nil` when somebody else is at work or waits for that.
  func runNow<Value: Sendable>(_ body: (Connection) throws -> Value) throws -> Value? {
    guard waiting.load(ordering: .relaxed) == 0 else { return nil }
    return try connection.withLockIfAvailable { connection in
      try body(Self.opened(connection))
    }
  }

  /// Returns when what waits is done and the connection is closed. Later calls throw.
  func close() async {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        connection.withLock { $0 = nil }
        continuation.resume()
      }
    }
  }

  private static func opened(_ connection: Connection?) throws -> Connection {
    guard let connection else {
      throw DatabaseError(
        extendedCode: DatabaseError.Code.misuse.rawValue, message: "the database is closed")
    }
    return connection
  }
}
