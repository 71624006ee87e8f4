package import SottoCore

/// The wire protocol `gemini`: Google's native `generateContent`.
package enum Gemini {
  /// - Parameters:
  ///   - userAgent: such as `sotto/1.0`.
  ///   - clock: what dates in headers are compared with.
  /// - Returns: the pair of request encoder and answer decoder.
  package static func wireFormat(userAgent: String, clock: WallClock) -> WireFormat {
    let requests = GeminiRequest(userAgent: userAgent)
    return WireFormat(
      name: .gemini,
      encode: { request, endpoint in requests.encode(request, to: endpoint) },
      makeDecoder: { provider, head in
        JSONAnswerDecoder<GeminiAnswer>(provider: provider, head: head, clock: clock)
      },
      encodeModelList: { baseURL, secret in
        requests.encodeModelList(baseURL: baseURL, secret: secret)
      },
      decodeModelList: { (provider, head, body) throws(ProviderError) -> [ProviderModel] in
        try GeminiModelList.decode(body, head: head, provider: provider, now: clock.now())
      },
      decodeRateLimits: { head in RateLimitHeaders.decode(head.headers, now: clock.now()) },
      takesFile: { mediaType, _ in GeminiHistoryParts.takes(mediaType) })
  }
}
