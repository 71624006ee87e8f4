internal import CMicroHTTPD
import Synchronization

/// A streamed answer on its way: a task writes, the connection's thread reads.
///
/// The connection is suspended while there is nothing to read and the writer waits while the buffer
/// is full. Suspending and resuming happen under the lock, together with what they depend on, so
/// that neither gets lost. No task is cancelled under the lock: cancelling takes it.
final class ResponseStream: Sendable {
  private struct State {
    var buffer: StreamBuffer
    var ending: Ending?
    /// The client has left or the server stops: nothing is read any more.
    var isGone = false
    /// The connection that sleeps until there is something to read.
    var suspended: Connection?
    var waiters: [(id: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
    var nextWaiter: UInt64 = 0

    mutating func wakeConnection() {
      suspended?.resume()
      suspended = nil
    }

    mutating func takeWaiters() -> [CheckedContinuation<Void, any Error>] {
      defer { waiters = [] }
      return waiters.map(\.continuation)
    }
  }

  private enum Ending {
    case complete
    case broken
  }

  private let state: Mutex<State>

  init(capacity: Int) {
    state = Mutex(State(buffer: StreamBuffer(capacity: capacity)))
  }

  // MARK: The writing task

  func write(_ bytes: [UInt8]) async throws {
    try Task.checkCancellation()
    guard !bytes.isEmpty else { return }
    while try !offer(bytes) {
      try await waitForRoom()
    }
  }

  func writeIfIdle(_ bytes: [UInt8]) throws {
    try state.withLock { state in
      guard !state.isGone else { throw ServerError.clientGone }
      guard state.buffer.count == 0 else { return }
      state.buffer.append(bytes)
      state.wakeConnection()
    }
  }

  /// Ends the answer; a broken one cuts the connection, so that the client can tell.
  func finish(broken: Bool) {
    state.withLock { state in
      state.ending = broken ? .broken : .complete
      state.wakeConnection()
    }
  }

  private func offer(_ bytes: [UInt8]) throws -> Bool {
    try state.withLock { state in
      guard !state.isGone else { throw ServerError.clientGone }
      guard state.buffer.hasRoom else { return false }
      state.buffer.append(bytes)
      state.wakeConnection()
      return true
    }
  }

  private func waitForRoom() async throws {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.isGone { return .failure(ServerError.clientGone) }
          if state.buffer.hasRoom { return .success(()) }
          state.waiters.append((id, continuation))
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0).continuation }
      }
      continuation?.resume(throwing: CancellationError())
    }
  }

  // MARK: The connection's thread

  /// Fills the library's buffer, or suspends the connection and answers 0.
  func read(
    into destination: UnsafeMutableBufferPointer<UInt8>, for connection: Connection,
  ) -> Int {
    var woken: [CheckedContinuation<Void, any Error>] = []
    let result = state.withLock { state in
      if state.isGone { return sotto_reader_failed }
      if state.buffer.count > 0 {
        let size = unsafe state.buffer.move(into: destination)
        if state.buffer.isWorthWaking { woken = state.takeWaiters() }
        return size
      }
      switch state.ending {
      case .complete: return sotto_reader_ended
      case .broken: return sotto_reader_failed
      case nil:
        connection.suspend()
        state.suspended = connection
        return 0
      }
    }
    for continuation in woken { continuation.resume() }
    return result
  }

  // MARK: Any thread

  /// Nobody reads any more: writers get an error, and a sleeping connection wakes to be closed.
  func abandon() {
    let waiters = state.withLock { state in
      state.isGone = true
      state.buffer.clear()
      state.wakeConnection()
      return state.takeWaiters()
    }
    for continuation in waiters { continuation.resume(throwing: ServerError.clientGone) }
  }
}
