import SottoCore

/// An output item that is complete, taken apart.
struct OpenAIResponsesWholeItem {
  let type: String
  var texts: [(index: Int, text: String)] = []
  var refusals: [(index: Int, text: String)] = []
  var reasoning: [(index: Int, text: String)] = []
  var summaries: [(index: Int, text: String)] = []
  var arguments = ""
  /// What goes back to the provider as it is, or is only its to read.
  var opaque: [JSONValue] = []
  var unknownParts = 0

  init(_ item: JSONValue) {
    type = item["type"]?.string ?? ""
    switch type {
    case "message": readMessage(item)
    case "reasoning": readReasoning(item)
    case "function_call": arguments = Self.text(item["arguments"])
    case "custom_tool_call": arguments = Self.text(item["input"])
    default:
      opaque.append(item)
      if !Self.isKnown(type) { unknownParts += 1 }
    }
  }

  private mutating func readMessage(_ item: JSONValue) {
    if let text = item["content"]?.string { texts.append((0, text)) }
    for (index, part) in (item["content"]?.array ?? []).enumerated() {
      switch part["type"]?.string {
      case "output_text", "text":
        texts.append((index, part["text"]?.string ?? ""))
        // Only what a citation points at says where it was made.
        opaque += part["annotations"]?.array ?? []
      case "refusal": refusals.append((index, part["refusal"]?.string ?? ""))
      case "reasoning_text": reasoning.append((index, part["text"]?.string ?? ""))
      default: unknownParts += 1
      }
    }
    // Newer models want it back: without it their later answers are worse.
    if let phase = item["phase"]?.string {
      opaque.append(.object(["type": "message", "phase": .string(phase)]))
    }
  }

  private mutating func readReasoning(_ item: JSONValue) {
    reasoning = Self.parts(item["content"])
    summaries = Self.parts(item["summary"])
    // Some servers give the same text in both.
    if !summaries.isEmpty, summaries.map(\.text).joined() == reasoning.map(\.text).joined() {
      reasoning = []
    }
    // Without it the item cannot go back: nothing is stored at the provider.
    if item["encrypted_content"]?.string?.isEmpty == false { opaque.append(item) }
  }

  private static func parts(_ value: JSONValue?) -> [(index: Int, text: String)] {
    if let text = value?.string { return [(0, text)] }
    return (value?.array ?? []).enumerated().map { ($0, $1["text"]?.string ?? $1.string ?? "") }
  }

  /// Text as it is; some servers send the object itself.
  private static func text(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null: ""
    case .string(let text): text
    case .some(let value): value.encodedText
    }
  }

  /// Items of tools that the provider runs, or that we never ask for.
  private static func isKnown(_ type: String) -> Bool {
    type.hasSuffix("_call") || type.hasSuffix("_call_output") || others.contains(type)
  }

  private static let others: Set<String> = [
    "mcp_list_tools", "mcp_approval_request", "mcp_approval_response", "tool_search",
    "tool_search_output", "compaction", "compaction_summary", "program", "program_output",
  ]
}

extension OpenAIResponsesItem {
  /// Tools that we run, so the model waits for their results.
  static let callTypes: Set<String> = ["function_call", "custom_tool_call"]

  /// Whether texts of this kind belong to an item of its type.
  func holds(_ kind: OpenAIResponsesSlot.Kind) -> Bool {
    switch kind {
    case .text, .refusal: type == "message"
    case .reasoning, .summary: type == "reasoning"
    case .arguments: Self.callTypes.contains(type)
    }
  }

  /// Says what is missing of the item, and closes it.
  mutating func complete(_ whole: OpenAIResponsesWholeItem, agrees: inout Bool) -> [TurnEvent] {
    isClosed = true
    var reasoning = whole.reasoning
    var summaries = whole.summaries
    // The same text in both places: where it was streamed it is complete.
    if reasoning.isEmpty, hasSaid(.reasoning), !hasSaid(.summary) {
      reasoning = summaries
      summaries = []
    }
    var events = complete(summaries, kind: .summary, agrees: &agrees)
    events += complete(reasoning, kind: .reasoning, agrees: &agrees)
    events += complete(whole.texts, kind: .text, agrees: &agrees)
    events += complete(whole.refusals, kind: .refusal, agrees: &agrees)
    if Self.callTypes.contains(whole.type) {
      events += complete([(0, whole.arguments)], kind: .arguments, agrees: &agrees)
    }
    return events
  }
}
