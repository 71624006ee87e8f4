import SottoCore

/// What an answer has said so far, from the events of its stream or its whole response.
struct OpenAIResponsesAnswer: Sendable {
  /// The `status` of the response that ended, as the provider spelt it.
  private(set) var finishReason: String?
  private(set) var usage: Usage?
  private(set) var unknownEvents = 0
  private(set) var output = OpenAIResponsesOutput()
  private var hasStarted = false
  /// The response as it ended.
  private var response: JSONValue?

  var hasEnded: Bool { response != nil }
  /// The response that ended has said all texts as a whole, and they were what came before.
  var isConfirmed: Bool {
    response?["output"]?.array?.isEmpty == false && !output.hasContradiction
  }
  var unknownParts: Int { unknownEvents + output.unknownParts }

  /// Reads an event whose type is `type`. `isProtected` says whether its texts went through
  /// ``SplitCharacters/protect(_:)``.
  mutating func apply(
    _ event: JSONValue, type: String, isProtected: Bool, to events: inout [TurnEvent]
  ) {
    switch OpenAIResponsesEvent(type: type) {
    case .progress: start(event["response"] ?? .null, to: &events)
    case .terminal: apply(response: event["response"] ?? .null, type: type, to: &events)
    case .itemAdded: output.open(event, to: &events)
    case .itemDone: output.close(event, to: &events)
    case .delta(let kind):
      guard let delta = event["delta"]?.string, !delta.isEmpty else { return }
      output.add(delta, kind: kind, of: event, isProtected: isProtected, to: &events)
    case .done(let kind, let member):
      guard let whole = event[member]?.string, !whole.isEmpty else { return }
      output.complete(whole, kind: kind, of: event, to: &events)
    case .partDone: completePart(event, to: &events)
    case .silent: break
    case nil: unknownEvents += 1
    }
  }

  /// Reads the response as it ended; `type` is the event's and may stand in for a missing status.
  mutating func apply(response: JSONValue, type: String, to events: inout [TurnEvent]) {
    self.response = response
    start(response, to: &events)
    if let usage = OpenAIResponsesUsage.decode(response) { self.usage = usage }
    let status = response["status"]?.string ?? ""
    let name = type.split(separator: ".").last.map(String.init) ?? ""
    finishReason = status.isEmpty ? (name == "done" ? "completed" : name) : status
    output.complete(output: response["output"]?.array ?? [], to: &events)
  }

  mutating func flush() -> [TurnEvent] { output.flush() }

  private mutating func start(_ response: JSONValue, to events: inout [TurnEvent]) {
    guard !hasStarted, output.items.isEmpty, let model = response["model"]?.string, !model.isEmpty
    else { return }
    hasStarted = true
    events.append(.started(model: model))
  }

  private mutating func completePart(_ event: JSONValue, to events: inout [TurnEvent]) {
    let part = event["part"]
    let (kind, text): (OpenAIResponsesSlot.Kind, String?) =
      switch part?["type"]?.string {
      case "output_text": (.text, part?["text"]?.string)
      case "refusal": (.refusal, part?["refusal"]?.string)
      case "reasoning_text": (.reasoning, part?["text"]?.string)
      default: (.text, nil)
      }
    guard let text, !text.isEmpty else { return }
    output.complete(text, kind: kind, of: event, to: &events)
  }

  /// How a turn that ended this way ends for us. Without a terminal event the answer is cut.
  func end(provider: String) -> TurnEvent {
    guard let response else {
      return .failed(
        AnswerError.failure(.streamCut, provider: provider, isRetryable: true))
    }
    if let error = response["error"], error.object?.members.isEmpty == false || error.string != nil
    {
      let upstream = UpstreamError(.object(["error": error]))
      return .failed(AnswerError.decode(inAnswer: upstream, provider: provider))
    }
    switch finishReason {
    case "completed": return .finished(adjusted(.stop))
    case "incomplete": return .finished(Self.reason(response["incomplete_details"]))
    case "failed":
      return .failed(AnswerError.decode(inAnswer: nil, provider: provider))
    case "cancelled":
      var error = AnswerError.failure(.serverError, provider: provider, isRetryable: true)
      error.message = "the answer was cancelled at \(provider)"
      return .failed(error)
    case "in_progress", "queued":
      return .failed(
        AnswerError.failure(.streamCut, provider: provider, isRetryable: true))
    default: return .finished(adjusted(.other))
    }
  }

  private static func reason(_ details: JSONValue?) -> StopReason {
    switch details?["reason"]?.string {
    case "max_output_tokens", "max_tokens", "length": .length
    case "content_filter": .contentFilter
    default: .other
    }
  }

  private func adjusted(_ reason: StopReason) -> StopReason {
    if output.hasToolCalls { return .toolCalls }
    return output.hasRefusal ? .refusal : reason
  }
}
