import SottoCore
import Synchronization

/// The watchers' side of a turn that runs in this process: its latest stored events, and who waits
/// for more.
///
/// Only events that are committed come in here, so nobody can see what a crash could take back.
final class LiveTurn: Sendable {
  enum Answer {
    case events([StoredEvent])
    /// What is asked for is older than what is kept in memory: read it from the store.
    case readStore
    /// Nothing newer yet.
    case nothing
    /// Nothing newer will come.
    case ended
  }

  private struct State {
    var recent: [StoredEvent] = []
    var lastSequence = 0
    var hasEnded = false
    var stopRequested = false
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]

    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      defer { waiters = [:] }
      return Array(waiters.values)
    }
  }

  /// Enough for any watcher that keeps up; the store has the rest.
  private static let capacity = 2048

  /// The turn as it began.
  let turn: Turn
  private let state = Mutex(State())

  init(_ turn: Turn) { self.turn = turn }

  /// Adds committed events and wakes the watchers.
  func publish(_ events: [StoredEvent]) {
    guard let last = events.last else { return }
    let waiters = state.withLock { state in
      state.recent += events
      if state.recent.count > Self.capacity {
        state.recent.removeFirst(state.recent.count - Self.capacity / 2)
      }
      state.lastSequence = last.sequence
      if last.event.isTerminal { state.hasEnded = true }
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Adds an end that could not be stored, so that watchers learn of it all the same.
  func publishUnstored(_ event: TurnEvent) {
    let sequence = state.withLock { $0.lastSequence + 1 }
    publish([StoredEvent(sequence: sequence, event: event)])
  }

  func requestStop() {
    let waiters = state.withLock { state in
      state.stopRequested = true
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  var isStopRequested: Bool { state.withLock { $0.stopRequested } }

  func events(after sequence: Int) -> Answer {
    state.withLock { state in
      if sequence >= state.lastSequence { return state.hasEnded ? .ended : .nothing }
      guard let first = state.recent.first, first.sequence <= sequence + 1 else {
        return .readStore
      }
      return .events(Array(state.recent.drop { $0.sequence <= sequence }))
    }
  }

  /// Returns when there may be events after `sequence`, the turn has ended or the task is
  /// cancelled.
  func waitForEvents(after sequence: Int) async {
    await wait { $0.lastSequence > sequence || $0.hasEnded }
  }

  /// Returns when somebody asked to stop, the turn has ended or the task is cancelled.
  func waitForStop() async {
    while !Task.isCancelled, state.withLock({ !$0.stopRequested && !$0.hasEnded }) {
      await wait { $0.stopRequested || $0.hasEnded }
    }
  }

  private func wait(unless isReady: @Sendable (borrowing State) -> Bool) async {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let resumesNow = state.withLock { state in
          if isReady(state) || Task.isCancelled { return true }
          state.waiters[number] = continuation
          return false
        }
        if resumesNow { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }
}
