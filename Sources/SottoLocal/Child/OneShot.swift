import Synchronization

/// A value that comes once and that any number of tasks can wait for; a cancelled task stops
/// waiting.
package final class OneShot<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Value, any Error>
  private struct State {
    var value: Value?
    var waiters: [Int: Waiter] = [:]
    var nextID = 0
  }
  private let state = Mutex(State())

  package init() {}

  /// The value, if it has come.
  package var current: Value? { state.withLock { $0.value } }

  /// Delivers the value; only the first one counts.
  package func fulfil(_ value: Value) {
    let waiters = state.withLock { state -> [Waiter] in
      guard state.value == nil else { return [] }
      state.value = value
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: value) }
  }

  /// Waits for the value.
  /// - Throws: `CancellationError` when the task is cancelled first.
  package func value() async throws -> Value {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiter: Waiter) in
        let known = state.withLock { state -> Result<Value, any Error>? in
          if let value = state.value { return .success(value) }
          // Under the lock: a cancellation that comes later finds the waiter in the table.
          if Task.isCancelled { return .failure(CancellationError()) }
          state.waiters[id] = waiter
          return nil
        }
        if let known { waiter.resume(with: known) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
      waiter?.resume(throwing: CancellationError())
    }
  }

  /// Waits for the value at most this long; nil when it has not come by then.
  package func value(within limit: Duration) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await self.value() }
      group.addTask {
        try await Task.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
