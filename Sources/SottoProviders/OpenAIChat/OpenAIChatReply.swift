import SottoCore

/// A whole body that begins like JSON: one reply, one error, or several by the line.
struct OpenAIChatReply: Sendable {
  let body: [UInt8]

  /// Reads it into `stream` and ends that.
  func read(
    into stream: inout OpenAIChatStream, provider: String, to events: inout [TurnEvent]
  ) {
    do {
      apply(try JSONValue(parsing: body), to: &stream, provider: provider, events: &events)
    } catch {
      finishLines(&stream, error: error, provider: provider, to: &events)
    }
  }

  private func apply(
    _ value: JSONValue, to stream: inout OpenAIChatStream, provider: String,
    events: inout [TurnEvent]
  ) {
    let isAnswer = value.array?.contains { $0["choices"] != nil } ?? (value["choices"] != nil)
    if isAnswer {
      stream.apply(value, name: "message", to: &events)
      return stream.end(.marked, to: &events)
    }
    if let upstream = UpstreamError(value) {
      return stream.fail(
        AnswerError.decode(inAnswer: upstream, provider: provider), to: &events)
    }
    var error = AnswerError.failure(.malformedAnswer, provider: provider, isRetryable: false)
    error.details = AnswerError.readableText(body)
    stream.fail(error, to: &events)
  }

  /// Several JSON texts, or one that is cut.
  private func finishLines(
    _ stream: inout OpenAIChatStream, error: JSONSyntaxError, provider: String,
    to events: inout [TurnEvent]
  ) {
    let lines = body.split { $0 == 0x0A || $0 == 0x0D }
    if lines.count > 1, lines.contains(where: { (try? JSONValue(parsing: Array($0))) != nil }) {
      for line in lines { stream.apply(Array(line), name: "message", to: &events) }
      return stream.end(.unmarked, to: &events)
    }
    let isCut = error.offset + 12 >= body.count
    var failure = AnswerError.failure(
      isCut ? .streamCut : .malformedAnswer, provider: provider, isRetryable: true)
    failure.details = AnswerError.readableText(body)
    stream.fail(failure, to: &events)
  }
}
