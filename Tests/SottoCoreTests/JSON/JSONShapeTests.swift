import SottoCore
import Testing

private let error = ProviderError(
  .rateLimited, provider: "p", message: "m", hint: "h", isRetryable: true, status: 429,
  upstreamType: "t", upstreamCode: "c", retryAfter: .milliseconds(1500), details: "d")

private let usage = Usage(
  inputTokens: 9, outputTokens: 8, cachedInputTokens: 7, cacheWriteTokens: 0, reasoningTokens: nil,
  reported: ReportedUsage(input: 9, output: 3, cached: 7, cacheWrite: 0, reasoning: 5, total: 17))

private let events: [(TurnEvent, String, String)] = [
  (.started(model: "m"), "started", #"{"model":"m"}"#),
  (.text("a\n"), "text", #"{"delta":"a\n"}"#),
  (.reasoning("r"), "reasoning", #"{"delta":"r"}"#),
  (.refusal("no"), "refusal", #"{"delta":"no"}"#),
  (
    .toolCall(ToolCallFragment(index: 1, id: "i", name: "n", argumentsDelta: "{")), "tool_call",
    #"{"index":1,"id":"i","name":"n","arguments_delta":"{"}"#
  ),
  (
    .toolCall(ToolCallFragment(index: 0, argumentsDelta: "}")), "tool_call",
    #"{"index":0,"arguments_delta":"}"}"#
  ),
  (.signature("Eq=="), "signature", #"{"data":"Eq=="}"#),
  (.opaque(#"{"a": 1.0}"#), "opaque", #"{"data":"{\"a\": 1.0}"}"#),
  (.notice(Notice(.loadingLocalModel)), "notice", #"{"code":"loading_local_model"}"#),
  (.notice(Notice(.retrying, seconds: 4)), "notice", #"{"code":"retrying","seconds":4}"#),
  (
    .usage(usage), "usage",
    #"{"input_tokens":9,"output_tokens":8,"cached_input_tokens":7,"cache_write_tokens":0,"reasoning_tokens":null,"reported":{"input":9,"output":3,"cached":7,"cache_write":0,"reasoning":5,"total":17}}"#
  ),
  (
    .usage(Usage()), "usage",
    #"{"input_tokens":null,"output_tokens":null,"cached_input_tokens":null,"cache_write_tokens":null,"reasoning_tokens":null,"reported":null}"#
  ),
  (.finished(.toolCalls), "finished", #"{"stop_reason":"tool_calls"}"#),
  (.stopped, "stopped", "{}"),
  (.interrupted, "interrupted", "{}"),
  (
    .failed(error), "failed",
    #"{"error":{"code":"rate_limited","provider":"p","message":"m","retryable":true,"hint":"h","status":429,"type":"t","upstream_code":"c","retry_after_seconds":1.5,"details":"d"}}"#
  ),
]

@Suite struct JSONShapeTests {
  @Test(arguments: events) func `writes and reads events`(
    event: TurnEvent, name: String, data: String
  ) throws {
    #expect(event.name == name)
    #expect(event.data.encodedText == data)
    #expect(TurnEvent(name: name, data: try JSONValue(parsing: data)) == event)
  }

  @Test func `knows no event of the future`() {
    #expect(TurnEvent(name: "hologram", data: .null) == nil)
    #expect(Part(json: .object(["type": "hologram"])) == nil)
  }

  @Test(
    arguments: [
      (.text("a"), #"{"type":"text","text":"a"}"#),
      (.reasoning("a"), #"{"type":"reasoning","text":"a"}"#),
      (.refusal("a"), #"{"type":"refusal","text":"a"}"#),
      (
        .toolCall(ToolCall(id: "i", name: "n", arguments: "{")),
        #"{"type":"tool_call","id":"i","name":"n","arguments":"{"}"#
      ),
    ] as [(Part, String)])
  func `writes and reads parts`(part: Part, text: String) throws {
    #expect(part.json.encodedText == text)
    #expect(Part(json: try JSONValue(parsing: text)) == part)
  }

  @Test func `leaves out of an error what is not known`() throws {
    let short = ProviderError(.streamCut, provider: "p", message: "m")
    #expect(
      short.json.encodedText
        == #"{"code":"stream_cut","provider":"p","message":"m","retryable":false}"#)
    #expect(ProviderError(json: short.json) == short)
  }

  @Test(arguments: events) func `reads events without data`(
    event: TurnEvent, name: String, data: String
  ) {
    #expect(TurnEvent(name: name, data: .null)?.name == name)
  }
}
