import SottoCore

/// What an answer has said so far, from the events of its stream or from its whole reply.
struct AnthropicAnswer: Sendable {
  /// How the body ended.
  enum End: Hashable, Sendable {
    /// With `message_stop`, or a whole reply was read.
    case marked
    /// The body was over.
    case unmarked
  }

  /// As the provider spelt it.
  private(set) var stopReason: String?
  private(set) var unknownEvents = 0
  private var figures = AnthropicUsage()
  private var hasStarted = false
  private var hasContent = false
  private var hasExplained = false
  /// The blocks that are not closed, by their index.
  private var blocks: [Int: AnthropicBlock] = [:]
  private var latestIndex = -1
  private var callCount = 0

  var usage: Usage? { figures.figures }

  /// The types of event that a stream consists of.
  static let eventTypes: Set<String> = [
    "message_start", "content_block_start", "content_block_delta", "content_block_stop",
    "message_delta", "message_stop", "ping", "error",
  ]

  /// Reads an event; `message_stop` and `error` are the caller's. What is not known is counted.
  mutating func apply(
    _ event: JSONValue, type: String, isProtected: Bool, to events: inout [TurnEvent]
  ) {
    switch type {
    case "message_start": start(event["message"] ?? .null, to: &events)
    case "content_block_start":
      let index = event["index"]?.int ?? latestIndex + 1
      open(event["content_block"] ?? .null, at: index, to: &events)
    case "content_block_delta": apply(delta: event, isProtected: isProtected, to: &events)
    case "content_block_stop": close(event["index"]?.int ?? latestIndex, to: &events)
    case "message_delta":
      readEnd(event["delta"] ?? .null, to: &events)
      figures.apply(event["usage"])
    case "ping": break
    default: unknownEvents += 1
    }
  }

  /// Reads a whole reply.
  mutating func apply(reply: JSONValue, to events: inout [TurnEvent]) {
    start(reply, to: &events)
    for (index, block) in (reply["content"]?.array ?? []).enumerated() {
      open(block, at: index, to: &events)
      close(index, to: &events)
    }
    readEnd(reply, to: &events)
  }

  /// Reads figures that come beside an error.
  mutating func apply(usage: JSONValue?) { figures.apply(usage) }

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
    if !block.isKnown { unknownEvents += 1 }
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
    if !isKnown { unknownEvents += 1 }
  }

  private mutating func close(_ index: Int, to events: inout [TurnEvent]) {
    blocks[index]?.close(to: &events)
    blocks[index] = nil
  }

  private mutating func readEnd(_ delta: JSONValue, to events: inout [TurnEvent]) {
    if let reason = delta["stop_reason"]?.string, !reason.isEmpty { stopReason = reason }
    if stopReason == "refusal", !hasExplained,
      let words = delta["stop_details"]?["explanation"]?.string, !words.isEmpty
    {
      hasExplained = true
      events.append(.refusal(words))
    }
  }

  /// Ends the answer: gives what its open blocks hold, and how the turn ends for us.
  ///
  /// Only `message_stop` makes a stream whole. Without it more blocks could have come, whatever
  /// stop reason was given.
  mutating func end(_ end: End, provider: String, to events: inout [TurnEvent]) -> TurnEvent {
    let isWhole = end == .marked && (stopReason != nil || hasContent)
    let indices = blocks.keys.sorted()
    for index in indices {
      if isWhole { blocks[index]?.close(to: &events) } else { blocks[index]?.cut(to: &events) }
    }
    blocks = [:]
    if isWhole { return .finished(mapped(stopReason ?? "end_turn")) }
    return .failed(AnswerError.failure(.streamCut, provider: provider, isRetryable: true))
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
