import SottoCore
import SottoProviders
import Testing

private let hello = messageEvents(
  messageStart, textStart, #"{"type": "ping"}"#, textDelta("Hel"), textDelta("lo 漢🙂"),
  blockStop(0), messageDelta("end_turn"), messageStop)

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

private let reply =
  #"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"x"}],"stop_reason":"end_turn","usage":{"input_tokens":5,"output_tokens":1}}"#

private let finished: [Case] = [
  Case(testDescription: "plain, T015 ping", body: hello, text: "Hello 漢🙂", stop: .stop),
  Case(
    testDescription: "T005 escapes",
    body: messageEvents(
      messageStart, textStart, textDelta(#"a\"\\\n\u00e9\ud83d\ude42"#), blockStop(0),
      messageDelta("end_turn"), messageStop), text: "a\"\\\né🙂", stop: .stop),
  Case(
    testDescription: "T007 CRLF", body: hello.replacing("\n", with: "\r\n"), text: "Hello 漢🙂",
    stop: .stop),
  Case(
    testDescription: "T011 CR", body: hello.replacing("\n", with: "\r"), text: "Hello 漢🙂",
    stop: .stop),
  Case(
    testDescription: "T009 T010 no space", body: hello.replacing("data: ", with: "data:"),
    text: "Hello 漢🙂", stop: .stop),
  Case(
    testDescription: "T013 no last blank line", body: String(hello.dropLast(2)), text: "Hello 漢🙂",
    stop: .stop),
  Case(
    testDescription: "T014 comments",
    body: ": keep-alive\n\n" + hello.replacing("\n\n", with: "\n\n: ping\n\n"),
    text: "Hello 漢🙂", stop: .stop),
  Case(
    testDescription: "no event names",
    body: hello.split(separator: "\n").filter { $0.hasPrefix("data") }.map { $0 + "\n\n" }.joined(),
    text: "Hello 漢🙂", stop: .stop),
  Case(
    testDescription: "T003 half an event closed by a proxy",
    body: hello.replacing(
      #""text_delta","text":"Hel"#, with: "\"text_del\n\ndata: ta\",\"text\":\"Hel"),
    text: "Hello 漢🙂", stop: .stop),
  Case(
    testDescription: "T017 lines of JSON as text/plain",
    body: hello.split(separator: "\n").filter { $0.hasPrefix("data") }
      .map { $0.dropFirst(6) + "\n" }.joined(),
    contentType: "text/plain", text: "Hello 漢🙂", stop: .stop),
  Case(
    testDescription: "an array of events",
    body: "[\(messageStart),\(textStart),\(textDelta("a")),\n\(blockStop(0)),\(messageStop)]",
    contentType: nil, text: "a", stop: .stop),
  Case(
    testDescription: "T026 T027 no stop reason",
    body: messageEvents(messageStart, textStart, textDelta("x"), blockStop(0), messageStop),
    text: "x", stop: .stop),
  Case(
    testDescription: "T031 wrong content type", body: hello, contentType: "application/json",
    text: "Hello 漢🙂", stop: .stop),
  Case(
    testDescription: "T034 first event twice", body: messageEvents(messageStart) + hello,
    text: "Hello 漢🙂", stop: .stop),
  Case(
    testDescription: "T039 no content at all",
    body: messageEvents(messageStart, messageDelta("end_turn"), messageStop), text: "", stop: .stop),
  Case(
    testDescription: "text in the block's start",
    body: messageEvents(
      messageStart, blockStart(0, #"{"type":"text","text":"a"}"#), textDelta("b"), blockStop(0),
      messageDelta("end_turn"), messageStop), text: "ab", stop: .stop),
  Case(
    testDescription: "no start of the block",
    body: messageEvents(messageStart, textDelta("x"), messageDelta("end_turn"), messageStop),
    text: "x", stop: .stop),
  Case(
    testDescription: "no end of the block",
    body: messageEvents(
      messageStart, textStart, textDelta("a"), blockStart(1, #"{"type":"text","text":""}"#),
      textDelta("b", index: 1), messageDelta("end_turn"), messageStop), text: "ab", stop: .stop),
  Case(
    testDescription: "unknown event, block and delta",
    body: messageEvents(
      messageStart, #"{"type":"message_hint","hint":1}"#, blockStart(0, #"{"type":"hologram"}"#),
      blockDelta(0, #"{"type":"hologram_delta","x":1}"#), blockStop(0),
      blockStart(1, #"{"type":"text","text":""}"#), textDelta("x", index: 1),
      blockDelta(1, #"{"type":"glow_delta"}"#), blockStop(1), messageDelta("end_turn"), messageStop),
    text: "x", stop: .stop, unknown: 4),
  Case(
    testDescription: "message_delta twice",
    body: messageEvents(
      messageStart, textStart, textDelta("x"), blockStop(0),
      #"{"type":"message_delta","delta":{},"usage":{"output_tokens":3}}"#,
      messageDelta("max_tokens"), messageStop), text: "x", stop: .length),
  Case(
    testDescription: "[DONE] of a gateway",
    body: messageEvents(messageStart, textStart, textDelta("x"), messageDelta("end_turn"))
      + "data: [DONE]\n\n", text: "x", stop: .stop),
  Case(testDescription: "after the end", body: hello + hello, text: "Hello 漢🙂", stop: .stop),
  Case(
    testDescription: "a whole reply", body: reply, contentType: "application/json", text: "x",
    stop: .stop),
  Case(
    testDescription: "a whole reply called events, with space around",
    body: "\n\u{FEFF}".suffix(1) + reply.replacing(",", with: ",\n ") + "\n", text: "x",
    stop: .stop),
  Case(
    testDescription: "a whole reply as an event", body: "data: \(reply)\n\n", text: "x", stop: .stop
  ),
]

private let failed: [Case] = [
  Case(
    testDescription: "cut in the text",
    body: messageEvents(messageStart, textStart, textDelta("abc")), text: "abc", error: .streamCut),
  Case(
    testDescription: "cut before message_stop", body: String(hello.dropLast(50)),
    text: "Hello 漢🙂", error: .streamCut),
  Case(
    testDescription: "[DONE] without a stop reason",
    body: messageEvents(messageStart, textStart, textDelta("abc")) + "data: [DONE]\n\n",
    text: "abc", error: .streamCut),
  Case(
    testDescription: "only the beginning", body: messageEvents(messageStart), text: "",
    error: .streamCut),
  Case(
    testDescription: "only the end", body: messageEvents(messageStop), text: "", error: .streamCut),
  Case(
    testDescription: "T015 T029 T035 overloaded in the stream",
    body: messageEvents(
      messageStart, textStart, textDelta("abc"),
      #"{"type":"error","error":{"details":null,"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}"#,
      messageStop), text: "abc", error: .overloaded),
  Case(
    testDescription: "T030 only an error",
    body: messageEvents(
      #"{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}"#),
    text: "", error: .rateLimited),
  Case(
    testDescription: "T019 error as JSON with status 200",
    body:
      #"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#,
    contentType: "application/json", text: "", error: .badKey),
  Case(
    testDescription: "error without its last blank line",
    body: messageEvents(messageStart, textStart, textDelta("abc"))
      + "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"m\"}}",
    text: "abc", error: .serverError),
  Case(
    testDescription: "error that is text",
    body: messageEvents(messageStart, textStart, textDelta("abc"))
      + "event: error\ndata: it broke\n\n",
    text: "abc", error: .serverError),
  Case(
    testDescription: "error of a gateway",
    body: messageEvents(messageStart) + "data: {\"error\":{\"message\":\"m\",\"code\":429}}\n\n",
    text: "", error: .rateLimited),
  Case(
    testDescription: "an event that cannot be read",
    body: messageEvents(messageStart, textStart, textDelta("abc"))
      + "data: {\"type\": oops, \"index\": 0, \"delta\": {}}\n\n"
      + messageEvents(blockStop(0), messageDelta("end_turn"), messageStop), text: "abc",
    error: .malformedAnswer, unknown: 1),
  Case(
    testDescription: "HTML", body: "\n<!DOCTYPE html><html></html>", contentType: "text/html",
    text: "", error: .malformedAnswer),
  Case(
    testDescription: "text", body: "OK", contentType: "text/plain", text: "",
    error: .malformedAnswer),
  Case(testDescription: "empty", body: "", text: "", error: .malformedAnswer),
  Case(
    testDescription: "another protocol's JSON",
    body: #"{"object":"chat.completion","choices":[]}"#, contentType: "application/json", text: "",
    error: .malformedAnswer, unknown: 1),
  Case(
    testDescription: "cut JSON", body: String(reply.dropLast(90)), contentType: "application/json",
    text: "", error: .streamCut),
]

@Suite struct AnthropicStreamTests {
  @Test(arguments: finished + failed) private func `comes out right`(testCase: Case) {
    let decoder = makeAnthropicDecoder(contentType: testCase.contentType)
    expect(decodeMessages(testCase.body, with: decoder), testCase)
  }

  @Test(arguments: finished + failed)
  private func `comes out right split at every byte (T001, T002, T006, T018)`(testCase: Case) {
    let bytes = Array(testCase.body.utf8)
    let decoder = makeAnthropicDecoder(contentType: testCase.contentType)
    expect(decodeMessages(bytes.map { [$0] }, with: decoder), testCase)
    for cut in bytes.indices {
      let decoded = decodeMessages([Array(bytes[..<cut]), Array(bytes[cut...])], with: decoder)
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
    let decoded = decodeMessages(hello)
    let reported = ReportedUsage(input: 5, output: 9)
    #expect(
      decoded.events == [
        .started(model: "m"), .text("Hel"), .text("lo 漢🙂"),
        .usage(Usage(inputTokens: 5, outputTokens: 9, reported: reported)), .finished(.stop),
      ])
    #expect(decoded.finishReason == "end_turn")
  }

  @Test func `ends at message_stop without waiting for the body's end`() {
    var decoder = makeAnthropicDecoder()
    #expect(decoder.decode(Array(hello.utf8)).last == .finished(.stop))
    #expect(decoder.decode(Array(hello.utf8)) == [])
    #expect(decoder.finish() == [])
  }

  @Test(arguments: [
    ("end_turn", StopReason.stop), ("stop_sequence", .stop), ("max_tokens", .length),
    ("model_context_window_exceeded", .length), ("tool_use", .toolCalls), ("refusal", .refusal),
    ("pause_turn", .other), ("what_comes_next", .other),
  ])
  func `says in our words why it stopped`(reason: String, stop: StopReason) {
    let decoded = decodeMessages(
      messageEvents(
        messageStart, textStart, textDelta("x"), blockStop(0), messageDelta(reason), messageStop))
    #expect(decoded.stopReason == stop)
    #expect(decoded.finishReason == reason)
    #expect(decoded.text == "x")
  }

  @Test func `gives the explanation of a refusal once`() {
    let delta =
      #"{"type":"message_delta","delta":{"stop_reason":"refusal","stop_details":{"type":"refusal","category":"bio","explanation":"Not this."}},"usage":{"output_tokens":1}}"#
    let decoded = decodeMessages(messageEvents(messageStart, delta, delta, messageStop))
    #expect(decoded.stopReason == .refusal)
    #expect(decoded.refusal == "Not this.")
    #expect(decoded.text == "")
  }

  @Test func `keeps usage that came before an error`() {
    let decoded = decodeMessages(
      messageEvents(
        messageStart, textStart, textDelta("abc"),
        #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#))
    #expect(decoded.usage?.inputTokens == 5)
    #expect(decoded.error?.isRetryable == true)
    #expect(decoded.error?.upstreamType == "overloaded_error")
    #expect(decoded.error?.details == "Overloaded")
    #expect(
      decoded.events.dropLast().last.map { if case .usage = $0 { true } else { false } } == true)
  }

  @Test func `joins the bytes of a character over deltas (T041)`() {
    var body = Array(messageEvents(messageStart, textStart).utf8)
    for byte in "a👩‍👧b".utf8 {
      let before =
        #"data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":""#
      body += Array(before.utf8) + [byte] + Array("\"}}\n\n".utf8)
    }
    let end = Array(messageEvents(blockStop(0), messageDelta("end_turn"), messageStop).utf8)
    #expect(decodeMessages([body, end]).text == "a👩‍👧b")
  }

  @Test(arguments: [
    ([#"a\ud83d"#, #"\ude42b"#], "a🙂b"), ([#"\ud83d"#, "x"], "\u{FFFD}x"),
    ([#"a\ud83d"#], "a\u{FFFD}"),
  ])
  func `joins the halves of a surrogate pair over deltas`(deltas: [String], text: String) {
    let body =
      messageEvents(messageStart, textStart)
      + deltas.map { "data: \(textDelta($0))\n\n" }.joined()
    let end = messageEvents(blockStop(0), messageDelta("end_turn"), messageStop)
    #expect(decodeMessages(body + end).text == text)
    #expect(decodeMessages(body).text == text)
  }

  @Test(arguments: [131_073, 1_048_577, 8 << 20])
  func `takes an event of any size (T021, T022, T023)`(length: Int) {
    let body = Array(
      messageEvents(
        messageStart, textStart, textDelta(String(repeating: "x", count: length)), messageStop
      ).utf8)
    let pieces = stride(from: 0, to: body.count, by: 65_536).map {
      Array(body[$0..<min($0 + 65_536, body.count)])
    }
    #expect(decodeMessages(pieces).text.utf8.count == length)
  }
}
