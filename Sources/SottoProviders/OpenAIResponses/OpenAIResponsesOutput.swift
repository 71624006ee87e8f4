import SottoCore

/// The output items of an answer, found by `output_index`: identifiers may change between events
/// (GitHub Copilot).
struct OpenAIResponsesOutput: Sendable {
  private(set) var items: [OpenAIResponsesItem] = []
  /// Items and content parts of a type that nobody here knows.
  private(set) var unknownParts = 0
  /// A whole text was not what its deltas had said.
  private(set) var hasContradiction = false
  /// The position in `items` for an index of the server's.
  private var positions: [Int: Int] = [:]
  private var callCount = 0

  var hasToolCalls: Bool { callCount > 0 }
  var hasRefusal: Bool { items.contains(where: \.hasRefusal) }

  mutating func open(_ event: JSONValue, to events: inout [TurnEvent]) {
    guard let item = event["item"], item.object != nil else { return }
    let index = event["output_index"]?.int
    if let index, let known = positions[index], !items[known].isClosed,
      items[known].type == item["type"]?.string,
      items[known].id.isEmpty || items[known].id == item["id"]?.string
    {
      // Announced twice, or after its first delta.
      if items[known].callIndex != nil { describe(item, at: known, to: &events) }
      return
    }
    add(item, at: index, to: &events)
  }

  mutating func close(_ event: JSONValue, to events: inout [TurnEvent]) {
    guard let item = event["item"], item.object != nil else { return }
    let index = event["output_index"]?.int
    let known = index.map { positions[$0] } ?? items.indices.last
    if let known, !items[known].isClosed, items[known].type == item["type"]?.string {
      complete(item, at: known, to: &events)
    } else {
      complete(item, at: add(item, at: index, to: &events), to: &events)
    }
  }

  mutating func add(
    _ delta: String, kind: OpenAIResponsesSlot.Kind, of event: JSONValue, isProtected: Bool,
    to events: inout [TurnEvent]
  ) {
    let position = position(for: event, kind: kind, to: &events)
    let slot = OpenAIResponsesSlot(kind: kind, index: Self.partIndex(event))
    if let more = items[position].add(delta, to: slot, isProtected: isProtected) {
      events.append(more)
    }
  }

  mutating func complete(
    _ whole: String, kind: OpenAIResponsesSlot.Kind, of event: JSONValue,
    to events: inout [TurnEvent]
  ) {
    let position = position(for: event, kind: kind, to: &events)
    let slot = OpenAIResponsesSlot(kind: kind, index: Self.partIndex(event))
    var agrees = true
    if let rest = items[position].complete(whole, slot, agrees: &agrees) { events.append(rest) }
    if !agrees { hasContradiction = true }
  }

  /// The whole `output` of the response: says what no event has said.
  ///
  /// The item at the same index counts, else the first of its type that is left: a server may number
  /// its items in its own way.
  mutating func complete(output: [JSONValue], to events: inout [TurnEvent]) {
    let exact: [Int?] = output.enumerated().map { index, item in
      positions[index].flatMap { items[$0].type == item["type"]?.string ? $0 : nil }
    }
    var others = items.indices.filter { !exact.contains($0) }
    for (item, position) in zip(output, exact) where item.object != nil {
      var position = position
      if position == nil,
        let place = others.firstIndex(where: { items[$0].type == item["type"]?.string })
      {
        position = others.remove(at: place)
      }
      if let position, items[position].isClosed { continue }
      complete(item, at: position ?? add(item, at: nil, to: &events), to: &events)
    }
  }

  mutating func flush() -> [TurnEvent] {
    items.indices.flatMap { items[$0].flush() }
  }

  @discardableResult
  private mutating func add(
    _ item: JSONValue, at index: Int?, to events: inout [TurnEvent]
  ) -> Int {
    let type = item["type"]?.string ?? ""
    items.append(OpenAIResponsesItem(type: type, id: item["id"]?.string ?? ""))
    let position = items.count - 1
    if let index { positions[index] = position }
    if OpenAIResponsesItem.callTypes.contains(type) { describe(item, at: position, to: &events) }
    return position
  }

  private mutating func describe(_ item: JSONValue, at position: Int, to events: inout [TurnEvent])
  {
    let isNew = items[position].callIndex == nil
    if let event = items[position].describeCall(item, index: callCount) { events.append(event) }
    if isNew { callCount += 1 }
  }

  /// The item an event belongs to; a new one when none was announced.
  private mutating func position(
    for event: JSONValue, kind: OpenAIResponsesSlot.Kind, to events: inout [TurnEvent]
  ) -> Int {
    let index = event["output_index"]?.int
    let known = index.map { positions[$0] } ?? items.indices.last
    if let known, !items[known].isClosed || items[known].holds(kind) {
      return known
    }
    let type =
      switch kind {
      case .text, .refusal: "message"
      case .reasoning, .summary: "reasoning"
      case .arguments:
        event["type"]?.string?.hasPrefix("response.custom_tool_call") ?? false
          ? "custom_tool_call" : "function_call"
      }
    // Its identifier is not that of the call, which comes when the item is done.
    return add(.object(["type": .string(type)]), at: index, to: &events)
  }

  private static func partIndex(_ event: JSONValue) -> Int {
    event["content_index"]?.int ?? event["summary_index"]?.int ?? 0
  }

  private mutating func complete(
    _ item: JSONValue, at position: Int, to events: inout [TurnEvent]
  ) {
    var whole = OpenAIResponsesWholeItem(item)
    if OpenAIResponsesItem.callTypes.contains(whole.type) {
      describe(item, at: position, to: &events)
      // Some servers say so that a function takes no arguments.
      let isCut = ["incomplete", "in_progress"].contains(item["status"]?.string)
      if whole.type == "function_call", whole.arguments.isEmpty, !isCut,
        !items[position].hasSaid(.arguments)
      {
        whole.arguments = "{}"
      }
    }
    var agrees = true
    events += items[position].complete(whole, agrees: &agrees)
    if !agrees { hasContradiction = true }
    unknownParts += whole.unknownParts
    events += whole.opaque.map { TurnEvent.opaque($0.encodedText) }
  }
}
