package import SottoCore

/// Writes requests of `/api/chat`. The same request always gives the same bytes.
package struct OllamaRequest: Sendable {
  /// Such as `sotto/1.0`.
  package var userAgent: String

  package init(userAgent: String) { self.userAgent = userAgent }

  /// The request for `POST {base}/api/chat`.
  package func encode(_ request: ModelRequest, to endpoint: ModelEndpoint) -> HTTPRequest {
    var headers = headers(for: endpoint.secret)
    headers.append("Content-Type", "application/json")
    if request.isStreamed {
      headers.append("Accept", "application/x-ndjson")
      // Compressed streams have been seen to hold everything back until the end.
      headers.append("Accept-Encoding", "identity")
    } else {
      headers.append("Accept", "application/json")
    }
    return HTTPRequest(
      method: "POST", url: Self.url(endpoint.baseURL, "chat"), headers: headers,
      body: OllamaBody(request).encoded())
  }

  /// The request for `GET {base}/api/tags`.
  package func encodeModelList(baseURL: String, secret: Secret?) -> HTTPRequest {
    var headers = headers(for: secret)
    headers.append("Accept", "application/json")
    return HTTPRequest(
      method: "GET", url: Self.url(baseURL, "tags"), headers: headers,
      deadlines: Deadlines(firstByte: .seconds(20), idle: .seconds(20), total: .seconds(60)))
  }

  /// Only Ollama's cloud asks for a key.
  private func headers(for secret: Secret?) -> HTTPHeaders {
    var headers = HTTPHeaders()
    if let secret { headers.append("Authorization", "Bearer \(secret.reveal())") }
    headers.append("User-Agent", userAgent)
    return headers
  }

  /// A base URL may be that of the server, of its API, or of its compatible protocol.
  private static func url(_ base: String, _ path: String) -> String {
    var parts = base.split(separator: "/", omittingEmptySubsequences: false)
    while parts.last?.isEmpty == true { parts.removeLast() }
    if parts.count > 3, parts.last == "api" || parts.last == "v1" { parts.removeLast() }
    return parts.joined(separator: "/") + "/api/" + path
  }
}
