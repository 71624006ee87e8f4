package import SottoCore

/// Reads the payloads of a streamed answer: the data of events, or lines of JSON.
package struct OpenAIChatStream: EventAnswer {
  private let provider: String
  private(set) var answer = OpenAIChatAnswer()
  package private(set) var unknownEvents = 0
  package private(set) var isEnded = false
  /// A payload that stops in the middle: proxies have been seen to close half an event with a blank
  /// line.
  private var half: [UInt8] = []
  private var halves = 0
  /// A payload could not be read, so the text may have a gap.
  private var isDamaged = false
  private var split = SplitTexts()

  package init(provider: String) { self.provider = provider }

  /// Reads one payload; `name` is the event's.
  package mutating func apply(_ payload: [UInt8], name: String, to events: inout [TurnEvent]) {
    guard !isEnded else { return }
    // White space at the start of the second half is part of the text.
    let data = half.isEmpty ? BodyShape.trimmingStart(payload) : payload
    if data.isEmpty { return }
    if data.starts(with: Self.done) { return end(.marked, to: &events) }
    let whole = half.isEmpty ? data : half + data
    let protected = SplitCharacters.protect(whole)
    do {
      var value = try JSONValue(parsing: protected ?? whole)
      if protected != nil, Self.isError(value, name: name) {
        value = try JSONValue(parsing: whole)
      }
      half = []
      halves = 0
      let start = events.count
      apply(value, name: name, to: &events)
      if protected != nil || split.isHolding {
        events.replaceSubrange(
          start..., with: split.mend(events[start...], isProtected: protected != nil))
      }
    } catch {
      if !half.isEmpty, error.offset + Self.longestEscape < whole.count {
        // The half was no half. What came now may still be whole.
        half = []
        isDamaged = true
        unknownEvents += 1
        return apply(data, name: name, to: &events)
      }
      applyBroken(whole, error: error, name: name, to: &events)
    }
  }

  /// Reads a payload that is JSON already.
  mutating func apply(_ value: JSONValue, name: String, to events: inout [TurnEvent]) {
    guard !isEnded else { return }
    if let elements = value.array {
      for element in elements { apply(element, name: name, to: &events) }
      return
    }
    if Self.isError(value, name: name) {
      // OpenRouter sends the last usage, and sometimes text, beside the error.
      answer.apply(value, to: &events)
      let error = AnswerError.decode(inAnswer: UpstreamError(value), provider: provider)
      fail(error, to: &events)
    } else if value["choices"] != nil || value["usage"] != nil || value["x_groq"] != nil {
      answer.apply(value, to: &events)
    } else {
      unknownEvents += 1
    }
  }

  /// Ends the answer, with the latest usage and then the terminal event.
  mutating func end(_ end: OpenAIChatAnswer.End, to events: inout [TurnEvent]) {
    guard !isEnded else { return }
    let terminal = answer.end(end, provider: provider)
    guard case .finished = terminal, isDamaged || !half.isEmpty else {
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
    events += split.finish()
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
      unknownEvents += 1
      return
    }
    if error.offset + Self.longestEscape >= whole.count, halves < Self.maximumHalves {
      half = whole
      halves += 1
      return
    }
    unknownEvents += 1
    isDamaged = true
    halves = 0
  }

  private static let done = Array("[DONE]".utf8)
  /// A text cut inside an escape or a word fails this many bytes before its end at most.
  private static let longestEscape = 12
  private static let maximumHalves = 4

  private static func isError(_ value: JSONValue, name: String) -> Bool {
    switch value["error"] {
    case .string(let text) where !text.isEmpty: return true
    case .object(let error) where !error.members.isEmpty: return true
    default: break
    }
    if name == "error" || name == "exception" { return true }
    if value["choices"] != nil { return false }
    if value["object"]?.string == "error" || value["type"]?.string == "error" { return true }
    return UpstreamError(value) != nil && (value["detail"] != nil || value["code"] != nil)
  }
}

extension OpenAIChatStream {
  package var finishReason: String? { answer.finishReason }

  package static func isEvent(_ value: JSONValue) -> Bool {
    let choice = value["choices"]?[0]
    return value["object"]?.string == "chat.completion.chunk" || choice?["delta"] != nil
  }

  package mutating func applyWhole(_ body: [UInt8], to events: inout [TurnEvent]) {
    OpenAIChatReply(body: body).read(into: &self, provider: provider, to: &events)
  }

  package mutating func endOfBody(to events: inout [TurnEvent]) { end(.unmarked, to: &events) }
}
