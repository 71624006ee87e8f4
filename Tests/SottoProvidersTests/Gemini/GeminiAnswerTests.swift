import SottoCore
import SottoProviders
import Testing

/// A chunk or reply whose candidate has these parts.
private func reply(_ parts: String, finish: String? = nil, more: String = "") -> String {
  let reason = finish.map { #","finishReason":"\#($0)""# } ?? ""
  return #"{"candidates":[{"content":{"parts":[\#(parts)],"role":"model"}\#(reason),"index":0}]"#
    + more + "}"
}

private func read(_ body: String) -> Decoded { decodeAnswer(body, with: geminiDecoder()) }

@Suite struct GeminiAnswerTests {
  @Test func `reads a stream of events`() {
    let usage = #","usageMetadata":{"promptTokenCount":3,"totalTokenCount":3}"#
    let last =
      #","usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":2,"thoughtsTokenCount":5,"totalTokenCount":10},"modelVersion":"m""#
    let decoded = read(
      events(
        reply(#"{"text":"Hm","thought":true}"#, more: usage),
        reply(#"{"text":"Hé "}"#, more: #","modelVersion":"m""#),
        reply(#"{"text":"🙂"}"#, finish: "STOP", more: last)))
    #expect(
      decoded.events == [
        .reasoning("Hm"), .started(model: "m"), .text("Hé "), .text("🙂"),
        .usage(
          Usage(
            inputTokens: 3, outputTokens: 7, reasoningTokens: 5,
            reported: ReportedUsage(input: 3, output: 2, reasoning: 5, total: 10))),
        .finished(.stop),
      ])
    #expect(decoded.finishReason == "STOP")
    #expect(decoded.unknownEvents == 0)
  }

  @Test func `gives out each element of an array when it is whole`() {
    var decoder = geminiDecoder()
    #expect(decoder.decode(Array("[\(reply(#"{"text":"a"}"#))".utf8)) == [.text("a")])
    #expect(decoder.decode(Array("\r\n,\r\n".utf8)).isEmpty)
    let rest = reply(#"{"text":"b"}"#, finish: "STOP") + "\r\n]"
    #expect(decoder.decode(Array(rest.utf8)) == [.text("b")])
    #expect(decoder.finish() == [.finished(.stop)])
  }

  @Test(arguments: [
    ("STOP", StopReason.stop), ("MAX_TOKENS", .length), ("SAFETY", .contentFilter),
    ("RECITATION", .contentFilter), ("BLOCKLIST", .contentFilter), ("SPII", .contentFilter),
    ("PROHIBITED_CONTENT", .contentFilter), ("MODEL_ARMOR", .contentFilter),
    ("IMAGE_SAFETY", .contentFilter), ("LANGUAGE", .other), ("MALFORMED_FUNCTION_CALL", .other),
    ("A_NEW_ONE", .other),
  ])
  func `maps every finish reason`(reason: String, expected: StopReason) {
    let decoded = read(reply(#"{"text":"a"}"#, finish: reason))
    #expect(decoded.stopReason == expected)
    #expect(decoded.finishReason == reason)
  }

  @Test(arguments: [
    ("MAX_TOKENS", StopReason.length), ("SAFETY", .contentFilter), ("STOP", .toolCalls),
    ("TOO_MANY_TOOL_CALLS", .toolCalls),
  ])
  func `says tool calls when there are some`(reason: String, expected: StopReason) {
    let decoded = read(reply(#"{"functionCall":{"name":"f"}}"#, finish: reason))
    #expect(decoded.stopReason == expected)
  }

  @Test(arguments: [
    #"{"candidates":[{"content":{"role":"model"},"finishReason":"MAX_TOKENS"}]}"#,
    #"{"candidates":[{"finishReason":"MAX_TOKENS","index":0}]}"#,
    #"{"candidates":[{"content":{"parts":[]},"finishReason":"MAX_TOKENS"}]}"#,
    #"{"candidates":[{"content":null,"finishReason":"MAX_TOKENS"}]}"#,
  ])
  func `takes a candidate without parts (T038)`(body: String) {
    #expect(read(body).events == [.finished(.length)])
    #expect(read(events(body)).events == [.finished(.length)])
  }

  @Test func `ends a blocked prompt as filtered`() {
    let decoded = read(#"{"promptFeedback":{"blockReason":"SAFETY"},"modelVersion":"m"}"#)
    #expect(decoded.events == [.started(model: "m"), .finished(.contentFilter)])
    #expect(decoded.finishReason == nil)
  }

  @Test func `numbers calls and keeps each seal with its own`() {
    let decoded = read(
      events(
        reply(#"{"functionCall":{"name":"a","args":{"x":1,"b":[]}},"thoughtSignature":"S1"}"#),
        reply(#"{"functionCall":{"name":"b","id":"i"}}"#),
        reply(#"{"functionCall":{"name":"c","args":{}},"thoughtSignature":"S2"}"#, finish: "STOP")))
    #expect(
      decoded.content.parts == [
        .toolCall(ToolCall(id: "", name: "a", arguments: #"{"x":1,"b":[]}"#)), .signature("S1"),
        .toolCall(ToolCall(id: "i", name: "b", arguments: "{}")),
        .toolCall(ToolCall(id: "", name: "c", arguments: "{}")), .signature("S2"),
      ])
  }

  @Test func `puts arguments together that come in pieces`() {
    func piece(_ members: String) -> String { reply(#"{"functionCall":{\#(members)}}"#) }
    let decoded = read(
      events(
        piece(#""name":"a","id":"i","willContinue":true"#),
        piece(
          #""partialArgs":[{"jsonPath":"$.city","stringValue":"New ","willContinue":true}],"willContinue":true"#
        ),
        piece(#""partialArgs":[{"jsonPath":"$.city","stringValue":"York"}],"willContinue":true"#),
        piece(
          #""partialArgs":[{"jsonPath":"$.days[0].n","numberValue":3},{"jsonPath":"$.days[1]","boolValue":true},{"jsonPath":"$.x","nullValue":"NULL_VALUE"}],"willContinue":true"#
        ),
        piece(""), piece(#""name":"b","args":{}"#), reply("", finish: "STOP")))
    #expect(
      decoded.toolCalls == [
        ToolCall(
          id: "i", name: "a", arguments: #"{"city":"New York","days":[{"n":3},true],"x":null}"#),
        ToolCall(id: "", name: "b", arguments: "{}"),
      ])
    #expect(decoded.stopReason == .toolCalls)
    #expect(decoded.unknownEvents == 0)
  }

  @Test(arguments: ["$", "city", "$.a[", "$.a[9]", "$.a[-1]", ""])
  func `counts a piece whose place it does not understand`(path: String) {
    let call =
      #"{"functionCall":{"name":"a","partialArgs":[{"jsonPath":"\#(path)","stringValue":"x"}]}}"#
    let decoded = read(reply(call, finish: "STOP"))
    #expect(decoded.toolCalls == [ToolCall(id: "", name: "a", arguments: "{}")])
    #expect(decoded.unknownEvents == 1)
  }

  @Test func `seals a text when its run is over`() {
    let decoded = read(
      events(
        reply(#"{"text":"t","thought":true,"thoughtSignature":"S0"}"#),
        reply(#"{"text":"a","thoughtSignature":"S1"}"#), reply(#"{"text":"b"}"#),
        reply(#"{"text":"c","thoughtSignature":"S2"}"#), reply(#"{"text":""}"#, finish: "STOP")))
    #expect(
      decoded.content.parts == [
        .reasoning("t"), .signature("S0"), .text("ab"), .signature("S1"), .text("c"),
        .signature("S2"),
      ])
  }

  @Test func `keeps a seal that has no text as the part it is`() {
    let seal = #"{"text":"","thoughtSignature":"S"}"#
    #expect(
      read(reply(#"{"text":"a"},\#(seal)"#, finish: "STOP")).content.parts
        == [.text("a"), .signature("S")])
    #expect(
      read(reply(#"{"functionCall":{"name":"f"}},\#(seal)"#, finish: "STOP")).content.parts
        == [.toolCall(ToolCall(id: "", name: "f", arguments: "{}")), .opaque(seal)])
    let alone = #"{"thoughtSignature":"S"}"#
    #expect(read(reply(alone, finish: "STOP")).content.parts == [.opaque(alone)])
  }

  @Test func `keeps what the provider ran as the parts they are`() {
    let code = #"{"executableCode":{"language":"PYTHON","code":"1"},"thoughtSignature":"S"}"#
    let result = #"{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"1\n"}}"#
    let strange = #"{"hologram":{"x":1.5}}"#
    let body = reply(#"\#(code),\#(result),{"text":"a"},\#(strange),{}"#, finish: "STOP")
    let decoded = read(body)
    #expect(
      decoded.content.parts == [.opaque(code), .opaque(result), .text("a"), .opaque(strange)])
    #expect(decoded.unknownEvents == 2)
  }

  @Test func `gives citations once and after the text`() {
    let grounding = #""groundingMetadata":{"webSearchQueries":["q"]}"#
    func reply(_ text: String, _ end: String) -> String {
      #"{"candidates":[{"content":{"parts":[{"text":"\#(text)"}]},\#(grounding)\#(end)}]}"#
    }
    let decoded = read(events(reply("a", ""), reply("b", #","finishReason":"STOP""#)))
    #expect(
      decoded.events
        == [.text("a"), .text("b"), .opaque("{\(grounding)}"), .finished(.stop)])
  }

  @Test func `reads the first candidate only`() {
    let body =
      #"{"candidates":[{"index":1,"content":{"parts":[{"text":"no"}]},"finishReason":"SAFETY"},{"content":{"parts":[{"text":"yes"}]},"finishReason":"STOP"}]}"#
    #expect(read(body).events == [.text("yes"), .finished(.stop)])
  }

  @Test func `joins an event that a blank line cut in two (T003)`() {
    let whole = reply(#"{"text":"Hello there"}"#)
    let end = events(reply("", finish: "STOP"))
    for cut in 1..<whole.utf8.count - 1 {
      let first = String(decoding: Array(whole.utf8.prefix(cut)), as: UTF8.self)
      let second = String(decoding: Array(whole.utf8.dropFirst(cut)), as: UTF8.self)
      let decoded = read("data: \(first)\r\n\r\ndata: \(second)\r\n\r\n" + end)
      if decoded.events != [.text("Hello there"), .finished(.stop)] {
        Issue.record("cut at \(cut): \(decoded.events)")
      }
    }
  }

  @Test func `joins a character that two chunks share`() {
    let decoded = read(
      events(reply(#"{"text":"a\ud83d"}"#), reply(#"{"text":"\ude42"}"#, finish: "STOP")))
    #expect(decoded.text == "a🙂")
  }

  @Test func `puts a sign for half a character in a part of the provider's own`() {
    let decoded = read(reply(#"{"executableCode":{"code":"\ud83d1"}}"#, finish: "STOP"))
    #expect(decoded.content.parts == [.opaque("{\"executableCode\":{\"code\":\"\u{FFFD}1\"}}")])
  }

  @Test func `reads objects by the line, whatever they are labelled (T017)`() {
    let body = reply(#"{"text":"a"}"#) + "\n" + reply(#"{"text":"b"}"#, finish: "STOP") + "\n"
    let decoder = geminiDecoder(head(contentType: "text/plain"))
    #expect(decodeAnswer(body, with: decoder).events == [.text("a"), .text("b"), .finished(.stop)])
  }

  @Test func `counts what it does not know`() {
    let decoded = read(
      events(#"{"sessionHint":1}"#, "nonsense", reply(#"{"text":"a"}"#, finish: "STOP")))
    #expect(decoded.events == [.text("a"), .finished(.stop)])
    #expect(decoded.unknownEvents == 2)
  }

  @Test func `says when a part of the answer was lost`() {
    let decoded = read(
      events(#"{"candidates":[x]}"#, reply(#"{"text":"a"}"#, finish: "STOP")))
    #expect(decoded.text == "a")
    #expect(decoded.error?.code == .malformedAnswer)
    #expect(decoded.unknownEvents == 1)
  }
}
