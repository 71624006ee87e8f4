import SottoCore

/// A body that begins like JSON: one response, one error, or one event per line without `data:`.
struct OpenAIResponsesReply: Sendable {
  private var body: [UInt8] = []
  private var searched = 0
  private var isJudged = false

  var size: Int { body.count }

  /// Adds bytes. True when the first line shows that the body is events by the line; it is then
  /// taken out with ``takeBody()``.
  mutating func push(_ bytes: [UInt8]) -> Bool {
    body += bytes
    guard !isJudged else { return false }
    guard let end = body[searched...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
      searched = body.count
      return false
    }
    isJudged = true
    guard let first = try? JSONValue(parsing: Array(body[..<end])) else { return false }
    return Self.isEvent(first)
  }

  mutating func takeBody() -> [UInt8] {
    defer { body = [] }
    return body
  }

  /// The body is whole: reads it into `stream` and ends that.
  mutating func finish(
    _ stream: inout OpenAIResponsesStream, provider: String, to events: inout [TurnEvent]
  ) {
    do {
      apply(try JSONValue(parsing: body), to: &stream, provider: provider, events: &events)
    } catch {
      finishLines(&stream, error: error, provider: provider, to: &events)
    }
  }

  private func apply(
    _ value: JSONValue, to stream: inout OpenAIResponsesStream, provider: String,
    events: inout [TurnEvent]
  ) {
    let isResponse = value["object"]?.string == "response" || value["output"]?.array != nil
    if isResponse {
      return stream.apply(response: value, to: &events)
    }
    if value.array?.contains(where: Self.isEvent) ?? Self.isEvent(value) {
      stream.apply(value, name: "message", to: &events)
      return stream.end(to: &events)
    }
    if UpstreamError(value) != nil {
      return stream.fail(OpenAIResponsesError.decode(value, provider: provider), to: &events)
    }
    var error = AnswerError.failure(.malformedAnswer, provider: provider, isRetryable: false)
    error.details = AnswerError.readableText(body)
    stream.fail(error, to: &events)
  }

  private static func isEvent(_ value: JSONValue) -> Bool {
    value["type"]?.string?.hasPrefix("response.") ?? false
  }

  /// Several JSON texts, or one that is cut.
  private func finishLines(
    _ stream: inout OpenAIResponsesStream, error: JSONSyntaxError, provider: String,
    to events: inout [TurnEvent]
  ) {
    let lines = body.split { $0 == 0x0A || $0 == 0x0D }
    if lines.count > 1, lines.contains(where: { (try? JSONValue(parsing: Array($0))) != nil }) {
      for line in lines { stream.apply(Array(line), name: "message", to: &events) }
      return stream.end(to: &events)
    }
    let isCut = error.offset + 12 >= body.count
    var failure = AnswerError.failure(
      isCut ? .streamCut : .malformedAnswer, provider: provider, isRetryable: true)
    failure.details = AnswerError.readableText(body)
    stream.fail(failure, to: &events)
  }
}
