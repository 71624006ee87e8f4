package import SottoCore

/// Which deadline of a request comes next, and which has passed.
package struct DeadlineTracker: Sendable {
  package typealias Instant = ContinuousClock.Instant

  private enum Phase { case connecting, waiting, receiving, heldBack }

  private let connect: Duration
  private let firstByte: Duration
  private let idle: Duration
  private let total: Instant
  private var phase = Phase.connecting
  private var since: Instant

  package init(_ deadlines: Deadlines, start: Instant) {
    connect = deadlines.connect.bounded
    firstByte = deadlines.firstByte.bounded
    idle = deadlines.idle.bounded
    total = start + deadlines.total.bounded
    since = start
  }

  /// The connection is there, the request goes out. Answers like ``enter(_:_:)``.
  package mutating func connected(at now: Instant) -> Bool { enter(.waiting, now) }

  /// Bytes of the answer came.
  package mutating func received(at now: Instant) -> Bool { enter(.receiving, now) }

  /// The reader is slow: the sender's silence is ours.
  package mutating func heldBack(at now: Instant) -> Bool { enter(.heldBack, now) }

  /// The reader goes on.
  package mutating func resumed(at now: Instant) -> Bool {
    phase == .heldBack && enter(.receiving, now)
  }

  /// When to look again.
  package var next: Instant {
    guard let (limit, _) = step else { return total }
    return min(since + limit, total)
  }

  /// The deadline that has passed.
  package func passed(at now: Instant) -> TransportError? {
    if now >= total { return TransportError(.totalTimeout, "the answer took too long in all") }
    guard let (limit, code) = step, now >= since + limit else { return nil }
    return switch phase {
    case .connecting: TransportError(code, "no connection within \(limit)")
    case .waiting: TransportError(code, "no answer within \(limit)")
    case .receiving, .heldBack: TransportError(code, "nothing more came for \(limit)")
    }
  }

  private var step: (limit: Duration, code: TransportError.Code)? {
    switch phase {
    case .connecting: (connect, .connectTimeout)
    case .waiting: (firstByte, .firstByteTimeout)
    case .receiving: (idle, .idleTimeout)
    case .heldBack: nil
    }
  }

  /// Answers whether ``next`` may have come nearer. Within a phase it only moves away.
  private mutating func enter(_ phase: Phase, _ now: Instant) -> Bool {
    defer {
      self.phase = phase
      since = now
    }
    return phase != self.phase
  }
}

extension Duration {
  /// Small enough to be added to any instant.
  package var bounded: Duration { Swift.min(Swift.max(self, .zero), .seconds(365 * 86_400)) }
}
