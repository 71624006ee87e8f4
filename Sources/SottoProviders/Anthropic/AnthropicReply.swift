import SottoCore

/// A whole body that begins like JSON: one reply, one error, or several by the line.
struct AnthropicReply: Sendable {
  let body: [UInt8]

  /// Reads it into `stream` and ends that.
  func read(
    into stream: inout AnthropicStream, provider: String, to events: inout [TurnEvent]
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
