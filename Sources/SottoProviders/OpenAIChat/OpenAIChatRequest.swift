package import SottoCore

/// Writes Chat Completions requests. The same request always gives the same bytes.
package struct OpenAIChatRequest: Sendable {
  package var dialect: OpenAIChatDialect
  /// Such as `sotto/1.0`.
  package var userAgent: String

  package init(dialect: OpenAIChatDialect, userAgent: String) {
    self.dialect = dialect
    self.userAgent = userAgent
  }

  /// The request for `POST {base}/chat/completions`.
  package func encode(_ request: ModelRequest, to endpoint: ModelEndpoint) -> HTTPRequest {
    var headers = headers(for: endpoint.secret)
    headers.append("Content-Type", "application/json")
    if request.isStreamed {
      headers.append("Accept", "text/event-stream")
      // Compressed streams have been seen to hold everything back until the end.
      headers.append("Accept-Encoding", "identity")
    } else {
      headers.append("Accept", "application/json")
    }
    if dialect.promptCache == .grokHeader, let key = request.promptCacheKey {
      headers.append("x-grok-conv-id", key)
    }
    let body = OpenAIChatBody(
      request: request, dialect: dialect, inputs: endpoint.info.inputs)
    return HTTPRequest(
      method: "POST", url: Self.url(endpoint.baseURL, "chat/completions"), headers: headers,
      body: body.encoded.encoded)
  }

  /// The request for `GET {base}/models`.
  package func encodeModelList(baseURL: String, secret: Secret?) -> HTTPRequest {
    var headers = headers(for: secret)
    headers.append("Accept", "application/json")
    return HTTPRequest(
      method: "GET", url: Self.url(baseURL, "models"), headers: headers,
      deadlines: Deadlines(firstByte: .seconds(20), idle: .seconds(20), total: .seconds(60)))
  }

  private func headers(for secret: Secret?) -> HTTPHeaders {
    var headers = HTTPHeaders()
    if let secret {
      if dialect.usesAPIKeyHeader {
        headers.append("api-key", secret.reveal())
      } else {
        headers.append("Authorization", "Bearer \(secret.reveal())")
      }
    }
    headers.append("User-Agent", userAgent)
    return headers
  }

  /// Azure's older addresses, which name a deployment, need a version; its `/openai/v1` needs none.
  private static func url(_ base: String, _ path: String) -> String {
    let url = base.withoutFinalSlashes + "/" + path
    return base.contains("/openai/deployments/") ? url + "?api-version=2024-10-21" : url
  }
}
