import Synchronization

/// Something that happens once and may be waited for, before or after.
final class Signal: Sendable {
  private struct State {
    var hasFired = false
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter: UInt64 = 0
  }

  private let state = Mutex(State())

  func fire() {
    let waiters = state.withLock { state in
      state.hasFired = true
      defer { state.waiters = [:] }
      return state.waiters.values.map { $0 }
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when it has fired or the task is cancelled.
  func wait() async {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock { state in
          if state.hasFired || Task.isCancelled { return true }
          state.waiters[id] = continuation
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
  }

  /// Returns when it has fired or the time is over.
  func wait(atMost time: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.wait() }
      group.addTask { try? await Task.sleep(for: time) }  // cancelled once the signal is there
      await group.next()
      group.cancelAll()
    }
  }
}
