package import SottoCore

/// Reads the payloads of a streamed answer: the data of events, or lines of JSON.
package struct AnthropicStream: EventAnswer {
  private let provider: String
  private var answer = AnthropicAnswer()
  private var unreadable = 0
  package private(set) var isEnded = false
  /// A payload that stops in the middle: proxies have been seen to close half an event with a blank
  /// line.
  private var half: [UInt8] = []
  private var halves = 0
  /// A payload could not be read, so the text may have a gap.
  private var isDamaged = false

  package init(provider: String) { self.provider = provider }

  package var unknownEvents: Int { unreadable + answer.unknownEvents }

  /// Reads one payload; `name` is the event's.
  package mutating func apply(_ payload: [UInt8], name: String, to events: inout [TurnEvent]) {
    guard !isEnded else { return }
    // White space at the start of the second half is part of the text.
    let data = half.isEmpty ? BodyShape.trimmingStart(payload) : payload
    if data.isEmpty { return }
    if data.starts(with: Self.done) {
      // Not of this protocol, but gateways add it. Without a stop reason it promises nothing.
      if answer.stopReason != nil { end(.marked, to: &events) }
      return
    }
    let whole = half.isEmpty ? data : half + data
    do {
      let (value, isProtected) = try parse(whole)
      half = []
      halves = 0
      apply(value, name: name, isProtected: isProtected, to: &events)
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

  /// Only deltas whose characters can be joined again are read with the loose pieces protected.
  private func parse(
    _ payload: [UInt8]
  ) throws(JSONSyntaxError) -> (value: JSONValue, isProtected: Bool) {
    if let protected = SplitCharacters.protect(payload) {
      let value = try JSONValue(parsing: protected)
      if AnthropicBlock.joinsCharacters(ofDelta: value["delta"]?["type"]?.string) {
        return (value, true)
      }
    }
    return (try JSONValue(parsing: payload), false)
  }

  /// Reads a payload that is JSON already.
  mutating func apply(
    _ value: JSONValue, name: String, isProtected: Bool = false, to events: inout [TurnEvent]
  ) {
    guard !isEnded else { return }
    if let elements = value.array {
      for element in elements { apply(element, name: name, to: &events) }
      return
    }
    let type = value["type"]?.string ?? name
    if Self.isError(value, type: type, name: name) {
      answer.apply(usage: value["usage"])
      fail(
        AnswerError.decode(inAnswer: UpstreamError(value), provider: provider), to: &events)
    } else if type == "message_stop" {
      end(.marked, to: &events)
    } else if Self.isReply(value) {
      answer.apply(reply: value, to: &events)
      end(.marked, to: &events)
    } else {
      answer.apply(value, type: type, isProtected: isProtected, to: &events)
    }
  }

  /// Ends the answer, with the latest usage and then the terminal event.
  mutating func end(_ end: AnthropicAnswer.End, to events: inout [TurnEvent]) {
    guard !isEnded else { return }
    let terminal = answer.end(end, provider: provider, to: &events)
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
    _ = answer.end(.unmarked, provider: provider, to: &events)
    finish(with: .failed(error), to: &events)
  }

  private mutating func finish(with terminal: TurnEvent, to events: inout [TurnEvent]) {
    isEnded = true
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

  /// Whether this is a whole message, not an event of a stream.
  static func isReply(_ value: JSONValue) -> Bool {
    guard value["content"]?.array != nil else { return false }
    return value["type"]?.string.map { $0 == "message" } ?? true
  }

  private static func isError(_ value: JSONValue, type: String, name: String) -> Bool {
    if type == "error" || name == "error" || name == "exception" { return true }
    switch value["error"] {
    case .string(let text) where !text.isEmpty: return true
    case .object(let error) where !error.members.isEmpty: return true
    default: break
    }
    // The plain forms of gateways.
    return value["type"] == nil && UpstreamError(value) != nil
      && (value["detail"] != nil || value["code"] != nil)
  }
}

extension AnthropicStream {
  package var finishReason: String? { answer.stopReason }

  package static func isEvent(_ value: JSONValue) -> Bool {
    value["type"]?.string.map(AnthropicAnswer.eventTypes.contains) ?? false
  }

  package mutating func applyWhole(_ body: [UInt8], to events: inout [TurnEvent]) {
    AnthropicReply(body: body).read(into: &self, provider: provider, to: &events)
  }

  package mutating func endOfBody(to events: inout [TurnEvent]) { end(.unmarked, to: &events) }
}
