import SottoCore
import SottoProviders
import Testing

private let formats = WireFormats.all(userAgent: "t", clock: testClock)
private let recordings: [(WireFormat, Recording)] = formats.flatMap { format in
  Recording.load(wires(of: format.name)).map { (format, $0) }
}

/// What the recordings call a protocol.
private func wires(of name: WireProtocol) -> Set<String> {
  switch name {
  case .anthropic: ["anthropic-messages"]
  case .gemini: ["gemini-json", "gemini-sse", "gemini-array"]
  case .ollama: ["ollama-chat", "ollama-generate"]
  default: [name.rawValue]
  }
}

private func decodedJSON(
  _ body: String, status: Int = 200, as name: WireProtocol = .openAIResponses
) throws -> JSONValue {
  let format = try #require(formats.first { $0.name == name })
  let head = HTTPResponseHead(status: status, headers: HTTPHeaders())
  return DecodedAnswer(body: Array(body.utf8), head: head, format: format).json
}

@Suite struct DecodedAnswerTests {
  @Test(arguments: recordings)
  func `says what the recording says, in the documented members`(
    format: WireFormat, recording: Recording
  ) {
    let head = HTTPResponseHead(status: recording.status, headers: recording.headers)
    let json = DecodedAnswer(body: recording.body, head: head, format: format).json
    let expected = recording.expected
    #expect(
      json.object?.members.map(\.key) == [
        "protocol", "text", "reasoning", "refusal", "tool_calls", "stop_reason", "finish_reason",
        "complete", "usage", "usage_reported", "error", "unknown_events",
      ])
    #expect(json["protocol"]?.string == format.name.rawValue)
    #expect(json["complete"]?.bool == json["error"]?.isNull)
    #expect(json["stop_reason"]?.isNull != json["complete"]?.bool)
    if recording.kind == "error" {
      #expect(json["error"]?["status"] == expected["error"]?["status"])
      return
    }
    #expect(json["text"] == expected["text"])
    #expect(json["reasoning"] == expected["reasoning"])
    #expect(json["refusal"]?.string ?? "" == expected["refusal"]?.string ?? "")
    #expect(json["finish_reason"]?.string ?? "" == expected["finish_reason"]?.string ?? "")
    for name in ["input", "output", "cached", "cache_write", "reasoning", "total"] {
      #expect(json["usage_reported"]?[name]?.int == expected["usage"]?[name]?.int)
    }
    #expect(json["error"]?.isNull == (expected["error"]?.isNull ?? true))
  }

  @Test func `writes an answer`() throws {
    let body =
      #"{"object":"response","status":"completed","output":[{"type":"function_call","call_id":"c","name":"f","arguments":"{\"a\": 1}"}],"usage":{"input_tokens":5,"output_tokens":2,"input_tokens_details":{"cached_tokens":4},"total_tokens":7}}"#
    #expect(
      try decodedJSON(body).encodedText
        == #"{"protocol":"openai-responses","text":"","reasoning":"","refusal":null,"tool_calls":[{"id":"c","name":"f","arguments":"{\"a\": 1}"}],"stop_reason":"tool_calls","finish_reason":"completed","complete":true,"usage":{"input_tokens":5,"output_tokens":2,"cached_input_tokens":4,"cache_write_tokens":null,"reasoning_tokens":null},"usage_reported":{"input":5,"output":2,"cached":4,"cache_write":null,"reasoning":null,"total":7},"error":null,"unknown_events":0}"#
    )
  }

  @Test func `writes an error`() throws {
    let body = #"{"error":{"message":"Slow down","type":"requests","code":"rate_limit_exceeded"}}"#
    let json = try decodedJSON(body, status: 429, as: .openAIChat)
    #expect(
      json["error"]?.encodedText
        == #"{"kind":"rate_limited","status":429,"type":"requests","code":"rate_limit_exceeded","message":"Slow down","retryable":true,"retry_after_seconds":null}"#
    )
    #expect(json["complete"] == false)
    #expect(json["stop_reason"] == .null)
    #expect(json["usage"]?["input_tokens"] == .null)
  }

  @Test func `reads bytes that are no answer as an error`() throws {
    for body in ["", "<html>", "nonsense"] {
      let json = try decodedJSON(body)
      #expect(json["error"]?["kind"] == "malformed_answer")
    }
  }
}
