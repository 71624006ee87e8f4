package import SottoCore

/// Reads any answer, of every protocol: events, one object per line, an array, a whole reply, or an
/// error.
///
/// What it is, the bytes tell: servers label streams as JSON, send errors with status 200, and
/// proxies answer with HTML. `finished` comes only for an answer that is whole; one that is cut is
/// `failed` with ``ProviderError/Code/streamCut``, after the text that came. Usage comes once, just
/// before the terminal event, so a turn that is stopped can still have it from ``finish()``.
package struct JSONAnswerDecoder<Answer: JSONAnswer>: AnswerDecoder {
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
  private var splitter = JSONTextSplitter()
  private var stream: JSONAnswerStream<Answer>

  /// - Parameters:
  ///   - provider: the name errors carry.
  ///   - head: status and headers of the answer.
  ///   - clock: what a date in `retry-after` is compared with.
  package init(provider: String, head: HTTPResponseHead, clock: WallClock) {
    self.provider = provider
    self.head = head
    self.clock = clock
    stream = JSONAnswerStream(provider: provider, joinsHalves: true)
    reading = (200...299).contains(head.status) ? .undecided : .failure
  }

  package var finishReason: String? { stream.answer.finishReason }
  package var unknownEvents: Int { stream.unknownEvents }

  package mutating func decode(_ bytes: [UInt8]) -> [TurnEvent] {
    var events: [TurnEvent] = []
    guard !stream.isEnded, !bytes.isEmpty else { return events }
    read(bytes, to: &events)
    return events
  }

  package mutating func finish() -> [TurnEvent] {
    var events: [TurnEvent] = []
    switch reading {
    case _ where stream.isEnded: break
    case .events:
      for event in parser.finish() { applyTail(event, to: &events) }
      stream.end(isCut: true, to: &events)
    case .json: stream.end(isCut: splitter.finish() != nil, to: &events)
    case .failure:
      let error = AnswerError.decode(body, head: head, provider: provider, now: clock.now())
      stream.fail(error, to: &events)
    case .undecided, .other: stream.fail(noAnswer(), to: &events)
    }
    return events
  }

  private mutating func read(_ bytes: [UInt8], to events: inout [TurnEvent]) {
    switch reading {
    case .undecided: decide(bytes, to: &events)
    case .events:
      for event in parser.push(bytes) {
        stream.apply(event.data, name: event.name, to: &events)
      }
      if parser.isTooLarge { stream.fail(tooLarge(), to: &events) }
    case .json:
      for text in splitter.push(bytes) { applyPiece(text, to: &events) }
      if splitter.isTooLarge { stream.fail(tooLarge(), to: &events) }
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
    case .json:
      reading = .json
      stream = JSONAnswerStream(provider: provider, joinsHalves: false)
    case .markup, .text:
      reading = .other
      return
    }
    let beginning = body
    body = []
    read(beginning, to: &events)
  }

  /// An event without its blank line counts when it is whole. An error counts even when it is not.
  private mutating func applyTail(_ event: ServerSentEvent, to events: inout [TurnEvent]) {
    let isWhole =
      JSONAnswerStream<Answer>.isDoneMark(event.data)
      || (try? JSONValue(parsing: event.data)) != nil
    if isWhole || event.name == "error" || stream.isHolding {
      stream.apply(event.data, name: event.name, to: &events)
    }
  }

  /// Reads a piece of a body that began like JSON. Lines of another framing may be among its
  /// objects, and the splitter takes the bracket of `[DONE]` for one of an array.
  private mutating func applyPiece(_ piece: [UInt8], to events: inout [TurnEvent]) {
    if piece.first == UInt8(ascii: "{") { return stream.apply(piece, name: "message", to: &events) }
    if piece.starts(with: "DONE]".utf8) {
      return stream.apply(Array("[DONE]".utf8), name: "message", to: &events)
    }
    var lines = ServerSentEventParser()
    let fields: [UInt8] = piece + [0x0A]
    if BodyShape(head: fields, saysEvents: false) == .events {
      for event in lines.push(fields) + lines.finish() {
        stream.apply(event.data, name: event.name, to: &events)
      }
    } else {
      stream.apply(piece, name: "message", to: &events)
    }
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
