package import SottoCore

/// The requests of one key, those that run and those that wait. Pure: it answers what is to be done,
/// and ``RequestQueue`` does it.
package struct QueueLane {
  /// What a request that waits is told.
  package enum Word: Hashable, Sendable {
    /// It may be sent.
    case admitted
    /// It watches the clock for all that wait: at this time the lane is to be looked at again.
    case watchClock(until: Duration)
  }

  package private(set) var pace: RequestPace
  package private(set) var line = FairLine()
  /// Who watches the clock, and until when.
  private var watch: (ticket: Ticket, until: Duration)?
  private var lastUse: Duration

  /// Nothing is known of the key yet.
  package init(limit: Int, now: Duration) {
    pace = RequestPace(limit: max(1, limit))
    lastUse = now
  }

  /// Whether nothing is lost when it is forgotten: what was learned of a key is worth as much as the
  /// longest pause.
  package func canBeForgotten(now: Duration) -> Bool {
    pace.inFlight == 0 && line.count == 0 && now - lastUse > RequestPace.longestPause
  }

  /// A request comes, and with it the most that may run at once from now on.
  ///
  /// - Returns: whether it may be sent at once; otherwise it waits.
  package mutating func enter(
    _ ticket: Ticket, of conversation: ConversationID, limit: Int, now: Duration
  ) -> Bool {
    pace.limit = max(1, limit)
    lastUse = now
    if line.count == 0, pace.admit(ticket, now: now) { return true }
    line.append(ticket, of: conversation)
    return false
  }

  /// A request ends, or waits no longer.
  package mutating func leave(_ ticket: Ticket, of conversation: ConversationID, now: Duration) {
    lastUse = now
    if watch?.ticket == ticket { watch = nil }
    if !line.remove(ticket, of: conversation) { pace.end(ticket, now: now) }
  }

  /// The provider took a request; see ``RequestPace``.
  package mutating func accepted(_ ticket: Ticket, limits: [RateLimit], now: Duration) {
    pace.accepted(ticket, limits: limits, now: now)
  }

  /// The provider refused a request; see ``RequestPace``.
  package mutating func refused(
    _ ticket: Ticket, retryAfter: Duration?, limits: [RateLimit], now: Duration
  ) {
    pace.refused(ticket, retryAfter: retryAfter, limits: limits, now: now)
  }

  /// When the time comes that a request which waits may be let through, if time decides it.
  package mutating func opening(now: Duration) -> Duration? { pace.opening(now: now) }

  /// Lets through what may go. To be called after every change, and at the time that a
  /// ``Word/watchClock(until:)`` named.
  ///
  /// - Returns: who is to be told what, at most one word for each.
  package mutating func advance(now: Duration) -> [(ticket: Ticket, word: Word)] {
    var words: [(ticket: Ticket, word: Word)] = []
    while let next = line.first, pace.admit(next, now: now) {
      _ = line.popFirst()
      if watch?.ticket == next { watch = nil }
      words.append((next, .admitted))
    }
    guard let next = line.first, let until = pace.opening(now: now) else {
      // Whoever still watches wakes in vain once, which costs less than telling it not to.
      return words
    }
    if let watch, watch.until > now, watch.until <= until { return words }
    let watcher = watch?.ticket ?? next
    watch = (watcher, until)
    words.append((watcher, .watchClock(until: until)))
    return words
  }
}
