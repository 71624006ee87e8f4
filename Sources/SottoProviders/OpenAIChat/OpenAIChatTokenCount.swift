package import SottoCore

extension OpenAIChatRequest {
  /// The request that has a llama.cpp server count the input of a request with its own tokenizer:
  /// `POST {base}/chat/completions/input_tokens`, which other servers do not have.
  package func encodeTokenCount(
    _ request: ModelRequest, to endpoint: ModelEndpoint
  ) -> HTTPRequest {
    var whole = request
    whole.isStreamed = false
    var httpRequest = encode(whole, to: endpoint)
    httpRequest.url += "/input_tokens"
    return httpRequest
  }
}
