package import SottoCore

/// The wire protocol `openai-chat`: OpenAI's Chat Completions and what others made of it.
package enum OpenAIChat {
  /// - Parameters:
  ///   - userAgent: such as `sotto/1.0`.
  ///   - clock: what dates in headers are compared with.
  /// - Returns: the pair of request encoder and answer decoder.
  package static func wireFormat(userAgent: String, clock: WallClock) -> WireFormat {
    WireFormat(
      name: .openAIChat,
      encode: { request, endpoint in
        OpenAIChatRequest(dialect: ProviderPreset.dialect(for: endpoint), userAgent: userAgent)
          .encode(request, to: endpoint)
      },
      makeDecoder: { provider, head in
        OpenAIChatDecoder(provider: provider, head: head, clock: clock)
      },
      encodeModelList: { baseURL, secret in
        let dialect = ProviderPreset.dialect(forBaseURL: baseURL)
        return OpenAIChatRequest(dialect: dialect, userAgent: userAgent)
          .encodeModelList(baseURL: baseURL, secret: secret)
      },
      decodeModelList: { (provider, head, body) throws(ProviderError) -> [ProviderModel] in
        try ModelList.decode(body, head: head, provider: provider, now: clock.now())
      },
      encodeTokenCount: { request, endpoint in
        OpenAIChatRequest(dialect: ProviderPreset.dialect(for: endpoint), userAgent: userAgent)
          .encodeTokenCount(request, to: endpoint)
      },
      decodeTokenCount: { body in (try? JSONValue(parsing: body))?["input_tokens"]?.int },
      decodeRateLimits: { head in RateLimitHeaders.decode(head.headers, now: clock.now()) },
      takesFile: { mediaType, endpoint in
        OpenAIChatFiles(
          dialect: ProviderPreset.dialect(for: endpoint), inputs: endpoint.info.inputs, files: [:]
        ).takes(mediaType)
      })
  }
}

/// Reads answers of this protocol.
package typealias OpenAIChatDecoder = JSONAnswerDecoder<OpenAIChatAnswer>
