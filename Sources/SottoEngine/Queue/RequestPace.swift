package import SottoCore

/// How fast the requests of one key may be sent: learned from what the provider answers. A value
/// that is told what happens and asked what may happen; `now` counts from any fixed start.
///
/// Three things hold a request back:
///
/// - the **window**, how many run at once: halved by a refusal, one more after a whole window of
///   accepted requests (additive increase, multiplicative decrease, as RFC 5681 does for TCP);
/// - the **gate**, shut for a while by a refusal, so that no other request runs into the same one;
///   one probe goes through it before the others;
/// - the **allowance** that the head of an answer names, until its reset.
package struct RequestPace {
  /// The longest time that nothing is tried: a provider may name hours, or be wrong.
  package static let longestPause: Duration = .seconds(60)
  /// The time until a reset that a provider does not name.
  package static let unknownReset: Duration = .seconds(5)
  /// How long a probe alone decides: a refusal comes fast, an answer may take minutes.
  package static let probeTime: Duration = .seconds(10)

  private enum Gate {
    case open
    /// Nothing passes before this time.
    case shut(until: Duration)
    /// Until this time one request alone tries.
    case probing(Ticket, until: Duration)
  }

  private struct Sent {
    /// Which window it was sent in: requests of one window that are refused together halve it once.
    var generation: Int
    /// Whether the head of its answer has come, so that the provider has surely counted it.
    var isAnswered = false
  }

  /// The most that run at once, as a person sets it.
  package var limit: Int
  /// `nil` while ``limit`` alone counts.
  private var window: Double?
  private var gate = Gate.open
  /// How many more may be sent, until a time.
  private var allowance: (left: Int, until: Duration)?
  private var sent: [Ticket: Sent] = [:]
  private var generation = 0
  /// Refusals without an accepted request between them.
  private var refusals = 0

  /// The pace of a key of which nothing is known.
  package init(limit: Int) { self.limit = limit }

  /// How many run.
  package var inFlight: Int { sent.count }

  /// How many may run at once, at least 1.
  package var capacity: Int { max(1, min(limit, window.map { Int($0) } ?? limit)) }

  /// Takes a request, if one may be sent now.
  package mutating func admit(_ ticket: Ticket, now: Duration) -> Bool {
    passTime(now)
    guard sent.count < capacity else { return false }
    if let left = allowance?.left, left <= 0 { return false }
    switch gate {
    case .open: break
    case .probing: return false
    case .shut(let until):
      if now < until { return false }
      gate = .probing(ticket, until: now + Self.probeTime)
    }
    allowance?.left -= 1
    sent[ticket] = Sent(generation: generation)
    return true
  }

  /// When time alone may let a request through; `nil` when something else must happen first.
  package mutating func opening(now: Duration) -> Duration? {
    passTime(now)
    var times: [Duration] = []
    if let allowance, allowance.left <= 0 { times.append(allowance.until) }
    switch gate {
    case .open: break
    case .shut(let until), .probing(_, let until): if until > now { times.append(until) }
    }
    return times.max()
  }

  /// The head of an answer came that is no refusal.
  package mutating func accepted(_ ticket: Ticket, limits: [RateLimit], now: Duration) {
    guard let request = sent[ticket] else { return }
    sent[ticket]?.isAnswered = true
    if case .probing(ticket, _) = gate { gate = .open }
    if !request.isAnswered, request.generation == generation {
      refusals = 0
      if let size = window {
        let larger = size + 1 / size
        window = larger < Double(limit) ? larger : nil
      }
    }
    learn(limits, now: now)
  }

  /// The provider takes no more for now, for as long as `retryAfter` says; without it the pause is a
  /// second, and twice as long after each refusal that follows.
  package mutating func refused(
    _ ticket: Ticket, retryAfter: Duration?, limits: [RateLimit], now: Duration
  ) {
    guard let request = sent[ticket] else { return }
    sent[ticket]?.isAnswered = true
    if retryAfter == nil {
      learn(limits, now: now)
    } else {
      // It is meant for this moment; a reset may be the time until the limit is whole again.
      allowance = nil
    }
    let isFirst = request.generation == generation
    if isFirst {
      window = max(1, (min(Double(capacity), Double(sent.count)) / 2).rounded(.down))
      generation += 1
      refusals += 1
    }
    guard isFirst || retryAfter != nil else { return }
    let pause = retryAfter ?? .seconds(1 << min(refusals - 1, 6))
    var until = now + min(max(pause, .zero), Self.longestPause)
    if case .shut(let earlier) = gate { until = max(until, earlier) }
    gate = .shut(until: until)
  }

  /// A request ended, however it did.
  package mutating func end(_ ticket: Ticket, now: Duration) {
    sent[ticket] = nil
    // A probe that ended without a word from the provider has shown nothing: the next one tries.
    if case .probing(ticket, _) = gate { gate = .shut(until: now) }
  }

  private mutating func passTime(_ now: Duration) {
    if case .probing(_, let until) = gate, until <= now { gate = .open }
    guard let allowance, allowance.until <= now else { return }
    self.allowance = nil
    if allowance.left <= 0, case .open = gate { gate = .shut(until: now) }
  }

  /// Of several limits the one that lasts longest counts.
  private mutating func learn(_ limits: [RateLimit], now: Duration) {
    // Those whose answer has not begun may not be in the provider's count yet.
    let uncounted = sent.values.count(where: { !$0.isAnswered })
    var learned: (left: Int, until: Duration)?
    for limit in limits {
      guard let remaining = limit.remaining else { continue }
      let left: Int
      switch limit.kind {
      case .requests: left = max(0, remaining - uncounted)
      case .tokens, .inputTokens, .outputTokens:
        // How many a request takes is not known before, so that any rest may be enough.
        if remaining > 0 { continue }
        left = 0
      default: continue
      }
      let reset = min(max(limit.resetsAfter ?? Self.unknownReset, .zero), Self.longestPause)
      let until = now + reset
      if let known = learned {
        let isStricter = (left <= 0) == (known.left <= 0) ? until > known.until : left <= 0
        if !isStricter { continue }
      }
      learned = (left, until)
    }
    if let learned { allowance = learned }
  }
}
