import SottoCore

/// What an answer has said so far, from the JSON of its chunks or of its whole reply.
struct OpenAIChatAnswer: Sendable {
  /// How the body ended.
  enum End: Hashable, Sendable {
    /// With `[DONE]`, or a whole JSON reply was read.
    case marked
    /// The body was over.
    case unmarked
  }

  /// As the provider spelt it; the last one counts (OpenRouter repeats it).
  private(set) var finishReason: String?
  private(set) var usage: Usage?
  private var hasStarted = false
  private var hasChunks = false
  private var hasContent = false
  private var hasRefusal = false
  private var isWholeReply = false
  private var delta = OpenAIChatDelta()
  private var toolCalls = OpenAIChatToolCalls()

  /// Reads a chunk or a reply. Unknown members are passed over.
  mutating func apply(_ chunk: JSONValue, to events: inout [TurnEvent]) {
    hasChunks = true
    if !hasStarted, let model = chunk["model"]?.string, !model.isEmpty {
      hasStarted = true
      events.append(.started(model: model))
    }
    // The last figures count. Some servers send growing ones with every chunk.
    if let usage = OpenAIChatUsage.decode(chunk) { self.usage = usage }
    for choice in chunk["choices"]?.array ?? [] where (choice["index"]?.int ?? 0) == 0 {
      apply(choice: choice, to: &events)
    }
  }

  private mutating func apply(choice: JSONValue, to events: inout [TurnEvent]) {
    if let reason = choice["finish_reason"]?.string, !reason.isEmpty { finishReason = reason }
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
    if let calls = part["tool_calls"] { toolCalls.apply(calls, to: &events) }
    if let call = part["function_call"] { toolCalls.apply(functionCall: call, to: &events) }
    if !hasRefusal {
      hasRefusal = events[count...].contains { if case .refusal = $0 { true } else { false } }
    }
  }

  /// How a turn that ended this way ends for us.
  ///
  /// A `finish_reason` makes an answer whole, with or without `[DONE]`. `[DONE]` alone does so
  /// after content: the server says that it is done, and with what else but a normal stop.
  func end(_ end: End, provider: String) -> TurnEvent {
    if let finishReason { return terminal(for: finishReason, provider: provider) }
    if isWholeReply || (end == .marked && hasContent) {
      return .finished(adjusted(.stop))
    }
    if hasChunks || end == .unmarked {
      return .failed(AnswerError.failure(.streamCut, provider: provider, isRetryable: true))
    }
    var error = AnswerError.failure(.malformedAnswer, provider: provider, isRetryable: true)
    error.message = "\(provider) sent an empty answer"
    error.hint = "try again"
    return .failed(error)
  }

  private func terminal(for reason: String, provider: String) -> TurnEvent {
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
