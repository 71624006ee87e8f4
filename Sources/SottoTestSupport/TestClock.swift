import Synchronization

/// A clock that moves only when the test says so.
package final class TestClock: Clock {
  /// A point on this clock, counted from its start.
  package struct Instant: InstantProtocol {
    package var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var nextSleeper = 0
  }

  private let state = Mutex(State())
  private let started = Recorder<Instant>()

  package init() {}

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .zero }

  /// Returns when the clock has been moved to `deadline`.
  ///
  /// - Throws: `CancellationError` when the sleeping task is cancelled.
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let key = state.withLock { state in
      state.nextSleeper += 1
      return state.nextSleeper
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let awake = state.withLock { state in
          if deadline <= state.now || Task.isCancelled { return true }
          state.sleepers[key] = Sleeper(deadline: deadline, continuation: continuation)
          return false
        }
        started.record(deadline)
        if awake { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: key) }?.continuation.resume()
    }
    try Task.checkCancellation()
  }

  /// Moves the clock and wakes the sleepers whose time has come, earliest first.
  package func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let due = state.sleepers.filter { $0.value.deadline <= now }
      for key in due.keys { state.sleepers[key] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  /// Waits until `sleep` has been called `count` times since the clock was made, and answers the
  /// deadlines: before that, ``advance(by:)`` would wake nobody.
  ///
  /// - Throws: `CancellationError` when the waiting task is cancelled.
  @discardableResult
  package func waitForSleeps(_ count: Int) async throws -> [Instant] {
    try await started.wait(for: count)
  }
}
