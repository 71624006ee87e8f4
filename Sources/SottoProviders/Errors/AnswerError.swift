package import SottoCore

/// Errors of any protocol: bodies with an error status, errors inside an answer with status 200, and
/// answers that are no answers.
package enum AnswerError {
  /// The largest error body that is read, in bytes.
  package static let maximumBodySize = 1 << 20

  /// The error of an answer whose status is not 200 to 299.
  package static func decode(
    _ body: [UInt8], head: HTTPResponseHead, provider: String, now: Timestamp
  ) -> ProviderError {
    let upstream = upstreamError(in: body)
    let advice = RetryAdvice(headers: head.headers, bodyDelay: upstream?.delay, now: now)
    let code = ErrorKind.code(of: upstream, status: head.status)
    var error = make(
      code, upstream: upstream, status: head.status, provider: provider, advice: advice)
    if upstream == nil {
      let text = readableText(body)
      error.details = text
      if text?.first == "<" {
        error.message = "\(provider) answered with a web page instead of data"
        if !error.isRetryable {
          error.hint = "check the base URL; a proxy or another server may stand in between"
        }
      }
    }
    if (300...399).contains(head.status) {
      error.message = "\(provider) points to another address, which is not followed with a key"
      error.hint = "set the base URL to where the provider really is"
    }
    return error
  }

  /// The error that came inside an answer with status 200.
  package static func decode(inAnswer upstream: UpstreamError?, provider: String) -> ProviderError {
    let code = ErrorKind.code(of: upstream, status: upstream?.status)
    let advice = RetryAdvice(
      headers: HTTPHeaders(), bodyDelay: upstream?.delay, now: Timestamp(milliseconds: 0))
    return make(
      code, upstream: upstream, status: upstream?.status, provider: provider, advice: advice)
  }

  /// A failure that the provider has no words for.
  package static func failure(
    _ code: ProviderError.Code, provider: String, isRetryable: Bool
  ) -> ProviderError {
    let words = ErrorWording.words(for: code, provider: provider)
    return ProviderError(
      code, provider: provider, message: words.message, hint: words.hint, isRetryable: isRetryable)
  }

  private static func make(
    _ code: ProviderError.Code, upstream: UpstreamError?, status: Int?, provider: String,
    advice: RetryAdvice
  ) -> ProviderError {
    let isRetryable = advice.shouldRetry ?? ErrorKind.isRetryable(code, status: status)
    let words = ErrorWording.words(
      for: code, provider: provider, asked: isRetryable ? advice.asked : nil)
    let details = [upstream?.message, upstream?.inner].compactMap(\.self).joined(separator: "\n")
    return ProviderError(
      code, provider: provider, message: words.message, hint: words.hint, isRetryable: isRetryable,
      status: status, upstreamType: upstream?.type, upstreamCode: upstream?.code,
      retryAfter: isRetryable ? advice.wait : nil,
      details: details.isEmpty ? nil : UpstreamError.bounded(details))
  }

  /// The error in a body that is JSON, or an event stream with JSON in it.
  private static func upstreamError(in body: [UInt8]) -> UpstreamError? {
    let text = BodyShape.trimmingStart(body)
    if let value = try? JSONValue(parsing: text) { return UpstreamError(value) }
    var parser = ServerSentEventParser(limit: maximumBodySize)
    let events = parser.push(text) + parser.finish()
    for event in events {
      if let value = try? JSONValue(parsing: event.data), let error = UpstreamError(value) {
        return error
      }
    }
    return nil
  }

  /// The beginning of a body as text; `nil` when it is empty or binary.
  package static func readableText(_ body: [UInt8]) -> String? {
    let beginning = BodyShape.trimmingStart(Array(body.prefix(4 * UpstreamError.maximumLength)))
    if beginning.isEmpty || beginning.contains(where: { $0 < 0x09 }) { return nil }
    let text = String(decoding: beginning, as: UTF8.self)
    return UpstreamError.bounded(String(text.reversed().drop(while: \.isWhitespace).reversed()))
  }
}
