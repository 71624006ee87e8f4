import SottoCore
import SottoProviders
import Testing

private let reply =
  #"{"id":"c1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Hello","refusal":null},"logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":1,"total_tokens":6}}"#

@Suite struct OpenAIChatReplyTests {
  @Test(arguments: [
    reply, "\n\n\n" + reply + "\n", "\u{FEFF}" + reply,
    reply.split(separator: ",").joined(separator: ",\n  "),
  ])
  func `reads a whole reply`(body: String) {
    for contentType in ["application/json", "text/event-stream", nil] {
      let decoded = decode(body, with: makeDecoder(contentType: contentType))
      #expect(decoded.text == "Hello")
      #expect(decoded.stopReason == .stop)
      #expect(decoded.usage?.inputTokens == 5)
      #expect(decoded.finishReason == "stop")
      #expect(decoded.events.first == .started(model: "m"))
    }
  }

  @Test func `reads reasoning, calls and a refusal`() {
    let body =
      #"{"choices":[{"message":{"content":null,"reasoning_content":"hm","refusal":"no","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"g","arguments":""}}]},"finish_reason":"tool_calls"}]}"#
    let decoded = decode(body, with: makeDecoder(contentType: "application/json"))
    #expect(decoded.reasoning == "hm")
    #expect(decoded.refusal == "no")
    #expect(decoded.toolCalls.map(\.id) == ["a", "b"])
    #expect(decoded.stopReason == .toolCalls)
  }

  @Test func `takes a reply without finish reason as whole`() {
    let body = #"{"choices":[{"message":{"content":"x"},"finish_reason":""}]}"#
    let decoded = decode(body, with: makeDecoder(contentType: "application/json"))
    #expect(decoded.stopReason == .stop)
    #expect(decoded.finishReason == nil)
  }

  @Test func `reads the parts of a content list`() {
    let body =
      #"{"choices":[{"message":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"x"}]},"finish_reason":"stop"}]}"#
    let decoded = decode(body, with: makeDecoder(contentType: "application/json"))
    #expect(decoded.reasoning == "hm")
    #expect(decoded.text == "x")
  }
}
