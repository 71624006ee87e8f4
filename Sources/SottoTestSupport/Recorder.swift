import Synchronization

/// Collects what happened and lets a test wait for it.
package final class Recorder<Element: Sendable>: Sendable {
  private struct Waiter {
    var count: Int
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var elements: [Element] = []
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// What was recorded until now, oldest first.
  package var elements: [Element] { state.withLock { $0.elements } }

  /// Adds `element` and wakes those who waited for it.
  package func record(_ element: Element) {
    let ready = state.withLock { state in
      state.elements.append(element)
      let ready = state.waiters.filter { $0.value.count <= state.elements.count }
      for key in ready.keys { state.waiters[key] = nil }
      return ready.values.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  /// Waits until `count` elements are there and answers all of them.
  ///
  /// - Throws: `CancellationError` when the waiting task is cancelled.
  @discardableResult
  package func wait(for count: Int) async throws -> [Element] {
    let key = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state in
          // A cancellation that came before this is seen here, one that comes later finds the
          // waiter.
          if state.elements.count >= count || Task.isCancelled { return true }
          state.waiters[key] = Waiter(count: count, continuation: continuation)
          return false
        }
        if ready { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: key) }?.continuation.resume()
    }
    try Task.checkCancellation()
    return elements
  }
}
