// The JSON shapes of the app API (Docs/http-api.md), which the store uses as well.

extension Part {
  /// An object whose `type` tells the kind of part.
  public var json: JSONValue {
    switch self {
    case .text(let text): .object(["type": "text", "text": .string(text)])
    case .reasoning(let text): .object(["type": "reasoning", "text": .string(text)])
    case .refusal(let text): .object(["type": "refusal", "text": .string(text)])
    case .toolCall(let call):
      .object([
        "type": "tool_call", "id": .string(call.id), "name": .string(call.name),
        "arguments": .string(call.arguments),
      ])
    case .signature(let text): .object(["type": "signature", "data": .string(text)])
    case .opaque(let text): .object(["type": "opaque", "data": .string(text)])
    }
  }

  /// `nil` for a type this version does not know.
  public init?(json: JSONValue) {
    switch json["type"]?.string {
    case "text": self = .text(json["text"]?.string ?? "")
    case "reasoning": self = .reasoning(json["text"]?.string ?? "")
    case "refusal": self = .refusal(json["text"]?.string ?? "")
    case "tool_call":
      self = .toolCall(
        ToolCall(
          id: json["id"]?.string ?? "", name: json["name"]?.string ?? "",
          arguments: json["arguments"]?.string ?? ""))
    case "signature": self = .signature(json["data"]?.string ?? "")
    case "opaque": self = .opaque(json["data"]?.string ?? "")
    default: return nil
    }
  }
}

extension Usage {
  /// All figures, `null` for those that are unknown.
  public var json: JSONValue {
    .object([
      "input_tokens": JSONValue(inputTokens), "output_tokens": JSONValue(outputTokens),
      "cached_input_tokens": JSONValue(cachedInputTokens),
      "cache_write_tokens": JSONValue(cacheWriteTokens),
      "reasoning_tokens": JSONValue(reasoningTokens),
      "reported": reported?.json ?? .null,
    ])
  }

  /// Reads what ``json`` writes. What is absent or no integer is unknown.
  public init(json: JSONValue) {
    self.init(
      inputTokens: json["input_tokens"]?.int, outputTokens: json["output_tokens"]?.int,
      cachedInputTokens: json["cached_input_tokens"]?.int,
      cacheWriteTokens: json["cache_write_tokens"]?.int,
      reasoningTokens: json["reasoning_tokens"]?.int,
      reported: json["reported"]?.object.map { ReportedUsage(json: .object($0)) })
  }
}

extension ReportedUsage {
  /// All figures, `null` for those that were not reported.
  public var json: JSONValue {
    .object([
      "input": JSONValue(input), "output": JSONValue(output), "cached": JSONValue(cached),
      "cache_write": JSONValue(cacheWrite), "reasoning": JSONValue(reasoning),
      "total": JSONValue(total),
    ])
  }

  /// Reads what ``json`` writes. What is absent or no integer is `nil`.
  public init(json: JSONValue) {
    self.init(
      input: json["input"]?.int, output: json["output"]?.int, cached: json["cached"]?.int,
      cacheWrite: json["cache_write"]?.int, reasoning: json["reasoning"]?.int,
      total: json["total"]?.int)
  }
}

extension ProviderError {
  /// Members that are not known are left out.
  public var json: JSONValue {
    var object: JSONObject = [
      "code": .string(code.rawValue), "provider": .string(provider), "message": .string(message),
      "retryable": .bool(isRetryable),
    ]
    object["hint"] = hint.map(JSONValue.string)
    object["status"] = status.map { .integer(Int64($0)) }
    object["type"] = upstreamType.map(JSONValue.string)
    object["upstream_code"] = upstreamCode.map(JSONValue.string)
    object["retry_after_seconds"] = retryAfter.map { .number($0 / .seconds(1)) }
    object["details"] = details.map(JSONValue.string)
    return .object(object)
  }

  /// Reads what ``json`` writes. Texts that are absent become empty, other members `nil`.
  public init(json: JSONValue) {
    self.init(
      Code(rawValue: json["code"]?.string ?? ""), provider: json["provider"]?.string ?? "",
      message: json["message"]?.string ?? "", hint: json["hint"]?.string,
      isRetryable: json["retryable"]?.bool ?? false, status: json["status"]?.int,
      upstreamType: json["type"]?.string, upstreamCode: json["upstream_code"]?.string,
      retryAfter: json["retry_after_seconds"]?.double.map(Duration.seconds),
      details: json["details"]?.string)
  }
}
