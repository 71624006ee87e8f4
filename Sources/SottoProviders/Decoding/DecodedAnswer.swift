package import SottoCore

/// A provider's raw answer in the one form that `sotto decode` prints, whatever the protocol.
package struct DecodedAnswer: Hashable, Sendable {
  /// The protocol it was read as.
  package var wireProtocol: WireProtocol
  /// What it says, with usage, the reason it stopped, and its error.
  package var content: MessageContent
  /// Why the model stopped, as the provider spelt it; `nil` when it did not say.
  package var finishReason: String?
  /// Events and parts of types that nobody here knows.
  package var unknownEvents: Int

  /// Reads a whole answer.
  ///
  /// - Parameters:
  ///   - body: its bytes, in one of the forms that ``AnswerDecoder`` tells apart.
  ///   - head: status and headers; hints such as `retry-after` are only there.
  ///   - format: the protocol to read it as.
  package init(body: [UInt8], head: HTTPResponseHead, format: WireFormat) {
    var decoder = format.makeDecoder(format.name.rawValue, head)
    var content = MessageContent()
    for event in decoder.decode(body) + decoder.finish() { content.apply(event) }
    wireProtocol = format.name
    self.content = content
    finishReason = decoder.finishReason
    unknownEvents = decoder.unknownEvents
  }

  /// Whether the answer came to an end of the protocol's own, be it for its length.
  package var isComplete: Bool { content.error == nil && content.stopReason != nil }

  /// The object with its members in the documented order.
  package var json: JSONValue {
    .object([
      "protocol": .string(wireProtocol.rawValue),
      "text": .string(content.text),
      "reasoning": .string(
        joined { if case .reasoning(let text) = $0 { text } else { nil } } ?? ""),
      "refusal": JSONValue(joined { if case .refusal(let text) = $0 { text } else { nil } }),
      "tool_calls": .array(content.parts.compactMap(Self.json)),
      "stop_reason": JSONValue(content.stopReason?.rawValue),
      "finish_reason": JSONValue(finishReason),
      "complete": .bool(isComplete),
      "usage": Self.json(content.usage ?? Usage()),
      "usage_reported": Self.json(content.usage?.reported ?? ReportedUsage()),
      "error": content.error.map(Self.json) ?? .null,
      "unknown_events": .integer(Int64(unknownEvents)),
    ])
  }

  private func joined(_ text: (Part) -> String?) -> String? {
    let pieces = content.parts.compactMap(text)
    return pieces.isEmpty ? nil : pieces.joined()
  }

  private static func json(_ part: Part) -> JSONValue? {
    guard case .toolCall(let call) = part else { return nil }
    return .object([
      "id": call.id.isEmpty ? .null : .string(call.id), "name": .string(call.name),
      "arguments": .string(call.arguments),
    ])
  }

  private static func json(_ usage: Usage) -> JSONValue {
    .object([
      "input_tokens": JSONValue(usage.inputTokens), "output_tokens": JSONValue(usage.outputTokens),
      "cached_input_tokens": JSONValue(usage.cachedInputTokens),
      "cache_write_tokens": JSONValue(usage.cacheWriteTokens),
      "reasoning_tokens": JSONValue(usage.reasoningTokens),
    ])
  }

  private static func json(_ usage: ReportedUsage) -> JSONValue {
    .object([
      "input": JSONValue(usage.input), "output": JSONValue(usage.output),
      "cached": JSONValue(usage.cached), "cache_write": JSONValue(usage.cacheWrite),
      "reasoning": JSONValue(usage.reasoning), "total": JSONValue(usage.total),
    ])
  }

  /// `message` is the provider's own text where there is one.
  private static func json(_ error: ProviderError) -> JSONValue {
    .object([
      "kind": .string(error.code.rawValue), "status": JSONValue(error.status),
      "type": JSONValue(error.upstreamType), "code": JSONValue(error.upstreamCode),
      "message": .string(error.details ?? error.message), "retryable": .bool(error.isRetryable),
      "retry_after_seconds": error.retryAfter.map(seconds) ?? .null,
    ])
  }

  private static func seconds(_ duration: Duration) -> JSONValue {
    let seconds = duration / .seconds(1)
    return Int64(exactly: seconds).map(JSONValue.integer) ?? .number(seconds)
  }
}
