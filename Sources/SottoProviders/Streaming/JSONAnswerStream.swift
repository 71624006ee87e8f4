import SottoCore

/// Reads the payloads of an answer, to its one terminal event.
struct JSONAnswerStream<Answer: JSONAnswer>: Sendable {
  private let provider: String
  private(set) var answer = Answer()
  private var reader: JSONPayloadReader
  private var split = SplitTexts()
  private var strangers = 0
  private var isAnswer = false
  /// The first payload that is none of the protocol's, for the error if all are.
  private var stranger: JSONValue?
  private(set) var isEnded = false

  init(provider: String, joinsHalves: Bool) {
    self.provider = provider
    reader = JSONPayloadReader(joinsHalves: joinsHalves)
  }

  var unknownEvents: Int { strangers + reader.unread + answer.unknownPieces }
  /// Whether a payload stopped in the middle and waits for its rest.
  var isHolding: Bool { reader.isHolding }

  /// Reads one payload; `name` is the event's.
  mutating func apply(_ payload: [UInt8], name: String, to events: inout [TurnEvent]) {
    let data = reader.isHolding ? payload : BodyShape.trimmingStart(payload)
    guard !isEnded, !data.isEmpty else { return }
    // No protocol read here has this mark, but relays add it.
    if data.starts(with: "[DONE]".utf8) { return end(isCut: false, to: &events) }
    switch reader.read(data) {
    case .half where name != "error": break
    case .half, .unreadable:
      if name == "error" { failUnread(data, to: &events) }
    case .value(let value, let unprotected):
      apply(value, unprotected: unprotected, name: name, to: &events)
    }
  }

  /// Cut characters are made whole before the answer ends, so that its last one is not lost.
  private mutating func apply(
    _ value: JSONValue, unprotected: [UInt8]?, name: String, to events: inout [TurnEvent]
  ) {
    var value = value
    if let unprotected, Self.isError(value, name: name) {
      value = (try? JSONValue(parsing: unprotected)) ?? value
    }
    var fresh: [TurnEvent] = []
    let error = read(value, name: name, to: &fresh)
    if unprotected != nil || split.isHolding {
      fresh = split.mend(fresh[...], isProtected: unprotected != nil)
      if unprotected != nil { fresh = fresh.map(Self.mendingOpaque) }
    }
    events += fresh
    if let error {
      fail(error, to: &events)
    } else if answer.isOver {
      end(isCut: false, to: &events)
    }
  }

  /// Returns the error that the value is, if it is one.
  private mutating func read(
    _ value: JSONValue, name: String, to events: inout [TurnEvent]
  ) -> ProviderError? {
    if let elements = value.array {
      for element in elements {
        if let error = read(element, name: name, to: &events) { return error }
      }
      return nil
    }
    // Text and usage may stand beside an error.
    let isKnown = answer.apply(value, to: &events)
    if Self.isError(value, name: name) {
      return AnswerError.decode(inAnswer: UpstreamError(value), provider: provider)
    }
    if isKnown {
      isAnswer = true
    } else {
      strangers += 1
      stranger = stranger ?? value
    }
    return nil
  }

  /// A whole piece has no next one that could bring the rest of a character.
  private static func mendingOpaque(_ event: TurnEvent) -> TurnEvent {
    guard case .opaque(let text) = event else { return event }
    var joiner = SplitCharacterJoiner()
    return .opaque(joiner.join(text, isProtected: true) + joiner.flush())
  }

  /// Ends the answer. `isCut` says that the body stopped inside a payload.
  mutating func end(isCut: Bool, to events: inout [TurnEvent]) {
    guard !isEnded else { return }
    if let reason = answer.stopReason() {
      guard reader.isDamaged || reader.isHolding else {
        return finish(with: .finished(reason), to: &events)
      }
      var error = failure(.malformedAnswer)
      error.message = "a part of the answer could not be read"
      error.hint = "try again; the text may have a gap"
      return fail(error, to: &events)
    }
    if isAnswer || isCut || reader.isHolding { return fail(failure(.streamCut), to: &events) }
    if let stranger, let upstream = UpstreamError(stranger) {
      let error = AnswerError.decode(inAnswer: upstream, provider: provider)
      return fail(error, to: &events)
    }
    var error = failure(.malformedAnswer)
    if let stranger {
      error.isRetryable = false
      error.details = UpstreamError.bounded(stranger.encodedText)
    } else if unknownEvents == 0 {
      error.message = "\(provider) sent an empty answer"
      error.hint = "try again"
    }
    fail(error, to: &events)
  }

  mutating func fail(_ error: ProviderError, to events: inout [TurnEvent]) {
    guard !isEnded else { return }
    finish(with: .failed(error), to: &events)
  }

  private mutating func finish(with terminal: TurnEvent, to events: inout [TurnEvent]) {
    isEnded = true
    events += split.finish()
    answer.flush(to: &events)
    if let usage = answer.usage { events.append(.usage(usage)) }
    events.append(terminal)
  }

  private mutating func failUnread(_ data: [UInt8], to events: inout [TurnEvent]) {
    var error = AnswerError.decode(inAnswer: nil, provider: provider)
    error.details = AnswerError.readableText(data)
    fail(error, to: &events)
  }

  private func failure(_ code: ProviderError.Code) -> ProviderError {
    AnswerError.failure(code, provider: provider, isRetryable: true)
  }

  private static func isError(_ value: JSONValue, name: String) -> Bool {
    switch value["error"] {
    case .string(let text) where !text.isEmpty: true
    case .object(let error) where !error.members.isEmpty: true
    default: name == "error"
    }
  }
}
