package import SottoCore

/// The wire protocol `ollama`: Ollama's native `/api/chat`. Answers of `/api/generate` are read as
/// well.
package enum Ollama {
  /// - Parameters:
  ///   - userAgent: such as `sotto/1.0`.
  ///   - clock: what dates in headers are compared with.
  /// - Returns: the pair of request encoder and answer decoder.
  package static func wireFormat(userAgent: String, clock: WallClock) -> WireFormat {
    let requests = OllamaRequest(userAgent: userAgent)
    return WireFormat(
      name: .ollama,
      encode: { request, endpoint in requests.encode(request, to: endpoint) },
      makeDecoder: { provider, head in
        JSONAnswerDecoder<OllamaAnswer>(provider: provider, head: head, clock: clock)
      },
      encodeModelList: { baseURL, secret in
        requests.encodeModelList(baseURL: baseURL, secret: secret)
      },
      decodeModelList: { (provider, head, body) throws(ProviderError) -> [ProviderModel] in
        try ModelList.decode(body, head: head, provider: provider, now: clock.now())
      },
      decodeRateLimits: { head in RateLimitHeaders.decode(head.headers, now: clock.now()) },
      takesFile: { mediaType, _ in OllamaHistory.imageTypes.contains(mediaType) })
  }
}
