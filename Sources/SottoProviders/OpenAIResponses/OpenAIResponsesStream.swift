package import SottoCore

/// Reads the payloads of a streamed answer: the data of events, or lines of JSON.
package struct OpenAIResponsesStream: EventAnswer {
  private let provider: String
  private(set) var answer = OpenAIResponsesAnswer()
  package private(set) var isEnded = false
  private var unreadable = 0
  /// An `error` event has come. The response that failed follows it, with usage.
  private var error: ProviderError?
  /// A payload that stops in the middle: proxies have been seen to close half an event with a blank
  /// line.
  private var half: [UInt8] = []
  private var halves = 0
  /// A payload could not be read, so the text may have a gap that no later event fills.
  private var isDamaged = false

  package init(provider: String) { self.provider = provider }

  package var unknownEvents: Int { unreadable + answer.unknownParts }

  /// Reads one payload; `name` is the event's.
  package mutating func apply(_ payload: [UInt8], name: String, to events: inout [TurnEvent]) {
    guard !isEnded else { return }
    // White space at the start of the second half is part of the text.
    let data = half.isEmpty ? BodyShape.trimmingStart(payload) : payload
    if data.isEmpty { return }
    // The protocol has no such marker. OpenRouter sends it, after the response.
    if data.starts(with: Self.done) { return end(to: &events) }
    let whole = half.isEmpty ? data : half + data
    let protected = SplitCharacters.protect(whole)
    do {
      let value = try JSONValue(parsing: protected ?? whole)
      half = []
      halves = 0
      let isDelta = value["delta"]?.string != nil
      // Only deltas are pieces of a text. All else is read as it is.
      let read = protected == nil || isDelta ? value : try JSONValue(parsing: whole)
      apply(read, name: name, isProtected: protected != nil && isDelta, to: &events)
    } catch {
      if !half.isEmpty, error.offset + Self.longestEscape < whole.count {
        // The half was no half. What came now may still be whole.
        half = []
        isDamaged = true
        unreadable += 1
        return apply(data, name: name, to: &events)
      }
      applyBroken(whole, error: error, name: name, to: &events)
    }
  }

  /// Reads a payload that is JSON already.
  mutating func apply(
    _ value: JSONValue, name: String, isProtected: Bool = false, to events: inout [TurnEvent]
  ) {
    guard !isEnded else { return }
    if let elements = value.array {
      for element in elements {
        apply(element, name: name, isProtected: isProtected, to: &events)
      }
      return
    }
    let type = Self.type(of: value, name: name)
    let isTerminal = OpenAIResponsesEvent(type: type) == .terminal
    if error != nil, !isTerminal { return end(to: &events) }
    if Self.isError(value, type: type) {
      if error == nil { error = OpenAIResponsesError.decode(value, provider: provider) }
      if value["response"] == nil { return }
    }
    if value["type"] == nil, value["object"]?.string == "response" {
      return apply(response: value, to: &events)
    }
    answer.apply(value, type: type, isProtected: isProtected, to: &events)
    if answer.hasEnded { end(to: &events) }
  }

  /// Reads a whole response and ends the answer.
  mutating func apply(response: JSONValue, to events: inout [TurnEvent]) {
    answer.apply(response: response, type: "response.done", to: &events)
    end(to: &events)
  }

  /// Ends the answer, with the latest usage and then the terminal event.
  mutating func end(to events: inout [TurnEvent]) {
    guard !isEnded else { return }
    if let error { return finish(with: .failed(error), to: &events) }
    let terminal = answer.end(provider: provider)
    guard case .finished = terminal, isDamaged, !answer.isConfirmed else {
      return finish(with: terminal, to: &events)
    }
    var error = AnswerError.failure(.malformedAnswer, provider: provider, isRetryable: true)
    error.message = "a part of the answer could not be read"
    error.hint = "try again; the text may have a gap"
    finish(with: .failed(error), to: &events)
  }

  package mutating func fail(_ error: ProviderError, to events: inout [TurnEvent]) {
    guard !isEnded else { return }
    finish(with: .failed(error), to: &events)
  }

  private mutating func finish(with terminal: TurnEvent, to events: inout [TurnEvent]) {
    isEnded = true
    events += answer.flush()
    if let usage = answer.usage { events.append(.usage(usage)) }
    events.append(terminal)
  }

  private mutating func applyBroken(
    _ whole: [UInt8], error: JSONSyntaxError, name: String, to events: inout [TurnEvent]
  ) {
    half = []
    if name == "error" {
      var failure = AnswerError.decode(inAnswer: nil, provider: provider)
      failure.details = AnswerError.readableText(whole)
      return fail(failure, to: &events)
    }
    guard whole.first == UInt8(ascii: "{") else {
      unreadable += 1
      return
    }
    if error.offset + Self.longestEscape >= whole.count, halves < Self.maximumHalves {
      half = whole
      halves += 1
      return
    }
    unreadable += 1
    isDamaged = true
    halves = 0
  }

  private static let done = Array("[DONE]".utf8)
  /// A text cut inside an escape or a word fails this many bytes before its end at most.
  private static let longestEscape = 12
  private static let maximumHalves = 4

  /// The type in the data; the event's name where a server leaves it out.
  private static func type(of value: JSONValue, name: String) -> String {
    value["type"]?.string ?? (value["object"]?.string == "response" ? "response.done" : name)
  }

  private static func isError(_ value: JSONValue, type: String) -> Bool {
    switch value["error"] {
    case .string(let text) where !text.isEmpty: return value["object"]?.string != "response"
    case .object(let error) where !error.members.isEmpty:
      return value["object"]?.string != "response"
    default: break
    }
    if type == "error" || type == "exception" { return true }
    if type.hasPrefix("response.") { return false }
    return UpstreamError(value) != nil && (value["detail"] != nil || value["code"] != nil)
  }
}

extension OpenAIResponsesStream {
  package var finishReason: String? { answer.finishReason }

  package static func isEvent(_ value: JSONValue) -> Bool {
    value["type"]?.string?.hasPrefix("response.") ?? false
  }

  package mutating func applyWhole(_ body: [UInt8], to events: inout [TurnEvent]) {
    OpenAIResponsesReply(body: body).read(into: &self, provider: provider, to: &events)
  }

  package mutating func endOfBody(to events: inout [TurnEvent]) { end(to: &events) }
}
