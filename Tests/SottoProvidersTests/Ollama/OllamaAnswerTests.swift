import SottoCore
import SottoProviders
import Testing

private func read(_ lines: String..., status: Int = 200, type: String? = nil) -> Decoded {
  let body = lines.map { $0 + "\n" }.joined()
  return decodeAnswer(body, with: ollamaDecoder(head(status: status, contentType: type)))
}

private func line(_ message: String, done: String = #""done":false"#) -> String {
  #"{"model":"m","created_at":"2026-01-01T00:00:00.1Z","message":\#(message),\#(done)}"#
}

private let end = line(
  #"{"role":"assistant","content":""}"#, done: #""done":true,"done_reason":"stop""#)

@Suite struct OllamaAnswerTests {
  @Test func `reads thinking, text and figures`() {
    let decoded = read(
      line(#"{"role":"assistant","content":"","thinking":"Hm"}"#), line(#"{"content":"Hé "}"#),
      line(#"{"content":"🙂"}"#),
      line(
        #"{"content":""}"#,
        done:
          #""done":true,"done_reason":"stop","prompt_eval_count":5,"eval_count":3,"eval_duration":9"#
      ))
    #expect(
      decoded.events == [
        .started(model: "m"), .reasoning("Hm"), .text("Hé "), .text("🙂"),
        .usage(
          Usage(inputTokens: 5, outputTokens: 3, reported: ReportedUsage(input: 5, output: 3))),
        .finished(.stop),
      ])
    #expect(decoded.finishReason == "stop")
  }

  @Test func `ends with the line that says so`() {
    var decoder = ollamaDecoder()
    #expect(
      decoder.decode(Array((end + "\n" + line(#"{"content":"late"}"#) + "\n").utf8))
        == [.started(model: "m"), .finished(.stop)])
    #expect(decoder.decode(Array("{}\n".utf8)).isEmpty)
    #expect(decoder.finish().isEmpty)
  }

  @Test(arguments: [
    (#","done_reason":"stop""#, StopReason.stop), (#","done_reason":"length""#, .length),
    (#","done_reason":"load""#, .other), (#","done_reason":"unload""#, .other), ("", .stop),
    (#","done_reason":"""#, .stop), (#","done_reason":null"#, .stop),
  ])
  func `maps every reason`(reason: String, expected: StopReason) {
    let decoded = read(line(#"{"content":"a"}"#, done: #""done":true"# + reason))
    #expect(decoded.stopReason == expected)
  }

  @Test func `numbers calls over all lines`() {
    let decoded = read(
      line(
        #"{"tool_calls":[{"id":"i","function":{"index":0,"name":"a","arguments":{"x":1.5,"b":"é"}}},{"function":{"name":"b","arguments":{}}}]}"#
      ),
      line(#"{"tool_calls":[{"function":{"index":0,"name":"c","arguments":"{\"y\":2}"}}]}"#),
      line(#"{"tool_calls":[{"function":{"name":"d"}},{"function":{}},7]}"#), end)
    #expect(
      decoded.toolCalls == [
        ToolCall(id: "i", name: "a", arguments: #"{"x":1.5,"b":"é"}"#),
        ToolCall(id: "", name: "b", arguments: "{}"),
        ToolCall(id: "", name: "c", arguments: #"{"y":2}"#),
        ToolCall(id: "", name: "d", arguments: "{}"),
      ])
    #expect(decoded.stopReason == .toolCalls)
    #expect(decoded.finishReason == "stop")
    #expect(decoded.unknownEvents == 2)
  }

  @Test func `reads the answer of generate`() {
    let decoded = read(
      #"{"model":"m","response":"a","done":false}"#,
      #"{"model":"m","response":"","thinking":"t","done":false}"#,
      #"{"model":"m","response":"b","done":true,"done_reason":"length","context":[1,2]}"#)
    #expect(
      decoded.events
        == [.started(model: "m"), .text("a"), .reasoning("t"), .text("b"), .finished(.length)])
  }

  @Test(arguments: [
    "{\n  \"model\": \"m\",\n  \"message\": {\n    \"content\": \"a\"\n  },\n  \"done\": true\n}",
    "data: " + line(#"{"content":"a"}"#) + "\n\ndata: " + end + "\n\n",
    "[" + line(#"{"content":"a"}"#) + "," + end + "]", line(#"{"content":"a"}"#) + end,
    line(#"{"content":"a"}"#) + "\r\n\r\n" + end,
  ])
  func `reads it in other wrappings too`(body: String) {
    #expect(read(body).events == [.started(model: "m"), .text("a"), .finished(.stop)])
  }

  @Test(arguments: [
    (200, #"{"error":"llama runner process has terminated"}"#, "server_error"),
    (404, #"{"error":"model 'x' not found"}"#, "model_not_found"),
    (400, #"{"error":"invalid options"}"#, "invalid_request"),
    (401, #"{"error":"unauthorized"}"#, "bad_key"), (503, #"{"error":"busy"}"#, "overloaded"),
    (200, "<html>", "malformed_answer"), (200, "", "malformed_answer"),
    (200, #"{"message":"gone"}"#, "server_error"), (200, #"{"embedding":[1]}"#, "malformed_answer"),
    (200, #"{"model":"m","mess"#, "stream_cut"),
  ])
  func `names what went wrong`(status: Int, body: String, code: String) {
    let decoded = decodeAnswer(body, with: ollamaDecoder(head(status: status)))
    #expect(decoded.events.count == 1)
    #expect(decoded.error?.code.rawValue == code)
  }

  @Test func `fails with an error that comes after text`() {
    let decoded = read(line(#"{"content":"a"}"#), #"{"error":"out of memory"}"#, end)
    #expect(decoded.text == "a")
    #expect(decoded.error?.details == "out of memory")
  }

  @Test func `joins a character whose rest comes with the last line`() {
    let decoded = read(
      line(#"{"content":"a\ud83d"}"#), line(#"{"content":"\ude42"}"#, done: #""done":true"#))
    #expect(decoded.text == "a🙂")
    #expect(decoded.stopReason == .stop)
  }

  @Test func `says that it was cut when no end came`() {
    let decoded = read(line(#"{"content":"a"}"#), #"{"model":"m","message":{"con"#)
    #expect(decoded.text == "a")
    #expect(decoded.error?.code == .streamCut)
  }

  @Test func `says when a line was lost, and reads those after it`() {
    let decoded = read(
      line(#"{"content":"a"}"#), #"{"model":"m","message":{"content":"lo"#,
      line(#"{"content":"b"}"#), #"{"model":"m","message":{"content":"x"},"#,
      line(#"{"content":"c"}"#), end)
    #expect(decoded.text == "abc")
    #expect(decoded.error?.code == .malformedAnswer)
    #expect(decoded.unknownEvents == 2)
  }
}
