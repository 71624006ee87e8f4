package import SottoCore

/// What an answer has said so far, from the JSON of its chunks or of its whole reply.
package struct OpenAIChatAnswer: JSONAnswer {
  private let provider: String
  /// As the provider spelt it; the last one counts (OpenRouter repeats it).
  package private(set) var finishReason: String?
  package private(set) var usage: Usage?
  private var hasStarted = false
  private var isMarked = false
  /// What a choice said of its failure (OpenRouter).
  private var failure: UpstreamError?
  private var hasContent = false
  private var hasRefusal = false
  private var isWholeReply = false
  private var delta = OpenAIChatDelta()
  private var toolCalls = OpenAIChatToolCalls()
  private var reasoningDetails = OpenAIChatReasoningDetails()

  package init(provider: String) { self.provider = provider }

  package var unreadMembers: [StaticString] { hasStarted ? Self.unreadLater : Self.unread }
  package var unknownPieces: Int { 0 }
  /// Figures may follow the finish reason, and errors; the mark or the end of the body is the end.
  package var isOver: Bool { false }

  private static let unread: [StaticString] = [
    "id", "created", "system_fingerprint", "service_tier", "obfuscation",
  ]
  private static let unreadLater: [StaticString] = unread + ["model"]

  /// Reads a chunk or a reply.
  package mutating func apply(
    _ chunk: JSONValue, name: String, isProtected: Bool, to events: inout [TurnEvent]
  ) -> Bool {
    guard chunk["choices"] != nil || chunk["usage"] != nil || chunk["x_groq"] != nil else {
      return false
    }
    if !hasStarted, let model = chunk["model"]?.string, !model.isEmpty {
      hasStarted = true
      events.append(.started(model: model))
    }
    // The last figures count. Some servers send growing ones with every chunk.
    if let usage = OpenAIChatUsage.decode(chunk) { self.usage = usage }
    for choice in chunk["choices"]?.array ?? [] where (choice["index"]?.int ?? 0) == 0 {
      apply(choice: choice, to: &events)
    }
    return true
  }

  package mutating func applyDoneMark() -> Bool {
    isMarked = true
    return true
  }

  package mutating func flush(to events: inout [TurnEvent]) {
    if !toolCalls.isEmpty { reasoningDetails.take(to: &events) }
  }

  private mutating func apply(choice: JSONValue, to events: inout [TurnEvent]) {
    if let reason = choice["finish_reason"]?.string, !reason.isEmpty { finishReason = reason }
    if Self.hasError(choice) { failure = UpstreamError(choice) }
    let count = events.count
    if let part = choice["delta"], part.object != nil {
      apply(part: part, to: &events)
    } else if let message = choice["message"], message.object != nil {
      // Perplexity repeats the whole message beside each delta: only without deltas does it count.
      if hasContent { return }
      isWholeReply = true
      apply(part: message, to: &events)
    } else if let text = choice["text"]?.string, !text.isEmpty {
      events.append(.text(text))
    }
    if events.count > count { hasContent = true }
  }

  private mutating func apply(part: JSONValue, to events: inout [TurnEvent]) {
    let count = events.count
    delta.apply(part, to: &events)
    reasoningDetails.add(part["reasoning_details"])
    if let calls = part["tool_calls"], !calls.isNull {
      // They belong before the calls they led to.
      if calls.array?.isEmpty != true { reasoningDetails.take(to: &events) }
      toolCalls.apply(calls, to: &events)
      addSeal(of: part, to: &events)
    }
    if let call = part["function_call"] { toolCalls.apply(functionCall: call, to: &events) }
    if !hasRefusal {
      hasRefusal = events[count...].contains { if case .refusal = $0 { true } else { false } }
    }
  }

  /// Gemini's seal, where it stands beside the calls and not on the first of them.
  private func addSeal(of part: JSONValue, to events: inout [TurnEvent]) {
    let seal = part["extra_content"]?["google"]?["thought_signature"]?.string ?? ""
    let isSealed = events.contains { if case .signature = $0 { true } else { false } }
    guard !seal.isEmpty, !isSealed,
      let place = events.firstIndex(where: { if case .toolCall = $0 { true } else { false } })
    else { return }
    events.insert(.signature(seal), at: place + 1)
  }

  /// A `finish_reason` makes an answer whole, with or without `[DONE]`. `[DONE]` alone does so
  /// after content: the server says that it is done, and with what else but a normal stop.
  package func ending() -> TurnEvent? {
    if let failure { return .failed(AnswerError.decode(inAnswer: failure, provider: provider)) }
    if let finishReason { return terminal(for: finishReason) }
    return isWholeReply || (isMarked && hasContent) ? .finished(adjusted(.stop)) : nil
  }

  private func terminal(for reason: String) -> TurnEvent {
    switch reason.lowercased() {
    case "stop", "eos", "eos_token", "end_turn", "stop_sequence", "complete", "completed":
      .finished(adjusted(.stop))
    case "length", "model_length", "max_tokens": .finished(.length)
    case "tool_calls", "function_call", "tool_use": .finished(.toolCalls)
    case "content_filter", "safety": .finished(.contentFilter)
    case "refusal": .finished(.refusal)
    case "error": .failed(AnswerError.failure(.serverError, provider: provider, isRetryable: true))
    case "insufficient_system_resource":
      .failed(AnswerError.failure(.overloaded, provider: provider, isRetryable: true))
    default: .finished(adjusted(.other))
    }
  }

  /// Servers say `stop` for refusals, and some for tool calls.
  private func adjusted(_ reason: StopReason) -> StopReason {
    if !toolCalls.isEmpty { return .toolCalls }
    return hasRefusal ? .refusal : reason
  }
}
