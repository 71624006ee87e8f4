public import SottoCore
import Synchronization

/// Where requests wait for their provider: for each ``QueueKey`` only so many run at once, and no
/// more than the provider says it takes. See ``RequestPace`` for how that is learned and
/// ``FairLine`` for who goes first.
///
/// It is a lock and not an actor: a request that is cancelled must give up its place at once, where
/// nothing can be awaited, and one that need not wait is let through without a suspension.
public final class RequestQueue: Sendable {
  /// A request that is let through; what the provider answers is told with it.
  public struct Admission: Hashable, Sendable {
    let key: QueueKey
    let conversation: ConversationID
    let ticket: Ticket
  }

  private struct Waiter {
    /// The latest word that nobody has heard yet.
    var word: QueueLane.Word?
    var continuation: CheckedContinuation<QueueLane.Word?, Never>?
  }

  private struct State {
    var lanes: [QueueKey: QueueLane] = [:]
    /// Those that had to wait and are not gone yet.
    var waiters: [Ticket: Waiter] = [:]
    var tickets: UInt64 = 0
    /// At how many lanes those that are idle are looked for.
    var sweepSize = RequestQueue.smallestSweep
  }

  /// What a waiter's continuation is resumed with, when the lock is free again.
  private struct Call {
    var continuation: CheckedContinuation<QueueLane.Word?, Never>
    var word: QueueLane.Word?
  }

  /// How many requests run at once where a person sets nothing: more than a house of people starts,
  /// so that it is the provider's own refusals that lower it.
  public static let defaultLimit = 256

  private static let smallestSweep = 16

  private let state = Mutex(State())
  private let clock: any Clock<Duration>
  private let elapsed: @Sendable () -> Duration

  /// - Parameter clock: what pauses are measured with.
  public init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
    elapsed = Self.stopwatch(of: clock)
  }

  /// Runs `work` as soon as the provider may be asked, and gives the place back however it ends.
  ///
  /// - Parameters:
  ///   - key: what the provider counts by.
  ///   - conversation: whose turn it is; conversations that wait take turns.
  ///   - limit: how many may run at once with this key, as ``DeliverySettings/concurrency`` has it;
  ///     `nil` takes ``defaultLimit``.
  ///   - onWait: called once if `work` must wait, with the seconds until it may go on where they are
  ///     known. What it throws ends the wait.
  ///   - work: sends the request, and tells ``accepted(_:limits:)`` or
  ///     ``refused(_:retryAfter:limits:)`` what came of it.
  /// - Returns: what `work` returns.
  /// - Throws: what `work` or `onWait` throws; `CancellationError` when the task is cancelled while
  ///   it waits.
  public func withAdmission<Result>(
    to key: QueueKey, from conversation: ConversationID, limit: Int? = nil,
    onWait: (_ seconds: Int?) async throws -> Void,
    work: (Admission) async throws -> Result
  ) async throws -> Result {
    let entry = enter(key, from: conversation, limit: limit ?? Self.defaultLimit)
    defer { leave(entry.admission) }
    if entry.mustWait {
      try await onWait(entry.seconds)
      try await waitForAdmission(entry.admission)
    }
    return try await work(entry.admission)
  }

  /// The provider took the request: the head of its answer is there and is no error.
  ///
  /// - Parameters:
  ///   - admission: the one that `work` was given; after its end this does nothing.
  ///   - limits: what the head says; see ``WireFormat/decodeRateLimits``.
  public func accepted(_ admission: Admission, limits: [RateLimit] = []) {
    change(admission.key) { lane, now in
      lane.accepted(admission.ticket, limits: limits, now: now)
    }
  }

  /// The provider refused the request because it has too many (`rateLimited`, `overloaded`): fewer
  /// run at once from now on, and all of this key wait.
  ///
  /// - Parameters:
  ///   - admission: the one that `work` was given; after its end this does nothing.
  ///   - retryAfter: how long it asks to wait, of which a minute is kept; without it the pause is
  ///     a second, and doubles with each refusal that follows.
  ///   - limits: what the head says.
  public func refused(_ admission: Admission, retryAfter: Duration?, limits: [RateLimit] = []) {
    change(admission.key) { lane, now in
      lane.refused(admission.ticket, retryAfter: retryAfter, limits: limits, now: now)
    }
  }

  /// What the queue holds.
  package struct Counters: Hashable, Sendable {
    /// Keys that something is known of.
    package var keys = 0
    /// Requests that run.
    package var inFlight = 0
    /// Requests that wait.
    package var waiting = 0

    package init(keys: Int = 0, inFlight: Int = 0, waiting: Int = 0) {
      self.keys = keys
      self.inFlight = inFlight
      self.waiting = waiting
    }
  }

  /// What the queue holds now.
  package var counters: Counters {
    state.withLock { state in
      var counters = Counters(keys: state.lanes.count)
      for lane in state.lanes.values {
        counters.inFlight += lane.pace.inFlight
        counters.waiting += lane.line.count
      }
      return counters
    }
  }
}

// MARK: - Coming and going

extension RequestQueue {
  private struct Entry {
    var admission: Admission
    var mustWait: Bool
    /// How long, where that is known.
    var seconds: Int?
  }

  private func enter(_ key: QueueKey, from conversation: ConversationID, limit: Int) -> Entry {
    let (entry, calls) = state.withLock { state in
      let now = elapsed()
      state.tickets += 1
      let ticket = Ticket(number: state.tickets)
      let admission = Admission(key: key, conversation: conversation, ticket: ticket)
      forgetIdleLanes(in: &state, now: now)
      var lane = state.lanes.removeValue(forKey: key) ?? QueueLane(limit: limit, now: now)
      var entry = Entry(admission: admission, mustWait: false)
      if !lane.enter(ticket, of: conversation, limit: limit, now: now) {
        entry.mustWait = true
        entry.seconds = lane.opening(now: now).map { until in
          Int(((until - now) / .seconds(1)).rounded(.up))
        }
        state.waiters[ticket] = Waiter()
      }
      let calls = deliver(lane.advance(now: now), in: &state)
      state.lanes[key] = lane
      return (entry, calls)
    }
    answer(calls)
    return entry
  }

  private func leave(_ admission: Admission) {
    state.withLock { $0.waiters[admission.ticket] = nil }
    change(admission.key) { lane, now in
      lane.leave(admission.ticket, of: admission.conversation, now: now)
    }
  }

  /// Changes a lane and lets through what may go then.
  private func change(_ key: QueueKey, _ body: (inout QueueLane, Duration) -> Void) {
    let calls = state.withLock { state in
      guard var lane = state.lanes.removeValue(forKey: key) else { return [Call]() }
      let now = elapsed()
      body(&lane, now)
      let calls = deliver(lane.advance(now: now), in: &state)
      state.lanes[key] = lane
      return calls
    }
    answer(calls)
  }

  /// Looks only when there are twice as many as the last look left, so that it costs next to nothing
  /// for each request.
  private func forgetIdleLanes(in state: inout State, now: Duration) {
    guard state.lanes.count >= state.sweepSize else { return }
    state.lanes = state.lanes.filter { !$0.value.canBeForgotten(now: now) }
    state.sweepSize = max(Self.smallestSweep, 2 * state.lanes.count)
  }
}

// MARK: - Waiting

extension RequestQueue {
  /// Hands each word to its waiter, or keeps it until it is listened for.
  private func deliver(
    _ words: [(ticket: Ticket, word: QueueLane.Word)], in state: inout State
  ) -> [Call] {
    var calls: [Call] = []
    for (ticket, word) in words {
      guard var waiter = state.waiters[ticket] else { continue }
      if let continuation = waiter.continuation {
        calls.append(Call(continuation: continuation, word: word))
        waiter.continuation = nil
      } else {
        waiter.word = word
      }
      state.waiters[ticket] = waiter
    }
    return calls
  }

  private func answer(_ calls: [Call]) {
    for call in calls { call.continuation.resume(returning: call.word) }
  }

  private func waitForAdmission(_ admission: Admission) async throws {
    var word = try await nextWord(for: admission)
    while case .watchClock(let until) = word {
      word = try await nextWord(for: admission, watchingClockUntil: until)
    }
  }

  /// Sleeps in a child task, so that a word that comes earlier is heard.
  private func nextWord(
    for admission: Admission, watchingClockUntil until: Duration
  ) async throws -> QueueLane.Word {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await self.clock.sleep(for: until - self.elapsed())
        self.change(admission.key) { _, _ in }
      }
      defer { group.cancelAll() }
      return try await nextWord(for: admission)
    }
  }

  /// - Throws: `CancellationError`; then the request has given up its place.
  private func nextWord(for admission: Admission) async throws -> QueueLane.Word {
    let word = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let call: Call? = state.withLock { state in
          // A cancellation that came before this is seen here, one that comes later finds the
          // continuation.
          guard !Task.isCancelled, var waiter = state.waiters[admission.ticket] else {
            return Call(continuation: continuation, word: nil)
          }
          if let word = waiter.word {
            waiter.word = nil
            state.waiters[admission.ticket] = waiter
            return Call(continuation: continuation, word: word)
          }
          waiter.continuation = continuation
          state.waiters[admission.ticket] = waiter
          return nil
        }
        if let call { answer([call]) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: admission.ticket) }
      leave(admission)
      waiter?.continuation?.resume(returning: nil)
    }
    // The word may have been on its way when the place was given up.
    try Task.checkCancellation()
    guard let word else { throw CancellationError() }
    return word
  }

  private static func stopwatch<C: Clock<Duration>>(of clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
