import SottoCore

/// A body that begins like JSON: one reply, one error, or one event per line without `data:`.
struct AnthropicReply: Sendable {
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
    return first["type"]?.string.map(AnthropicAnswer.eventTypes.contains) ?? false
  }

  mutating func takeBody() -> [UInt8] {
    defer { body = [] }
    return body
  }

  /// The body is whole: reads it into `stream` and ends that.
  mutating func finish(
    _ stream: inout AnthropicStream, provider: String, to events: inout [TurnEvent]
  ) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: body)
    } catch {
      let isCut = error.offset + 12 >= body.count
      return fail(
        &stream, isCut ? .streamCut : .malformedAnswer, isRetryable: true, provider: provider,
        to: &events)
    }
    let types = (value.array ?? [value]).compactMap { $0["type"]?.string }
    if AnthropicStream.isReply(value) || types.contains(where: AnthropicAnswer.eventTypes.contains)
    {
      stream.apply(value, name: "message", to: &events)
      stream.end(.unmarked, to: &events)
    } else if let upstream = UpstreamError(value) {
      stream.fail(AnswerError.decode(inAnswer: upstream, provider: provider), to: &events)
    } else {
      fail(&stream, .malformedAnswer, isRetryable: false, provider: provider, to: &events)
    }
  }

  private func fail(
    _ stream: inout AnthropicStream, _ code: ProviderError.Code, isRetryable: Bool,
    provider: String, to events: inout [TurnEvent]
  ) {
    var error = AnswerError.failure(code, provider: provider, isRetryable: isRetryable)
    error.details = AnswerError.readableText(body)
    stream.fail(error, to: &events)
  }
}
