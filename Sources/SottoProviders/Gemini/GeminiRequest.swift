package import SottoCore

/// Writes requests of `generateContent`. The same request always gives the same bytes. The key goes
/// into a header and never into the URL, which ends up in logs.
package struct GeminiRequest: Sendable {
  /// Such as `sotto/1.0`.
  package var userAgent: String

  package init(userAgent: String) { self.userAgent = userAgent }

  /// The request for `POST {base}/models/{model}:streamGenerateContent?alt=sse`, or for
  /// `:generateContent`.
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
    let call = request.isStreamed ? ":streamGenerateContent?alt=sse" : ":generateContent"
    return HTTPRequest(
      method: "POST",
      url: GeminiAddress.base(of: endpoint.baseURL) + "/" + GeminiAddress.path(of: request.model)
        + call,
      headers: headers, body: GeminiBody(request).encoded())
  }

  /// The request for `GET {base}/models`, all on one page.
  package func encodeModelList(baseURL: String, secret: Secret?) -> HTTPRequest {
    var headers = headers(for: secret)
    headers.append("Accept", "application/json")
    return HTTPRequest(
      method: "GET", url: GeminiAddress.base(of: baseURL) + "/models?pageSize=1000",
      headers: headers,
      deadlines: Deadlines(firstByte: .seconds(20), idle: .seconds(20), total: .seconds(60)))
  }

  private func headers(for secret: Secret?) -> HTTPHeaders {
    var headers = HTTPHeaders()
    if let secret { headers.append("x-goog-api-key", secret.reveal()) }
    headers.append("User-Agent", userAgent)
    return headers
  }
}
