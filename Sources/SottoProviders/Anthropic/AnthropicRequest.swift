package import SottoCore

/// Writes Messages requests. The same request always gives the same bytes.
package struct AnthropicRequest: Sendable {
  /// The protocol wants a limit in every request; this is used when neither the project has one nor
  /// the model is known.
  package static let defaultOutputLimit = 8192
  private static let version = "2023-06-01"
  /// Without it `block_binding` is refused.
  private static let bindingControls = "thinking-binding-controls-2026-08-01"

  /// Such as `sotto/1.0`.
  package var userAgent: String

  package init(userAgent: String) { self.userAgent = userAgent }

  /// The request for `POST {base}/messages`.
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
    let body = AnthropicBody(request, outputLimit: endpoint.info.outputLimit).made()
    if body["thinking"]?["block_binding"] != nil {
      headers.append("anthropic-beta", Self.bindingControls)
    }
    return HTTPRequest(
      method: "POST", url: Self.url(endpoint.baseURL, "messages"), headers: headers,
      body: JSONValue.object(body).encoded)
  }

  /// The request for `GET {base}/models`, all of them on one page.
  package func encodeModelList(baseURL: String, secret: Secret?) -> HTTPRequest {
    var headers = headers(for: secret)
    headers.append("Accept", "application/json")
    return HTTPRequest(
      method: "GET", url: Self.url(baseURL, "models?limit=1000"), headers: headers,
      deadlines: Deadlines(firstByte: .seconds(20), idle: .seconds(20), total: .seconds(60)))
  }

  private func headers(for secret: Secret?) -> HTTPHeaders {
    var headers = HTTPHeaders()
    if let secret { headers.append("x-api-key", secret.reveal()) }
    headers.append("anthropic-version", Self.version)
    headers.append("User-Agent", userAgent)
    return headers
  }

  /// The provider's own programs take a base URL without `/v1`, and `ANTHROPIC_BASE_URL` is often
  /// set for them; both forms are the same here.
  private static func url(_ base: String, _ path: String) -> String {
    let trimmed = base.withoutFinalSlashes
    let last = trimmed.split(separator: "/").last ?? ""
    let hasVersion =
      last.utf8.count > 1 && last.first == "v" && last.dropFirst().allSatisfy(\.isNumber)
    return trimmed + (hasVersion ? "/" : "/v1/") + path
  }
}
