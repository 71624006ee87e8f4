package import SottoCore

/// What an answer has said so far, from the events of its stream or its whole response.
package struct OpenAIResponsesAnswer: JSONAnswer {
  private let provider: String
  /// The `status` of the response that ended, as the provider spelt it.
  package private(set) var finishReason: String?
  package private(set) var usage: Usage?
  /// Whether the response has ended, or something else than that has followed an error.
  package private(set) var isOver = false
  private var unknownEvents = 0
  private var output = OpenAIResponsesOutput()
  private var hasStarted = false
  /// An `error` event has come. The response that failed follows it, with usage.
  private var error: ProviderError?
  /// The response as it ended.
  private var response: JSONValue?

  package init(provider: String) { self.provider = provider }

  /// The response that ended has said all texts as a whole, and they were what came before.
  package var isConfirmed: Bool {
    response?["output"]?.array?.isEmpty == false && !output.hasContradiction
  }
  package var unknownPieces: Int { unknownEvents + output.unknownParts }
  package static var joinsCharacters: Bool { true }
  package var unreadMembers: [StaticString] { Self.unread }
  private static let unread: [StaticString] = [
    "sequence_number", "item_id", "logprobs", "obfuscation",
  ]
  package static func isDelta(_ value: JSONValue) -> Bool { value["delta"]?.string != nil }
  /// Errors do not end an answer at once; see ``ending()``.
  package static func isError(_ value: JSONValue, name: String, isKnown: Bool) -> Bool { false }

  package mutating func apply(
    _ value: JSONValue, name: String, isProtected: Bool, to events: inout [TurnEvent]
  ) -> Bool {
    if value["type"] == nil, value["object"]?.string == "response" || value["output"]?.array != nil
    {
      apply(response: value, type: "response.done", to: &events)
      return true
    }
    let type = value["type"]?.string ?? name
    let event = OpenAIResponsesEvent(type: type)
    if error != nil, event != .terminal {
      isOver = true
      return true
    }
    if Self.isError(value, type: type) {
      if error == nil { error = Self.error(value, provider: provider) }
      if value["response"] == nil { return true }
    }
    if let event {
      apply(value, event, type: type, isProtected: isProtected, to: &events)
      return true
    }
    // Where there is no type the name is that of any event.
    guard value["type"]?.string != nil else { return false }
    unknownEvents += 1
    return true
  }

  private mutating func apply(
    _ event: JSONValue, _ kind: OpenAIResponsesEvent, type: String, isProtected: Bool,
    to events: inout [TurnEvent]
  ) {
    switch kind {
    case .progress:
      let response = event["response"] ?? .null
      start(response, to: &events)
      if let usage = OpenAIResponsesUsage.decode(response) { self.usage = usage }
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
    }
  }

  /// Reads the response as it ended; `type` is the event's and may stand in for a missing status.
  private mutating func apply(response: JSONValue, type: String, to events: inout [TurnEvent]) {
    self.response = response
    isOver = true
    start(response, to: &events)
    if let usage = OpenAIResponsesUsage.decode(response) { self.usage = usage }
    let status = response["status"]?.string ?? ""
    let name = type.split(separator: ".").last.map(String.init) ?? ""
    finishReason = status.isEmpty ? (name == "done" ? "completed" : name) : status
    output.complete(output: response["output"]?.array ?? [], to: &events)
  }

  package mutating func flush(to events: inout [TurnEvent]) { events += output.flush() }

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

  package func ending() -> TurnEvent? {
    if let error { return .failed(error) }
    guard let response else { return nil }
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

  private static func isError(_ value: JSONValue, type: String) -> Bool {
    if hasError(value) || type == "error" || type == "exception" { return true }
    if value["object"]?.string == "error" { return true }
    // The plain forms of gateways.
    return !type.hasPrefix("response.") && (value["detail"] != nil || value["code"] != nil)
      && UpstreamError(value) != nil
  }

  /// The error of an `error` event or body, flat (`{type, code, message}`) or nested
  /// (`{type, error}`). In the flat form the type is that of the event and not of the error.
  private static func error(_ value: JSONValue, provider: String) -> ProviderError {
    var body = value
    if value["type"]?.string == "error", var members = value.object {
      members["type"] = nil
      body = .object(members)
    }
    return AnswerError.decode(inAnswer: UpstreamError(body), provider: provider)
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
