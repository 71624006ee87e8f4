package import SottoCore

/// Reads any answer of a protocol whose answers are events or one whole reply, or an error.
///
/// What it is, the bytes tell: servers label streams as JSON, send errors with status 200, and
/// proxies answer with HTML. `finished` comes only for an answer that is whole; one that is cut is
/// `failed` with ``ProviderError/Code/streamCut``, after the text that came. Usage comes once, just
/// before the terminal event, so a turn that is stopped can still have it from ``finish()``.
package struct EventAnswerDecoder<Answer: EventAnswer>: AnswerDecoder {
  private enum Reading {
    case undecided, events, json, other, failure
  }

  private let provider: String
  private let head: HTTPResponseHead
  private let clock: WallClock
  private var reading: Reading
  /// The first bytes while their kind is open, or an error body.
  private var body: [UInt8] = []
  private var parser = ServerSentEventParser()
  private var whole = WholeBody()
  private var answer: Answer

  /// - Parameters:
  ///   - provider: the name errors carry.
  ///   - head: status and headers of the answer.
  ///   - clock: what a date in `retry-after` is compared with.
  package init(provider: String, head: HTTPResponseHead, clock: WallClock) {
    self.provider = provider
    self.head = head
    self.clock = clock
    answer = Answer(provider: provider)
    reading = (200...299).contains(head.status) ? .undecided : .failure
  }

  package var finishReason: String? { answer.finishReason }
  package var unknownEvents: Int { answer.unknownEvents }

  package mutating func decode(_ bytes: [UInt8]) -> [TurnEvent] {
    var events: [TurnEvent] = []
    guard !answer.isEnded, !bytes.isEmpty else { return events }
    read(bytes, to: &events)
    return events
  }

  package mutating func finish() -> [TurnEvent] {
    var events: [TurnEvent] = []
    switch reading {
    case _ where answer.isEnded: break
    case .events:
      for event in parser.finish() { applyTail(event, to: &events) }
      answer.endOfBody(to: &events)
    case .json: answer.applyWhole(whole.take(), to: &events)
    case .failure:
      let error = AnswerError.decode(body, head: head, provider: provider, now: clock.now())
      answer.fail(error, to: &events)
    case .undecided, .other: answer.fail(noAnswer(), to: &events)
    }
    return events
  }

  private mutating func read(_ bytes: [UInt8], to events: inout [TurnEvent]) {
    switch reading {
    case .undecided: decide(bytes, to: &events)
    case .events: readEvents(bytes, to: &events)
    case .json: readJSON(bytes, to: &events)
    case .other, .failure:
      body += bytes.prefix(max(0, AnswerError.maximumBodySize - body.count))
    }
  }

  private mutating func decide(_ bytes: [UInt8], to events: inout [TurnEvent]) {
    body = BodyShape.trimmingStart(body + bytes)
    let type = head.headers["content-type"]?.lowercased() ?? ""
    let shape = BodyShape(head: body, saysEvents: type.hasPrefix("text/event-stream"))
    guard let shape else { return }
    switch shape {
    case .events: reading = .events
    case .json: reading = .json
    case .markup, .text: reading = .other
    }
    if reading == .other { return }
    let beginning = body
    body = []
    read(beginning, to: &events)
  }

  private mutating func readEvents(_ bytes: [UInt8], to events: inout [TurnEvent]) {
    for event in parser.push(bytes) {
      answer.apply(event.data, name: event.name, to: &events)
    }
    if parser.isTooLarge { answer.fail(tooLarge(), to: &events) }
  }

  private mutating func readJSON(_ bytes: [UInt8], to events: inout [TurnEvent]) {
    if whole.push(bytes, isEvent: Answer.isEvent) {
      reading = .events
      readEvents(whole.take(), to: &events)
    } else if whole.size > ServerSentEventParser.maximumEventSize {
      answer.fail(tooLarge(), to: &events)
    }
  }

  /// An event without its blank line counts when it is whole. An error counts even when it is not.
  private mutating func applyTail(_ event: ServerSentEvent, to events: inout [TurnEvent]) {
    let isWhole =
      event.data.starts(with: "[DONE]".utf8) || (try? JSONValue(parsing: event.data)) != nil
    if isWhole || event.name == "error" { answer.apply(event.data, name: event.name, to: &events) }
  }

  /// For a body with status 200 that is neither events nor JSON.
  private func noAnswer() -> ProviderError {
    var error = AnswerError.failure(.malformedAnswer, provider: provider, isRetryable: false)
    error.details = AnswerError.readableText(body)
    if body.isEmpty {
      error.message = "\(provider) sent an empty answer"
      error.hint = "try again"
      error.isRetryable = true
    } else if body.first == UInt8(ascii: "<") {
      error.message = "\(provider) answered with a web page instead of data"
      error.hint = "check the base URL; a proxy or another server may stand in between"
    }
    return error
  }

  private func tooLarge() -> ProviderError {
    var error = AnswerError.failure(.malformedAnswer, provider: provider, isRetryable: false)
    error.message = "\(provider) sent a piece of more than 64 MiB"
    error.hint = nil
    return error
  }
}
