import SottoCore
import SottoProviders
import Testing

/// What a provider wants back with its tool calls.
@Suite struct OpenAIChatSealTests {
  @Test func `OpenRouter's reasoning details come before the calls, each put together`() {
    let content = decoded([
      #"{"choices":[{"delta":{"reasoning":"a","reasoning_details":[{"type":"reasoning.text","text":"a","index":0,"format":"f"}]}}]}"#,
      #"{"choices":[{"delta":{"reasoning":"b","reasoning_details":[{"type":"reasoning.text","text":"b","index":0}]}}]}"#,
      #"{"choices":[{"delta":{"reasoning_details":[{"type":"reasoning.encrypted","data":"xyz","index":1}]}}]}"#,
      #"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"{}"}}]}}]}"#,
      #"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#,
    ])
    #expect(
      content.parts == [
        .reasoning("ab"),
        .opaque(#"{"type":"reasoning.text","text":"ab","index":0,"format":"f"}"#),
        .opaque(#"{"type":"reasoning.encrypted","data":"xyz","index":1}"#),
        .toolCall(ToolCall(id: "c", name: "f", arguments: "{}")),
      ])
  }

  @Test func `without calls the details are not kept`() {
    let content = decoded([
      #"{"choices":[{"delta":{"reasoning_details":[{"type":"reasoning.text","text":"a"}]}}]}"#,
      #"{"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}"#,
    ])
    #expect(content.parts == [.reasoning("a"), .text("Hi")])
  }

  @Test(arguments: [
    #"{"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"S"}}},{"id":"d","function":{"name":"g","arguments":"{}"}}]}"#,
    #"{"extra_content":{"google":{"thought_signature":"S"}},"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{}"}},{"id":"d","function":{"name":"g","arguments":"{}"}}]}"#,
  ])
  func `Gemini's seal stays with the first call`(message: String) {
    let content = decoded([#"{"choices":[{"message":\#(message),"finish_reason":"tool_calls"}]}"#])
    #expect(
      content.parts == [
        .toolCall(ToolCall(id: "c", name: "f", arguments: "{}")), .signature("S"),
        .toolCall(ToolCall(id: "d", name: "g", arguments: "{}")),
      ])
  }
}

private func decoded(_ chunks: [String]) -> MessageContent {
  let body = chunks.map { "data: \($0)\n\n" }.joined()
  let head = HTTPResponseHead(status: 200, headers: ["Content-Type": "text/event-stream"])
  var decoder = OpenAIChat.wireFormat(userAgent: "t", clock: testClock).makeDecoder("p", head)
  var content = MessageContent()
  for event in decoder.decode(Array(body.utf8)) + decoder.finish() { content.apply(event) }
  return content
}
