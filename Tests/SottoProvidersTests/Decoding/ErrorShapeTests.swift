import SottoCore
import SottoProviders
import Testing

/// Each says `m` and nothing else of what went wrong.
private let shapes = [
  #"{"error":{"message":"m","type":"t","param":null,"code":"c"}}"#,
  #"{"error":{"code":502,"message":"m","metadata":{}},"user_id":"u"}"#,
  #"{"error":{"code":"502","message":"m"}}"#,
  #"{"error":{"code":500,"message":"m","status":"INTERNAL","details":[]}}"#,
  #"[{"error":{"code":500,"message":"m","status":"INTERNAL"}}]"#,
  #"{"type":"error","error":{"type":"api_error","message":"m"},"request_id":"r"}"#,
  #"{"error":"m"}"#, #"{"code":"Some error","error":"m"}"#,
  #"{"detail":"m"}"#, #"{"detail":[{"type":"t","msg":"m"}]}"#,
  #"{"object":"error","message":"m","type":"t","param":null,"code":40303}"#,
  #"{"object":"error","message":"m","type":"t"}"#,
  #"{"message":"m"}"#, #"{"error":null,"message":"m"}"#,
  #"{"error":{"message":{"detail":[{"msg":"m"}]}}}"#, #"{"error":["m"],"error_type":"t"}"#,
  #"{"errors":[{"code":1,"message":"m"}],"success":false}"#,
  #"{"code":500,"msg":"m","success":false}"#,
]

private let protocols: [WireProtocol] = [
  .openAIChat, .openAIResponses, .anthropic, .gemini, .ollama,
]

/// An error has one shape of its own at each provider, and relays bring those of others.
@Suite struct ErrorShapeTests {
  @Test(arguments: protocols, shapes)
  func `reads every shape of error, with any status and in any framing (T019, T029, T030)`(
    wire: WireProtocol, shape: String
  ) {
    let bodies = [shape, shape + "\n", "data: \(shape)\n\n", "data: \(shape)\n\ndata: [DONE]\n\n"]
    for body in bodies {
      let decoded = decodeAnswer(body, with: answerDecoder(for: wire))
      #expect(decoded.events.count == 1, "\(body)")
      #expect(decoded.error?.details == "m", "\(body)")
    }
    let refused = decodeAnswer(shape, with: answerDecoder(for: wire, head(status: 500)))
    #expect(refused.error?.details == "m")
    #expect(refused.error?.status == 500)
  }

  @Test(arguments: protocols)
  func `takes an event called error for one whatever it says (T035)`(wire: WireProtocol) {
    for data in ["it broke", "{}", "[]", "7", #"{"a":"#] {
      let body = "event: error\ndata: \(data)\n\n"
      let decoded = decodeAnswer(body, with: answerDecoder(for: wire))
      #expect(decoded.error?.code == .serverError, "\(data)")
      #expect(decoded.events.count == 1)
    }
  }

  @Test(arguments: protocols)
  func `says so when a body is another protocol's`(wire: WireProtocol) {
    for body in [#"{"data":[{"embedding":[1]}],"kind":"list"}"#, "data: {\"x\":1}\n\n"] {
      let decoded = decodeAnswer(body, with: answerDecoder(for: wire))
      #expect(decoded.error?.code == .malformedAnswer)
      #expect(decoded.error?.isRetryable == false)
      #expect(decoded.unknownEvents == 1)
    }
  }

  @Test func `keeps what a choice says of its failure (OpenRouter)`() {
    let decoded = decode(
      events(
        chunk(#"{"content":"a"}"#),
        #"{"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error","error":{"code":429,"message":"m"}}]}"#,
        "[DONE]"))
    #expect(decoded.text == "a")
    #expect(decoded.error?.code == .rateLimited)
    #expect(decoded.error?.details == "m")
    #expect(decoded.finishReason == "error")
  }
}
