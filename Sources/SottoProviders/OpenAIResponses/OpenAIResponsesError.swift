import SottoCore

/// Errors inside an answer with status 200. Those with an error status are ``AnswerError``'s.
enum OpenAIResponsesError {
  /// The error of an `error` event or body, flat (`{type, code, message}`) or nested
  /// (`{type, error}`).
  static func decode(_ value: JSONValue, provider: String) -> ProviderError {
    var value = value
    // In the flat form it is the type of the event and not of the error.
    if value["type"]?.string == "error", var members = value.object {
      members["type"] = nil
      value = .object(members)
    }
    return AnswerError.decode(inAnswer: UpstreamError(value), provider: provider)
  }
}
