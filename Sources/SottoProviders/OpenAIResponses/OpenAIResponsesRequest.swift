package import SottoCore

/// Writes Responses requests. The same request always gives the same bytes.
///
/// Nothing is stored at the provider (`store: false`): the history is sent each time, and what only
/// the provider can read of it (encrypted reasoning) is asked for and sent along.
package struct OpenAIResponsesRequest: Sendable {
  /// Such as `sotto/1.0`.
  package var userAgent: String

  package init(userAgent: String) { self.userAgent = userAgent }

  /// The request for `POST {base}/responses`.
  package func encode(_ request: ModelRequest, to endpoint: ModelEndpoint) -> HTTPRequest {
    var headers = HTTPHeaders()
    if let secret = endpoint.secret {
      if ProviderPreset.dialect(forBaseURL: endpoint.baseURL).usesAPIKeyHeader {
        headers.append("api-key", secret.reveal())
      } else {
        headers.append("Authorization", "Bearer \(secret.reveal())")
      }
    }
    headers.append("User-Agent", userAgent)
    headers.append("Content-Type", "application/json")
    if request.isStreamed {
      headers.append("Accept", "text/event-stream")
      // Compressed streams have been seen to hold everything back until the end.
      headers.append("Accept-Encoding", "identity")
    } else {
      headers.append("Accept", "application/json")
    }
    let base = endpoint.baseURL.reversed().drop { $0 == "/" }.reversed()
    return HTTPRequest(
      method: "POST", url: String(base) + "/responses", headers: headers,
      body: encodeBody(request).encoded)
  }

  private func encodeBody(_ request: ModelRequest) -> JSONValue {
    let isReasoning = OpenAIChatDialect.isReasoningModel(request.model)
    var body: JSONObject = ["model": .string(request.model)]
    if !request.systemPrompt.isBlank {
      body["instructions"] = .string(request.systemPrompt)
    }
    body["input"] = .array(OpenAIResponsesHistory.items(of: request.entries))
    if request.isStreamed { body["stream"] = true }
    body["store"] = false
    // OpenAI answers 400 to it for models that do not reason.
    if isReasoning || Self.isReasoningGrok(request.model) {
      body["include"] = ["reasoning.encrypted_content"]
    }
    // Reasoning models answer 400 to any temperature but their own.
    if let temperature = request.settings.temperature, !isReasoning {
      // A whole number is written without fraction: `1`, not `1.0`.
      body["temperature"] =
        Int64(exactly: temperature).map(JSONValue.integer) ?? .number(temperature)
    }
    if let limit = request.settings.maxOutputTokens {
      body["max_output_tokens"] = .integer(Int64(limit))
    }
    return .object(body)
  }

  private static func isReasoningGrok(_ model: String) -> Bool {
    let name = model.split(separator: "/").last.map { $0.lowercased() } ?? ""
    return name.hasPrefix("grok-") && !name.contains("non-reasoning")
  }
}
