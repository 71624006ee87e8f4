import SottoCore

/// Reads the payloads of an answer, to its one terminal event.
struct JSONAnswerStream<Answer: JSONAnswer>: Sendable {
  private let provider: String
  private(set) var answer: Answer
  private var reader: JSONPayloadReader
  private var split = SplitTexts()
  private var strangers = 0
  private var unread = 0
  private var isAnswer = false
  /// The first payload that is none of the protocol's, for the error if all are.
  private var stranger: JSONValue?
  /// The first payload that is no JSON, for the same.
  private var garbage: String?
  private(set) var isEnded = false

  init(provider: String, joinsHalves: Bool) {
    self.provider = provider
    answer = Answer(provider: provider)
    reader = JSONPayloadReader(joinsHalves: joinsHalves)
  }

  var unknownEvents: Int { strangers + unread + reader.lostHalves + answer.unknownPieces }
  /// Whether a payload stopped in the middle and waits for its rest.
  var isHolding: Bool { reader.isHolding }

  /// Whether a payload is the mark at the end of Chat Completions.
  static func isDoneMark(_ payload: [UInt8]) -> Bool {
    payload.first == UInt8(ascii: "[") && payload.starts(with: "[DONE]".utf8)
  }

  /// Reads one payload; `name` is the event's.
  mutating func apply(_ payload: [UInt8], name: String, to events: inout [TurnEvent]) {
    // White space at the start of a second half is part of the text.
    let data = reader.isHolding ? payload : BodyShape.trimmingStart(payload)
    guard !isEnded, !data.isEmpty else { return }
    if Self.isDoneMark(data) {
      if answer.applyDoneMark() { end(isCut: false, to: &events) }
      return
    }
    switch reader.read(data, omitting: answer.unreadMembers) {
    case .half where name != "error": break
    case .half, .unreadable:
      if name == "error" { return failUnread(data, to: &events) }
      unread += 1
      garbage = garbage ?? AnswerError.readableText(data)
    case .value(let value, let unprotected):
      apply(value, unprotected: unprotected, name: name, to: &events)
    }
  }

  /// Cut characters are made whole before the answer ends, so that its last one is not lost.
  private mutating func apply(
    _ value: JSONValue, unprotected: [UInt8]?, name: String, to events: inout [TurnEvent]
  ) {
    var value = value
    var isProtected = unprotected != nil
    if let unprotected, !Answer.isDelta(value) {
      value = (try? JSONValue(parsing: unprotected)) ?? value
      isProtected = false
    }
    let start = events.count
    let error = read(value, name: name, isProtected: isProtected, to: &events)
    if !Answer.joinsCharacters, isProtected || split.isHolding {
      var fresh = split.mend(events[start...], isProtected: isProtected)
      if isProtected { fresh = fresh.map(Self.mendingOpaque) }
      events.replaceSubrange(start..., with: fresh)
    }
    if let error {
      fail(error, to: &events)
    } else if answer.isOver {
      end(isCut: false, to: &events)
    }
  }

  /// Returns the error that the value is, if it is one.
  private mutating func read(
    _ value: JSONValue, name: String, isProtected: Bool, to events: inout [TurnEvent]
  ) -> ProviderError? {
    if case .array(let elements) = value, !elements.isEmpty {
      for element in elements where !answer.isOver {
        let error = read(element, name: name, isProtected: isProtected, to: &events)
        if let error { return error }
      }
      return nil
    }
    // Text and usage may stand beside an error.
    let isKnown = answer.apply(value, name: name, isProtected: isProtected, to: &events)
    if Answer.isError(value, name: name, isKnown: isKnown) {
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

  /// Ends the answer. `isCut` says that the body stopped where more had to come.
  mutating func end(isCut: Bool, to events: inout [TurnEvent]) {
    guard !isEnded else { return }
    guard let ending = answer.ending() else {
      return fail(noEnding(isCut: isCut), to: &events)
    }
    guard case .finished = ending, reader.isDamaged || reader.isHolding, !answer.isConfirmed else {
      return finish(with: ending, to: &events)
    }
    var error = failure(.malformedAnswer)
    error.message = "a part of the answer could not be read"
    error.hint = "try again; the text may have a gap"
    fail(error, to: &events)
  }

  /// What a body was that has no end of the protocol's own.
  private func noEnding(isCut: Bool) -> ProviderError {
    if isAnswer || reader.isHolding { return failure(.streamCut) }
    if let stranger {
      if let upstream = UpstreamError(stranger) {
        return AnswerError.decode(inAnswer: upstream, provider: provider)
      }
      var error = failure(.malformedAnswer)
      error.isRetryable = false
      error.details = UpstreamError.bounded(stranger.encodedText)
      return error
    }
    if isCut { return failure(.streamCut) }
    var error = failure(.malformedAnswer)
    error.details = garbage
    if unknownEvents == 0 {
      error.message = "\(provider) sent an empty answer"
      error.hint = "try again"
    }
    return error
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
}
