import SottoCore

/// Errors inside an answer with status 200. Those with an error status are ``OpenAIChatError``'s.
enum OpenAIResponsesError {
  /// The error of an `error` event, flat (`{type, code, message}`) or nested (`{type, error}`).
  static func decode(event: JSONValue, provider: String) -> ProviderError {
    var members = event.object ?? JSONObject()
    // In the flat form it is the type of the event and not of the error.
    if members["type"]?.string == "error" { members["type"] = nil }
    return OpenAIChatError.decode(inAnswer: UpstreamError(.object(members)), provider: provider)
  }
}
