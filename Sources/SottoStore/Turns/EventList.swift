internal import SottoCore

/// Lists of events, without I/O.
enum EventList {
  /// Joins neighbouring pieces of the same text, which changes nothing of what the events say.
  static func joined(_ events: [TurnEvent]) -> [TurnEvent] {
    var joiner = EventJoiner()
    for event in events { joiner.add(event) }
    return joiner.finish()
  }

  /// The events up to the first that ends the turn.
  static func untilEnd(_ events: [TurnEvent]) -> [TurnEvent] {
    guard let end = events.firstIndex(where: \.isTerminal) else { return events }
    return Array(events[...end])
  }
}

/// Joins neighbouring pieces of the same text as they come. Adding them to a message one by one
/// would copy the whole text for each.
struct EventJoiner {
  private enum Kind { case text, reasoning, refusal }

  /// Longer pieces are not joined further, in bytes: a row has a limit.
  private static let longest = 1 << 20

  private var events: [TurnEvent] = []
  private var kind: Kind?
  private var text = ""

  mutating func add(_ event: TurnEvent) {
    switch event {
    case .text(let delta): add(delta, of: .text)
    case .reasoning(let delta): add(delta, of: .reasoning)
    case .refusal(let delta): add(delta, of: .refusal)
    default:
      flush()
      events.append(event)
    }
  }

  mutating func finish() -> [TurnEvent] {
    flush()
    return events
  }

  private mutating func add(_ delta: String, of kind: Kind) {
    if kind != self.kind || text.utf8.count > Self.longest {
      flush()
      self.kind = kind
    }
    text += delta
  }

  private mutating func flush() {
    switch kind {
    case .text: events.append(.text(text))
    case .reasoning: events.append(.reasoning(text))
    case .refusal: events.append(.refusal(text))
    case nil: break
    }
    kind = nil
    text = ""
  }
}
