package import SottoCore

/// The wire protocol `anthropic`: Anthropic's Messages, version 2023-06-01, and what others offer
/// under the same shape.
package enum Anthropic {
  /// - Parameters:
  ///   - userAgent: such as `sotto/1.0`.
  ///   - clock: what dates in headers are compared with.
  /// - Returns: the pair of request encoder and answer decoder.
  package static func wireFormat(userAgent: String, clock: WallClock) -> WireFormat {
    let writer = AnthropicRequest(userAgent: userAgent)
    return WireFormat(
      name: .anthropic,
      encode: { request, endpoint in writer.encode(request, to: endpoint) },
      makeDecoder: { provider, head in
        AnthropicDecoder(provider: provider, head: head, clock: clock)
      },
      encodeModelList: { baseURL, secret in
        writer.encodeModelList(baseURL: baseURL, secret: secret)
      },
      decodeModelList: { (provider, head, body) throws(ProviderError) -> [ProviderModel] in
        // The list has the shape of OpenAI's: names under `data[].id`.
        try ModelList.decode(body, head: head, provider: provider, now: clock.now())
      },
      decodeRateLimits: { head in RateLimitHeaders.decode(head.headers, now: clock.now()) },
      takesFile: { mediaType, _ in AnthropicHistoryBlocks.fileTypes.contains(mediaType) })
  }
}

/// Reads answers of this protocol.
package typealias AnthropicDecoder = JSONAnswerDecoder<AnthropicAnswer>
