import SottoCore

/// A content block while it arrives.
///
/// Text and reasoning go on at once. What only has a meaning as a whole comes when the block is
/// closed: the seal on reasoning, citations, and blocks of the provider's own.
struct AnthropicBlock: Sendable {
  private enum Kind: Hashable {
    case text, thinking, toolCall(Int), own
  }

  /// The `type` of the citations of a text, as they are kept in the history. Such a block is ours:
  /// the provider has them inside the text's block.
  static let citationsType = "citations"

  private let kind: Kind
  private let start: JSONObject
  private var split = SplitCharacterJoiner()
  /// UTF-8 bytes of text or reasoning that went on.
  private var length = 0
  private var signature = ""
  private var citations: [JSONValue] = []
  private var input = ""
  private var content: String?
  /// Something of it was not understood, so it cannot be sent back.
  private var isIncomplete = false

  /// Whether its type is one that this decoder knows.
  let isKnown: Bool

  /// - Parameters:
  ///   - start: the `content_block`, which may hold all of it already.
  ///   - callIndex: the index it has if it is a tool call.
  ///   - events: gets what the start holds of text, reasoning or a call.
  init(_ start: JSONValue, callIndex: Int, to events: inout [TurnEvent]) {
    self.start = start.object ?? JSONObject()
    let type = start["type"]?.string ?? ""
    switch type {
    case "text": kind = .text
    case "thinking": kind = .thinking
    case "tool_use": kind = .toolCall(callIndex)
    default: kind = .own
    }
    isKnown = kind != .own || Self.ownTypes.contains(type) || type.hasSuffix("_tool_result")
    switch kind {
    case .text:
      add(text: start["text"]?.string ?? "", isProtected: false, to: &events)
      citations = start["citations"]?.array ?? []
    case .thinking:
      add(text: start["thinking"]?.string ?? "", isProtected: false, to: &events)
      signature = start["signature"]?.string ?? ""
    case .toolCall(let index):
      events.append(
        .toolCall(
          ToolCallFragment(
            index: index, id: start["id"]?.string ?? "", name: start["name"]?.string ?? "")))
    case .own: break
    }
  }

  var isToolCall: Bool { if case .toolCall = kind { true } else { false } }

  private static let ownTypes: Set<String> = [
    "redacted_thinking", "server_tool_use", "mcp_tool_use", "mcp_tool_listing", "compaction",
    "container_upload", "fallback",
  ]

  /// Whether characters cut between deltas of this type can be made whole again.
  static func joinsCharacters(ofDelta type: String?) -> Bool {
    switch type {
    case "text_delta", "thinking_delta", "input_json_delta": true
    default: false
    }
  }

  /// Reads a `delta`. False when its type is not known.
  mutating func apply(
    _ delta: JSONValue, isProtected: Bool, to events: inout [TurnEvent]
  ) -> Bool {
    switch (delta["type"]?.string ?? "", kind) {
    case ("text_delta", .text):
      add(text: delta["text"]?.string ?? "", isProtected: isProtected, to: &events)
    case ("thinking_delta", .thinking):
      add(text: delta["thinking"]?.string ?? "", isProtected: isProtected, to: &events)
    case ("text_delta", .own):
      // Text in a block of a kind to come is better shown than lost.
      isIncomplete = true
      add(text: delta["text"]?.string ?? "", isProtected: isProtected, to: &events)
    case ("signature_delta", .thinking): signature += delta["signature"]?.string ?? ""
    case ("citations_delta", .text):
      if let citation = delta["citation"] { citations.append(citation) }
    case ("input_json_delta", .toolCall), ("input_json_delta", .own):
      add(input: delta["partial_json"]?.string ?? "", isProtected: isProtected, to: &events)
    case ("compaction_delta", .own): content = (content ?? "") + (delta["content"]?.string ?? "")
    default:
      isIncomplete = true
      return false
    }
    return true
  }

  private mutating func add(text: String, isProtected: Bool, to events: inout [TurnEvent]) {
    emit(split.join(text, isProtected: isProtected), to: &events)
  }

  private mutating func emit(_ text: String, to events: inout [TurnEvent]) {
    if text.isEmpty { return }
    length += text.utf8.count
    events.append(kind == .thinking ? .reasoning(text) : .text(text))
  }

  private mutating func add(input piece: String, isProtected: Bool, to events: inout [TurnEvent]) {
    let whole = split.join(piece, isProtected: isProtected)
    if whole.isEmpty { return }
    input += whole
    guard case .toolCall(let index) = kind else { return }
    events.append(.toolCall(ToolCallFragment(index: index, argumentsDelta: whole)))
  }

  /// The answer broke off: gives what is held of a text.
  mutating func cut(to events: inout [TurnEvent]) {
    if kind == .text || kind == .thinking { emit(split.flush(), to: &events) }
  }

  /// The block is whole: gives what waited for that.
  mutating func close(to events: inout [TurnEvent]) {
    cut(to: &events)
    switch kind {
    case .text:
      if citations.isEmpty { return }
      events.append(
        .opaque(
          JSONValue.object([
            "type": .string(Self.citationsType), "text_length": .integer(Int64(length)),
            "citations": .array(citations),
          ]).encodedText))
    case .thinking: closeThinking(to: &events)
    case .toolCall(let index):
      // Some servers give the whole input at the start. No input at all is that of a tool without
      // parameters.
      if !input.isEmpty { return }
      let whole = start["input"].flatMap { $0.object == nil ? nil : $0.encodedText } ?? "{}"
      events.append(.toolCall(ToolCallFragment(index: index, argumentsDelta: whole)))
    case .own: closeOwn(to: &events)
    }
  }

  private func closeThinking(to events: inout [TurnEvent]) {
    if signature.isEmpty { return }
    if length > 0 { return events.append(.signature(signature)) }
    // Reasoning that is not shown has no part that the seal could follow.
    var block = start
    block["signature"] = .string(signature)
    events.append(.opaque(JSONValue.object(block).encodedText))
  }

  private func closeOwn(to events: inout [TurnEvent]) {
    var block = start
    if !input.isEmpty {
      guard let value = try? JSONValue(parsing: input) else { return }
      block["input"] = value
    }
    if let content { block["content"] = .string(content) }
    if isIncomplete || block["type"]?.string == nil { return }
    events.append(.opaque(JSONValue.object(block).encodedText))
  }
}
