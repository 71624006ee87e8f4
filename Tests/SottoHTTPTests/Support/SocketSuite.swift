import SottoHTTP
import Synchronization
import Testing

/// All suites with real sockets: one after the other, so that they do not wait for each other's
/// processor time.
@Suite(.serialized)
enum SocketSuite {}

/// Runs a server for the length of `body`.
func withServer(
  _ configuration: ServerConfiguration = ServerConfiguration(), _ router: Router,
  _ body: (HTTPServer) async throws -> Void,
) async throws {
  let server = try HTTPServer.start(configuration, router: router)
  do {
    try await body(server)
  } catch {
    await server.shutdown()
    throw error
  }
  await server.shutdown()
}

/// Counts what happens in a handler and lets a test wait for it.
final class Counter: Sendable {
  private struct State {
    var count = 0
    var waiters: [(target: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var value: Int { state.withLock { $0.count } }

  func increment() {
    let woken = state.withLock { state in
      state.count += 1
      let woken = state.waiters.filter { $0.target <= state.count }
      state.waiters.removeAll { $0.target <= state.count }
      return woken.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Returns once it has counted that far.
  func reach(_ target: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.count >= target { return true }
        state.waiters.append((target, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}

/// Waits until it is cancelled.
func waitForCancellation() async throws {
  while true { try await Task.sleep(for: .seconds(3600)) }
}
