// The JSON shapes of the app API (Docs/http-api.md), which the store uses as well.

extension Usage {
  /// All figures, `null` for those that are unknown; cost and mark only when there are some.
  public var json: JSONValue {
    var object: JSONObject = [
      "input_tokens": JSONValue(inputTokens), "output_tokens": JSONValue(outputTokens),
      "cached_input_tokens": JSONValue(cachedInputTokens),
      "cache_write_tokens": JSONValue(cacheWriteTokens),
      "reasoning_tokens": JSONValue(reasoningTokens),
      "reported": reported?.json ?? .null,
    ]
    object["cost"] = cost?.json
    object["cached_answer"] = cachedAnswer?.json
    return .object(object)
  }

  /// Reads what ``json`` writes. What is absent or no integer is unknown.
  public init(json: JSONValue) {
    self.init(
      inputTokens: json["input_tokens"]?.int, outputTokens: json["output_tokens"]?.int,
      cachedInputTokens: json["cached_input_tokens"]?.int,
      cacheWriteTokens: json["cache_write_tokens"]?.int,
      reasoningTokens: json["reasoning_tokens"]?.int,
      reported: json["reported"]?.object.map { ReportedUsage(json: .object($0)) },
      cost: json["cost"].flatMap(Cost.init(json:)),
      cachedAnswer: json["cached_answer"].flatMap(CachedAnswerMark.init(json:)))
  }
}

extension Cost {
  /// Amount and currency.
  public var json: JSONValue {
    .object(["amount": .number(amount), "currency": .string(currency)])
  }

  /// `nil` unless both are there.
  public init?(json: JSONValue) {
    guard let amount = json["amount"]?.double, let currency = json["currency"]?.string else {
      return nil
    }
    self.init(amount: amount, currency: currency)
  }
}

extension CachedAnswerMark {
  /// When the answer was given, and what was saved.
  public var json: JSONValue {
    .object([
      "answered_at": .integer(answeredAt.milliseconds), "saved": saved?.json ?? .null,
    ])
  }

  /// `nil` without a time.
  public init?(json: JSONValue) {
    guard let time = json["answered_at"]?.int else { return nil }
    self.init(
      answeredAt: Timestamp(milliseconds: Int64(time)),
      saved: json["saved"].flatMap(Cost.init(json:)))
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
    if mayBeBilled { object["may_be_billed"] = true }
    object["hint"] = hint.map(JSONValue.string)
    object["status"] = status.map { .integer(Int64($0)) }
    object["type"] = upstreamType.map(JSONValue.string)
    object["upstream_code"] = upstreamCode.map(JSONValue.string)
    object["retry_after_seconds"] = retryAfter.map { .number($0 / .seconds(1)) }
    object["details"] = details.map(JSONValue.string)
    object["request_id"] = requestID.map(JSONValue.string)
    return .object(object)
  }

  /// Reads what ``json`` writes. Texts that are absent become empty, other members `nil`.
  public init(json: JSONValue) {
    self.init(
      Code(rawValue: json["code"]?.string ?? ""), provider: json["provider"]?.string ?? "",
      message: json["message"]?.string ?? "", hint: json["hint"]?.string,
      isRetryable: json["retryable"]?.bool ?? false, status: json["status"]?.int,
      upstreamType: json["type"]?.string, upstreamCode: json["upstream_code"]?.string,
      retryAfter: json["retry_after_seconds"]?.double.map(Duration.seconds(clamping:)),
      details: json["details"]?.string)
    mayBeBilled = json["may_be_billed"]?.bool ?? false
    requestID = json["request_id"]?.string
  }
}
