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
      body: encodeBody(request).encoded)
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

  private func encodeBody(_ request: ModelRequest) -> JSONValue {
    var messages: [JSONValue] = []
    if !request.systemPrompt.isBlank {
      messages.append(
        .object(["role": "system", "content": .string(request.systemPrompt)]))
    }
    for turn in OpenAIChatHistory.turns(of: request.entries) {
      messages.append(
        .object(["role": .string(turn.role.rawValue), "content": .string(turn.text)]))
    }
    var body: JSONObject = ["model": .string(request.model), "messages": .array(messages)]
    // The server streams when nothing is said.
    body["stream"] = .bool(request.isStreamed)
    var options = JSONObject()
    if let temperature = request.settings.temperature {
      options["temperature"] =
        Int64(exactly: temperature).map(JSONValue.integer) ?? .number(temperature)
    }
    if let limit = request.settings.maxOutputTokens {
      options["num_predict"] = .integer(Int64(limit))
    }
    if !options.members.isEmpty { body["options"] = .object(options) }
    return .object(body)
  }
}
