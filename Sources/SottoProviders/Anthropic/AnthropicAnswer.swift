package import SottoCore

/// What an answer has said so far, from the events of its stream or from its whole reply.
package struct AnthropicAnswer: JSONAnswer {
  /// As the provider spelt it.
  package private(set) var finishReason: String?
  package private(set) var unknownPieces = 0
  /// Whether `message_stop` has come, or a whole reply was read.
  package private(set) var isOver = false
  private var figures = AnthropicUsage()
  private var hasStarted = false
  private var hasContent = false
  private var hasExplained = false
  /// The blocks that are not closed, by their index.
  private var blocks: [Int: AnthropicBlock] = [:]
  private var latestIndex = -1
  private var callCount = 0

  package init(provider: String) {}

  package var usage: Usage? { figures.figures }
  package static var joinsCharacters: Bool { true }

  package static func isDelta(_ value: JSONValue) -> Bool {
    AnthropicBlock.joinsCharacters(ofDelta: value["delta"]?["type"]?.string)
  }

  package mutating func apply(
    _ event: JSONValue, name: String, isProtected: Bool, to events: inout [TurnEvent]
  ) -> Bool {
    if Self.isReply(event) {
      apply(reply: event, to: &events)
      isOver = true
      return true
    }
    switch event["type"]?.string ?? name {
    case "message_start": start(event["message"] ?? .null, to: &events)
    case "content_block_start":
      let index = event["index"]?.int ?? latestIndex + 1
      open(event["content_block"] ?? .null, at: index, to: &events)
    case "content_block_delta": apply(delta: event, isProtected: isProtected, to: &events)
    case "content_block_stop": close(event["index"]?.int ?? latestIndex, to: &events)
    case "message_delta":
      readEnd(event["delta"] ?? .null, to: &events)
      figures.apply(event["usage"])
    case "message_stop": isOver = true
    case "ping": break
    case "error":
      figures.apply(event["usage"])
      return false
    default:
      // Where there is no type the name is that of any event.
      guard event["type"]?.string != nil else { return false }
      unknownPieces += 1
    }
    return true
  }

  /// Not of this protocol, but gateways add it. Without a stop reason it promises nothing.
  package mutating func applyDoneMark() -> Bool {
    if finishReason != nil { isOver = true }
    return isOver
  }

  /// Whether this is a whole message, not an event of a stream.
  private static func isReply(_ value: JSONValue) -> Bool {
    guard value["content"]?.array != nil else { return false }
    return value["type"]?.string.map { $0 == "message" } ?? true
  }

  private mutating func apply(reply: JSONValue, to events: inout [TurnEvent]) {
    start(reply, to: &events)
    for (index, block) in (reply["content"]?.array ?? []).enumerated() {
      open(block, at: index, to: &events)
      close(index, to: &events)
    }
    readEnd(reply, to: &events)
  }

  private mutating func start(_ message: JSONValue, to events: inout [TurnEvent]) {
    if !hasStarted, let model = message["model"]?.string, !model.isEmpty {
      hasStarted = true
      events.append(.started(model: model))
    }
    figures.apply(message["usage"])
  }

  private mutating func open(_ start: JSONValue, at index: Int, to events: inout [TurnEvent]) {
    close(index, to: &events)
    let block = AnthropicBlock(start, callIndex: callCount, to: &events)
    if block.isToolCall { callCount += 1 }
    if !block.isKnown { unknownPieces += 1 }
    blocks[index] = block
    latestIndex = index
    hasContent = true
  }

  private mutating func apply(
    delta event: JSONValue, isProtected: Bool, to events: inout [TurnEvent]
  ) {
    let delta = event["delta"] ?? .null
    let index = event["index"]?.int ?? max(latestIndex, 0)
    if blocks[index] == nil {
      // The start of the block is missing, but what the text is can be told without.
      switch delta["type"]?.string {
      case "text_delta": open(.object(["type": "text"]), at: index, to: &events)
      case "thinking_delta": open(.object(["type": "thinking"]), at: index, to: &events)
      default: break
      }
    }
    let isKnown = blocks[index]?.apply(delta, isProtected: isProtected, to: &events) ?? false
    if !isKnown { unknownPieces += 1 }
  }

  private mutating func close(_ index: Int, to events: inout [TurnEvent]) {
    blocks[index]?.close(to: &events)
    blocks[index] = nil
  }

  private mutating func readEnd(_ delta: JSONValue, to events: inout [TurnEvent]) {
    if let reason = delta["stop_reason"]?.string, !reason.isEmpty { finishReason = reason }
    if finishReason == "refusal", !hasExplained,
      let words = delta["stop_details"]?["explanation"]?.string, !words.isEmpty
    {
      hasExplained = true
      events.append(.refusal(words))
    }
  }

  /// Only `message_stop` makes a stream whole. Without it more blocks could have come, whatever
  /// stop reason was given.
  private var isWhole: Bool { isOver && (finishReason != nil || hasContent) }

  /// Gives what the open blocks hold.
  package mutating func flush(to events: inout [TurnEvent]) {
    for index in blocks.keys.sorted() {
      if isWhole { blocks[index]?.close(to: &events) } else { blocks[index]?.cut(to: &events) }
    }
    blocks = [:]
  }

  package func ending() -> TurnEvent? {
    isWhole ? .finished(mapped(finishReason ?? "end_turn")) : nil
  }

  private func mapped(_ reason: String) -> StopReason {
    switch reason.lowercased() {
    case "max_tokens", "model_context_window_exceeded": .length
    case "refusal": .refusal
    case "tool_use": .toolCalls
    case "end_turn", "stop_sequence": callCount > 0 ? .toolCalls : .stop
    default: callCount > 0 ? .toolCalls : .other
    }
  }
}
