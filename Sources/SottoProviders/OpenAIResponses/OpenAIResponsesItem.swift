import SottoCore

/// One item of an answer's `output`: a message, reasoning, a tool call or something of the
/// provider's own.
struct OpenAIResponsesItem: Sendable {
  /// As the provider spells it, or what the first delta makes it.
  let type: String
  let id: String
  /// It has been said as a whole, and nothing of it is missing.
  var isClosed = false
  /// Which call of the answer it is.
  private(set) var callIndex: Int?
  private var hasCallID = false
  private var hasCallName = false
  private var texts: [OpenAIResponsesSlot: OpenAIResponsesText] = [:]

  init(type: String, id: String) {
    self.type = type
    self.id = id
  }

  var hasRefusal: Bool { hasSaid(.refusal) }

  /// Begins a tool call, or says what was not yet known of it. `index` counts the calls of the
  /// answer and matters the first time only.
  mutating func describeCall(_ item: JSONValue, index: Int) -> TurnEvent? {
    var fragment = ToolCallFragment(index: callIndex ?? index)
    if !hasCallID, let id = item["call_id"]?.string ?? item["id"]?.string, !id.isEmpty {
      fragment.id = id
      hasCallID = true
    }
    if !hasCallName, let name = item["name"]?.string, !name.isEmpty {
      fragment.name = name
      hasCallName = true
    }
    let isNew = callIndex == nil
    callIndex = fragment.index
    return isNew || fragment.id != nil || fragment.name != nil ? .toolCall(fragment) : nil
  }

  mutating func add(_ delta: String, to slot: OpenAIResponsesSlot, isProtected: Bool) -> TurnEvent?
  {
    event(texts[slot, default: OpenAIResponsesText()].add(delta, isProtected: isProtected), slot)
  }

  /// Completes the text of one slot. `agrees` becomes false when the deltas said something else.
  mutating func complete(
    _ whole: String, _ slot: OpenAIResponsesSlot, agrees: inout Bool
  ) -> TurnEvent? {
    guard let rest = texts[slot, default: OpenAIResponsesText()].complete(whole) else {
      agrees = false
      return nil
    }
    return event(rest, slot)
  }

  /// Completes all texts of a kind. The one at the same index counts, else the first that is left:
  /// a server may count its parts in its own way.
  mutating func complete(
    _ wholes: [(index: Int, text: String)], kind: OpenAIResponsesSlot.Kind, agrees: inout Bool
  ) -> [TurnEvent] {
    let known = texts.keys.filter { $0.kind == kind }.map(\.index).sorted()
    var others = known.filter { index in !wholes.contains { $0.index == index } }
    var events: [TurnEvent] = []
    for whole in wholes {
      var index = whole.index
      if !known.contains(index), !others.isEmpty { index = others.removeFirst() }
      let slot = OpenAIResponsesSlot(kind: kind, index: index)
      if let event = complete(whole.text, slot, agrees: &agrees) { events.append(event) }
    }
    return events
  }

  func hasSaid(_ kind: OpenAIResponsesSlot.Kind) -> Bool {
    texts.contains { $0.key.kind == kind && $0.value.length > 0 }
  }

  /// What the texts still held when the answer ended. A call's arguments are left as they are: a
  /// broken end shows itself.
  mutating func flush() -> [TurnEvent] {
    let slots = texts.keys.filter { $0.kind != .arguments }.sorted { $0.index < $1.index }
    return slots.compactMap { event(texts[$0]?.flush() ?? "", $0) }
  }

  private func event(_ text: String, _ slot: OpenAIResponsesSlot) -> TurnEvent? {
    if text.isEmpty { return nil }
    switch slot.kind {
    case .text: return .text(text)
    case .refusal: return .refusal(text)
    case .reasoning, .summary: return .reasoning(text)
    case .arguments:
      return callIndex.map { .toolCall(ToolCallFragment(index: $0, argumentsDelta: text)) }
    }
  }
}
