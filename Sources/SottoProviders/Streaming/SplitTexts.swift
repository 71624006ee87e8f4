import SottoCore

/// Makes characters whole that were cut between the deltas of an answer, for each of its texts.
struct SplitTexts: Sendable {
  private var text = SplitCharacterJoiner()
  private var reasoning = SplitCharacterJoiner()
  private var refusal = SplitCharacterJoiner()
  private var arguments = SplitCharacterJoiner()

  var isHolding: Bool {
    text.isHolding || reasoning.isHolding || refusal.isHolding || arguments.isHolding
  }

  /// `events` with only whole characters.
  mutating func mend(_ events: ArraySlice<TurnEvent>, isProtected: Bool) -> [TurnEvent] {
    events.compactMap { event in
      switch event {
      case .text(let delta):
        let whole = text.join(delta, isProtected: isProtected)
        return whole.isEmpty ? nil : .text(whole)
      case .reasoning(let delta):
        let whole = reasoning.join(delta, isProtected: isProtected)
        return whole.isEmpty ? nil : .reasoning(whole)
      case .refusal(let delta):
        let whole = refusal.join(delta, isProtected: isProtected)
        return whole.isEmpty ? nil : .refusal(whole)
      case .toolCall(var fragment):
        fragment.argumentsDelta = arguments.join(fragment.argumentsDelta, isProtected: isProtected)
        return .toolCall(fragment)
      default: return event
      }
    }
  }

  /// What is left when the answer ends. A call's arguments are left as they are: a broken end shows
  /// itself.
  mutating func finish() -> [TurnEvent] {
    var events: [TurnEvent] = []
    if reasoning.isHolding { events.append(.reasoning(reasoning.flush())) }
    if text.isHolding { events.append(.text(text.flush())) }
    if refusal.isHolding { events.append(.refusal(refusal.flush())) }
    return events
  }
}
