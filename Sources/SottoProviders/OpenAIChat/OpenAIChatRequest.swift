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
    return HTTPRequest(
      method: "POST", url: Self.url(endpoint.baseURL, "chat/completions"), headers: headers,
      body: encodeBody(request).encoded)
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

  private static func url(_ base: String, _ path: String) -> String {
    let trimmed = base.reversed().drop { $0 == "/" }.reversed()
    return String(trimmed) + "/" + path
  }

  private func encodeBody(_ request: ModelRequest) -> JSONValue {
    let isReasoning = OpenAIChatDialect.isReasoningModel(request.model)
    var body: JSONObject = ["model": .string(request.model)]
    body["messages"] = .array(encodeMessages(request, isReasoning: isReasoning))
    if request.isStreamed {
      body["stream"] = true
      if dialect.asksForUsage { body["stream_options"] = .object(["include_usage": true]) }
    }
    // Reasoning models answer 400 to any temperature but their own.
    if let temperature = request.settings.temperature, !isReasoning {
      body["temperature"] = Self.number(temperature)
    }
    if let limit = request.settings.maxOutputTokens {
      body[limitField(isReasoning: isReasoning)] = .integer(Int64(limit))
    }
    return .object(body)
  }

  private func limitField(isReasoning: Bool) -> String {
    switch dialect.outputLimit {
    case .maxTokens: "max_tokens"
    case .maxCompletionTokens: "max_completion_tokens"
    case .byModelName: isReasoning ? "max_completion_tokens" : "max_tokens"
    }
  }

  /// A whole number is written without fraction: `1`, not `1.0`.
  private static func number(_ value: Double) -> JSONValue {
    Int64(exactly: value).map(JSONValue.integer) ?? .number(value)
  }

  private func encodeMessages(_ request: ModelRequest, isReasoning: Bool) -> [JSONValue] {
    var messages: [JSONValue] = []
    if !request.systemPrompt.isBlank {
      let role = dialect.usesDeveloperRole && isReasoning ? "developer" : "system"
      messages.append(.object(["role": .string(role), "content": .string(request.systemPrompt)]))
    }
    let turns = OpenAIChatHistory.turns(of: request.entries)
    for (index, turn) in turns.enumerated() {
      var message: JSONObject = [
        "role": .string(turn.role.rawValue), "content": .string(turn.text),
      ]
      if dialect.marksPrefix, turn.role == .assistant, index == turns.count - 1 {
        message["prefix"] = true
      }
      messages.append(.object(message))
    }
    return messages
  }
}
