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
    let dialect = ProviderPreset.dialect(for: endpoint)
    var headers = HTTPHeaders()
    if let secret = endpoint.secret {
      if dialect.usesAPIKeyHeader {
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
    let body = OpenAIResponsesBody(
      request: request, dialect: dialect, inputs: endpoint.info.inputs)
    return HTTPRequest(
      method: "POST", url: endpoint.baseURL.withoutFinalSlashes + "/responses", headers: headers,
      body: body.encoded.encoded)
  }
}
