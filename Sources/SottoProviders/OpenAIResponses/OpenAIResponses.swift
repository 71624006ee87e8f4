package import SottoCore

/// The wire protocol `openai-responses`: OpenAI's Responses and what others made of it.
package enum OpenAIResponses {
  /// - Parameters:
  ///   - userAgent: such as `sotto/1.0`.
  ///   - clock: what dates in headers are compared with.
  /// - Returns: the pair of request encoder and answer decoder.
  package static func wireFormat(userAgent: String, clock: WallClock) -> WireFormat {
    WireFormat(
      name: .openAIResponses,
      encode: { request, endpoint in
        OpenAIResponsesRequest(userAgent: userAgent).encode(request, to: endpoint)
      },
      makeDecoder: { provider, head in
        OpenAIResponsesDecoder(provider: provider, head: head, clock: clock)
      },
      encodeModelList: { baseURL, secret in
        // The list is the same for both of OpenAI's protocols.
        let dialect = ProviderPreset.dialect(forBaseURL: baseURL)
        return OpenAIChatRequest(dialect: dialect, userAgent: userAgent)
          .encodeModelList(baseURL: baseURL, secret: secret)
      },
      decodeModelList: { (provider, head, body) throws(ProviderError) -> [ProviderModel] in
        try ModelList.decode(body, head: head, provider: provider, now: clock.now())
      },
      decodeRateLimits: { head in RateLimitHeaders.decode(head.headers, now: clock.now()) },
      takesFile: { mediaType, endpoint in
        OpenAIResponsesFiles(
          dialect: ProviderPreset.dialect(for: endpoint), inputs: endpoint.info.inputs, files: [:]
        ).takes(mediaType)
      })
  }
}

/// Reads answers of this protocol.
package typealias OpenAIResponsesDecoder = JSONAnswerDecoder<OpenAIResponsesAnswer>
