import SottoCore
import SottoProviders
import Testing

private let hello = events(
  chunk(#"{"role":"assistant","content":""}"#), chunk(#"{"content":"Hel"}"#),
  chunk(#"{"content":"lo 漢🙂"}"#), chunk("{}", finish: "stop"),
  #"{"id":"c1","model":"m","choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2,"total_tokens":7}}"#,
  "[DONE]")

/// A stream that must come out as `text` and end like this.
private struct Case: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var body: String
  var contentType: String? = "text/event-stream"
  var text: String
  var stop: StopReason?
  var error: ProviderError.Code?
  var unknown = 0
}

private let finished: [Case] = [
  Case(testDescription: "plain", body: hello, text: "Hello 漢🙂", stop: .stop),
  Case(
    testDescription: "T005 escapes",
    body: events(
      chunk(#"{"content":"a\"\\\n\u00e9\ud83d\ude42"}"#), chunk("{}", finish: "stop"), "[DONE]"),
    text: "a\"\\\né🙂", stop: .stop),
  Case(
    testDescription: "T007 CRLF",
    body: hello.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"),
    text: "Hello 漢🙂", stop: .stop),
  Case(
    testDescription: "T011 CR",
    body: hello.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r"),
    text: "Hello 漢🙂", stop: .stop),
  Case(
    testDescription: "T009 T010 no space",
    body:
      "data:\(chunk(#"{"content":"x"}"#))\r\n\r\ndata:\(chunk("{}", finish: "stop"))\r\n\r\ndata:[DONE]\r\n\r\n",
    text: "x", stop: .stop),
  Case(
    testDescription: "T013 no last blank line", body: String(hello.dropLast(2)), text: "Hello 漢🙂",
    stop: .stop),
  Case(
    testDescription: "T014 comments",
    body: ": keep-alive\n\n"
      + hello.split(separator: "\n", omittingEmptySubsequences: false).joined(
        separator: "\n: ping\n"), text: "Hello 漢🙂", stop: .stop),
  Case(
    testDescription: "T015 ping", body: "event: ping\ndata: {\"type\":\"ping\"}\n\n" + hello,
    text: "Hello 漢🙂", stop: .stop, unknown: 1),
  Case(
    testDescription: "T003 half an event closed by a proxy",
    body:
      "data: {\"choices\":[{\"index\":0,\"del\n\ndata: ta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
    text: "x", stop: .stop),
  Case(
    testDescription: "T003 half an event closed before a space",
    body:
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"one\n\ndata:  two\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
    text: "one two", stop: .stop),
  Case(
    testDescription: "T017 lines of JSON as text/plain",
    body:
      "{\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n{\"choices\":[{\"delta\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}]}\n",
    contentType: "text/plain", text: "ab", stop: .stop),
  Case(
    testDescription: "T017 without the last line end",
    body:
      "{\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\r\n{\"choices\":[{\"delta\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}]}",
    contentType: nil, text: "ab", stop: .stop),
  Case(
    testDescription: "one line of JSON without data",
    body: chunk(#"{"content":"a"}"#, finish: "stop"), contentType: nil, text: "a", stop: .stop),
  Case(
    testDescription: "an array of chunks",
    body: "[\(chunk(#"{"content":"a"}"#)),\n\(chunk(#"{"content":"b"}"#, finish: "stop"))]",
    contentType: nil, text: "ab", stop: .stop),
  Case(
    testDescription: "T025 choice without delta",
    body: events(
      chunk(#"{"content":"x"}"#), #"{"choices":[{"index":0,"finish_reason":"stop"}]}"#, "[DONE]"),
    text: "x", stop: .stop),
  Case(
    testDescription: "T026 T027 no finish reason",
    body: events(#"{"choices":[{"index":0,"delta":{"content":"x"}}]}"#, "[DONE]"), text: "x",
    stop: .stop),
  Case(
    testDescription: "T031 wrong content type", body: hello, contentType: "application/json",
    text: "Hello 漢🙂", stop: .stop),
  Case(
    testDescription: "T031 no content type", body: hello, contentType: nil, text: "Hello 漢🙂",
    stop: .stop),
  Case(
    testDescription: "T034 first event twice",
    body: events(chunk(#"{"role":"assistant","content":""}"#)) + hello, text: "Hello 漢🙂",
    stop: .stop),
  Case(
    testDescription: "T038 T039 no text at all",
    body: events(chunk("{}", finish: "length"), "[DONE]"), text: "", stop: .length),
  Case(
    testDescription: "T041 a family character by character",
    body: events(
      chunk(#"{"content":"👩"}"#), chunk(#"{"content":"\u200d"}"#), chunk(#"{"content":"👧"}"#),
      chunk("{}", finish: "stop")), text: "👩‍👧", stop: .stop),
  Case(
    testDescription: "no [DONE] (Perplexity, GPUStack)",
    body: events(chunk(#"{"content":"x"}"#), chunk("{}", finish: "stop")), text: "x", stop: .stop),
  Case(
    testDescription: "[DONE] twice", body: hello + events("[DONE]"), text: "Hello 漢🙂", stop: .stop),
  Case(
    testDescription: "whole message beside the delta",
    body: events(
      #"{"choices":[{"index":0,"delta":{"content":"a"},"message":{"content":"a"}}]}"#,
      #"{"choices":[{"index":0,"delta":{"content":"b"},"message":{"content":"ab"},"finish_reason":"stop"}]}"#
    ), text: "ab", stop: .stop),
  Case(
    testDescription: "whole message instead of deltas",
    body: events(
      #"{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"whole"},"finish_reason":"stop"}]}"#,
      "[DONE]"), text: "whole", stop: .stop),
  Case(
    testDescription: "empty choices everywhere",
    body: events(
      #"{"choices":[],"prompt_filter_results":[]}"#, chunk(#"{"content":"x"}"#, finish: "stop"),
      #"{"choices":[],"moderation":{}}"#, "[DONE]"), text: "x", stop: .stop),
  Case(
    testDescription: "empty finish reason (Snowflake)",
    body: events(
      #"{"choices":[{"index":0,"delta":{"content":"x","refusal":""},"finish_reason":""}]}"#,
      "[DONE]"), text: "x", stop: .stop),
  Case(
    testDescription: "other choices",
    body: events(
      #"{"choices":[{"index":1,"delta":{"content":"B"}},{"index":0,"delta":{"content":"A"}}]}"#,
      #"{"choices":[{"index":1,"delta":{},"finish_reason":"length"}]}"#,
      #"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#), text: "A", stop: .stop),
  Case(
    testDescription: "events that nobody knows",
    body: events("hello", "42", #"{"object":"x"}"#, "null") + hello, text: "Hello 漢🙂", stop: .stop,
    unknown: 4),
  Case(
    testDescription: "odd members",
    body: events(
      #"{"choices":[null,{"index":null,"delta":{"content":"x","role":7,"tool_calls":null,"function_call":null},"logprobs":{}}],"usage":null,"error":null,"created":"soon"}"#,
      chunk(#"{"content":null}"#, finish: "stop")), text: "x", stop: .stop),
  Case(
    testDescription: "model_length",
    body: events(chunk(#"{"content":"x"}"#, finish: "model_length")), text: "x", stop: .length),
  Case(
    testDescription: "content filter",
    body: events(chunk(#"{"content":"x"}"#, finish: "content_filter")), text: "x",
    stop: .contentFilter),
  Case(
    testDescription: "a reason of the future",
    body: events(chunk(#"{"content":"x"}"#, finish: "bored")), text: "x", stop: .other),
  Case(
    testDescription: "legacy text chunks",
    body: events(#"{"choices":[{"index":0,"text":"x","finish_reason":"stop"}]}"#), text: "x",
    stop: .stop),
]

private let failed: [Case] = [
  Case(
    testDescription: "cut after text", body: events(chunk(#"{"content":"abc"}"#)), text: "abc",
    error: .streamCut),
  Case(
    testDescription: "cut inside an event",
    body: String(events(chunk(#"{"content":"abc"}"#), chunk(#"{"content":"def"}"#)).dropLast(20)),
    text: "abc", error: .streamCut),
  Case(
    testDescription: "nothing but comments", body: ": keep-alive\n\n", text: "", error: .streamCut),
  Case(testDescription: "only [DONE]", body: events("[DONE]"), text: "", error: .malformedAnswer),
  Case(
    testDescription: "[DONE] before content",
    body: events(chunk(#"{"role":"assistant"}"#), "[DONE]"), text: "", error: .streamCut),
  Case(
    testDescription: "T015 overloaded in the middle",
    body: events(
      chunk(#"{"content":"abc"}"#),
      #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#), text: "abc",
    error: .overloaded),
  Case(
    testDescription: "T019 error instead of a chunk",
    body: events(#"{"error":{"message":"m","type":"server_error"}}"#), text: "", error: .serverError
  ),
  Case(
    testDescription: "T019 error as JSON for a stream",
    body: #"{"error":{"message":"m","code":"invalid_api_key"}}"#, text: "", error: .badKey),
  Case(
    testDescription: "T029 T035 error event",
    body: events(chunk(#"{"content":"abc"}"#)) + "event: error\ndata: {\"message\":\"m\"}\n\n",
    text: "abc", error: .serverError),
  Case(
    testDescription: "error event of plain text",
    body: events(chunk(#"{"content":"abc"}"#)) + "event: error\ndata: it broke\n\n", text: "abc",
    error: .serverError),
  Case(
    testDescription: "T030 only an error",
    body: "event: error\ndata: {\"error\":{\"message\":\"m\",\"type\":\"rate_limit_error\"}}\n\n",
    text: "", error: .rateLimited),
  Case(
    testDescription: "error field line (old llama.cpp)",
    body: events(chunk(#"{"content":"abc"}"#))
      + "error: {\"code\":500,\"message\":\"m\",\"type\":\"server_error\"}\n\n", text: "abc",
    error: .serverError),
  Case(
    testDescription: "error line without data",
    body: events(chunk(#"{"content":"abc"}"#)) + "{\"error\":\"boom\"}\n", text: "abc",
    error: .serverError),
  Case(
    testDescription: "error in an array",
    body: events(#"[{"error":{"code":429,"message":"m","status":"RESOURCE_EXHAUSTED"}}]"#),
    text: "", error: .rateLimited),
  Case(
    testDescription: "Groq tool failure",
    body: events(chunk(#"{"content":"maybe"}"#))
      + "event: error\ndata: {\"error\":{\"message\":\"m\",\"type\":\"invalid_request_error\",\"code\":\"tool_use_failed\",\"status_code\":400}}\n\n",
    text: "maybe", error: .invalidRequest),
  Case(
    testDescription: "finish reason error",
    body: events(chunk(#"{"content":"abc"}"#, finish: "error"), "[DONE]"), text: "abc",
    error: .serverError),
  Case(
    testDescription: "DeepSeek without resources",
    body: events(chunk(#"{"content":"abc"}"#, finish: "insufficient_system_resource"), "[DONE]"),
    text: "abc", error: .overloaded),
  Case(
    testDescription: "an event that cannot be read",
    body: events(
      chunk(#"{"content":"abc"}"#), #"{"choices": oops}"#, chunk("{}", finish: "stop"), "[DONE]"),
    text: "abc", error: .malformedAnswer, unknown: 1),
  Case(
    testDescription: "a broken event between good ones",
    body: events(
      chunk(#"{"content":"a"}"#), #"{"choices":[{"index":0,"delta":{"content":"lo"#,
      chunk(#"{"content":"b"}"#), chunk(#"{"content":"c"}"#, finish: "stop"), "[DONE]"),
    text: "abc", error: .malformedAnswer, unknown: 1),
  Case(
    testDescription: "error text without its blank line",
    body: events(chunk(#"{"content":"abc"}"#)) + "event: error\ndata: it broke", text: "abc",
    error: .serverError),
  Case(
    testDescription: "HTML", body: "\n<!DOCTYPE html><html></html>", contentType: "text/html",
    text: "", error: .malformedAnswer),
  Case(
    testDescription: "HTML called events", body: "<html></html>", text: "", error: .malformedAnswer),
  Case(
    testDescription: "text", body: "OK", contentType: "text/plain", text: "",
    error: .malformedAnswer),
  Case(testDescription: "empty", body: "", text: "", error: .malformedAnswer),
  Case(testDescription: "blank", body: "\n\n \n", text: "", error: .malformedAnswer),
  Case(
    testDescription: "another protocol's JSON", body: #"{"object":"list","data":[]}"#,
    contentType: "application/json", text: "", error: .malformedAnswer, unknown: 1),
  Case(
    testDescription: "broken JSON", body: #"{"choices": nope, "x": 1}"#,
    contentType: "application/json", text: "", error: .malformedAnswer, unknown: 1),
  Case(
    testDescription: "cut JSON", body: #"{"choices":[{"index":0,"message":{"content":"ab"#,
    contentType: "application/json", text: "", error: .streamCut),
]

@Suite struct OpenAIChatStreamTests {
  @Test(arguments: finished + failed) private func `comes out right`(testCase: Case) {
    expect(decode(testCase.body, with: makeDecoder(contentType: testCase.contentType)), testCase)
  }

  @Test(arguments: finished + failed)
  private func `comes out right split at every byte (T001, T002, T018)`(testCase: Case) {
    let bytes = Array(testCase.body.utf8)
    let decoder = makeDecoder(contentType: testCase.contentType)
    expect(decode(bytes.map { [$0] }, with: decoder), testCase)
    for cut in bytes.indices {
      let decoded = decode([Array(bytes[..<cut]), Array(bytes[cut...])], with: decoder)
      expect(decoded, testCase)
    }
  }

  private func expect(_ decoded: Decoded, _ testCase: Case) {
    #expect(decoded.text == testCase.text)
    #expect(decoded.stopReason == testCase.stop)
    #expect(decoded.error?.code == testCase.error)
    #expect(decoded.unknownEvents == testCase.unknown)
    #expect(decoded.events.filter(\.isTerminal).count == 1)
    #expect(decoded.events.last?.isTerminal == true)
  }

  @Test func `gives each delta as it comes, usage and the end at the end`() {
    let decoded = decode(hello)
    let reported = ReportedUsage(input: 5, output: 2, total: 7)
    #expect(
      decoded.events == [
        .started(model: "m"), .text("Hel"), .text("lo 漢🙂"),
        .usage(Usage(inputTokens: 5, outputTokens: 2, reported: reported)), .finished(.stop),
      ])
    #expect(decoded.finishReason == "stop")
  }

  @Test func `reads no more than it needs of a body that is no answer`() {
    let page = Array(("<html>" + String(repeating: "x", count: 2 << 20)).utf8)
    for status in [200, 502] {
      let decoded = decode([page, page], with: makeDecoder(status: status))
      #expect(decoded.events.count == 1)
      #expect(decoded.error?.details?.count == 2000)
    }
  }

  @Test func `gives lines of JSON as they come`() {
    var decoder = makeDecoder(contentType: nil)
    #expect(decoder.decode(Array((chunk(#"{"content":"a"}"#) + "\n").utf8)).last == .text("a"))
    #expect(decoder.decode(Array((chunk(#"{"content":"b"}"#) + "\n").utf8)) == [.text("b")])
  }

  @Test func `ends at [DONE] without waiting for the body's end`() {
    var decoder = makeDecoder()
    #expect(decoder.decode(Array(hello.utf8)).last == .finished(.stop))
    #expect(decoder.decode(Array(hello.utf8)) == [])
    #expect(decoder.finish() == [])
  }

  @Test func `keeps usage that comes with an error`() {
    let decoded = decode(
      events(
        chunk(#"{"reasoning":"hm"}"#, finish: "length"),
        #"{"error":{"code":400,"message":"Token limit reached"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":null}],"usage":{"prompt_tokens":43,"completion_tokens":10,"total_tokens":53}}"#,
        "[DONE]"))
    #expect(decoded.reasoning == "hm")
    #expect(decoded.usage?.inputTokens == 43)
    #expect(decoded.error?.status == 400)
    #expect(decoded.error?.isRetryable == false)
    #expect(decoded.error?.details == "Token limit reached")
    #expect(
      decoded.events.dropLast().last.map { if case .usage = $0 { true } else { false } } == true)
  }

  @Test func `streams a refusal`() {
    let decoded = decode(
      events(
        chunk(#"{"role":"assistant","content":null,"refusal":""}"#),
        chunk(#"{"refusal":"I'm sorry, "}"#), chunk(#"{"refusal":"no."}"#),
        chunk("{}", finish: "stop"),
        "[DONE]"))
    #expect(decoded.refusal == "I'm sorry, no.")
    #expect(decoded.text == "")
    #expect(decoded.stopReason == .refusal)
  }

  @Test(arguments: [
    (#"{"reasoning_content":"a"}"#, "a"),
    (#"{"reasoning":"a"}"#, "a"),
    (#"{"reasoning":"a","reasoning_content":"a"}"#, "a"),
    (#"{"reasoning":"a","reasoning_details":[{"type":"reasoning.text","text":"a"}]}"#, "a"),
    (#"{"reasoning":null,"reasoning_details":[{"type":"reasoning.summary","summary":"a"}]}"#, "a"),
    (#"{"reasoning":"","reasoning_details":[{"type":"reasoning.encrypted","data":"xyz"}]}"#, ""),
    (#"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"a"}]}]}"#, "a"),
  ])
  func `takes reasoning from one place`(delta: String, expected: String) {
    let decoded = decode(events(chunk(delta), chunk(#"{"content":"x"}"#, finish: "stop")))
    #expect(decoded.reasoning == expected)
    #expect(decoded.text == "x")
  }

  @Test func `does not repeat reasoning whose two forms come in different chunks`() {
    let decoded = decode(
      events(
        chunk(#"{"reasoning":"abc"}"#),
        chunk(#"{"reasoning_details":[{"type":"reasoning.text","text":"abc","signature":"s"}]}"#),
        chunk("{}", finish: "stop")))
    #expect(decoded.reasoning == "abc")
  }

  @Test(arguments: ["content", "reasoning", "refusal"])
  func `joins the bytes of a character over deltas (T041)`(key: String) {
    var body: [UInt8] = []
    for byte in "a👩‍👧b".utf8 {
      let before = Array("data: {\"choices\":[{\"index\":0,\"delta\":{\"\(key)\":\"".utf8)
      body += before + [byte] + Array("\"}}]}\n\n".utf8)
    }
    let decoded = decode([body, Array(events(chunk("{}", finish: "stop")).utf8)])
    #expect(decoded.text + decoded.reasoning + decoded.refusal == "a👩‍👧b")
    #expect(decoded.events.count == 7)
  }

  @Test(arguments: [
    ([#"a\ud83d"#, #"\ude42b"#], "a🙂b"), ([#"\uD83D"#, "", #"\uDE42"#], "🙂"),
    ([#"\ud83d"#, "x"], "\u{FFFD}x"), ([#"\ude42"#, "x"], "\u{FFFD}x"),
    ([#"a\ud83d"#], "a\u{FFFD}"),
    ([#"\\ud83d"#, "x"], #"\ud83dx"#),
  ])
  func `joins the halves of a surrogate pair over deltas`(deltas: [String], text: String) {
    let chunks = deltas.map { "data: \(chunk("{\"content\":\"\($0)\"}"))\n\n" }.joined()
    #expect(decode(chunks + events(chunk("{}", finish: "stop"))).text == text)
  }

  @Test func `joins the parts of a content list`() {
    let decoded = decode(
      events(
        chunk(
          #"{"content":[{"type":"text","text":"a"},{"type":"reference","reference_ids":[1]},{"type":"text","text":"b"}]}"#
        ),
        chunk("{}", finish: "stop")))
    #expect(decoded.text == "ab")
  }

  @Test func `leaves think tags in the text`() {
    let decoded = decode(events(chunk(#"{"content":"<think>a</think>b"}"#, finish: "stop")))
    #expect(decoded.text == "<think>a</think>b")
  }

  @Test(arguments: [131_073, 1_048_577, 8 << 20])
  func `takes an event of any size (T021, T022, T023)`(length: Int) {
    let text = String(repeating: "x", count: length)
    let body = Array(events(chunk("{\"content\":\"\(text)\"}", finish: "stop")).utf8)
    let pieces = stride(from: 0, to: body.count, by: 65_536).map {
      Array(body[$0..<min($0 + 65_536, body.count)])
    }
    #expect(decode(pieces).text.utf8.count == length)
  }
}
