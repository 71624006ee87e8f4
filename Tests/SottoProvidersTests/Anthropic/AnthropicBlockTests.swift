import SottoCore
import SottoProviders
import Testing

private func parts(_ payloads: String..., reason: String = "end_turn") -> Decoded {
  let body =
    [messageStart] + payloads + [messageDelta(reason), messageStop]
  return decodeMessages(body.map { "data: \($0)\n\n" }.joined())
}

@Suite struct AnthropicBlockTests {
  @Test func `keeps a tool call split inside an escape and a number (T042, T046)`() {
    let decoded = parts(
      blockStart(0, #"{"type":"tool_use","id":"toolu_1","name":"f","input":{}}"#), inputDelta(""),
      inputDelta("{\"a\": \"x\\"), inputDelta("u00e9\", \"b\": 1"), inputDelta("2}"), blockStop(0),
      reason: "tool_use")
    #expect(
      decoded.toolCalls == [
        ToolCall(id: "toolu_1", name: "f", arguments: #"{"a": "x\u00e9", "b": 12}"#)
      ])
    #expect(decoded.stopReason == .toolCalls)
  }

  @Test func `counts calls from 0 whatever the block's index`() {
    let decoded = parts(
      textStart, textDelta("Let me see."), blockStop(0),
      blockStart(3, #"{"type":"tool_use","id":"a","name":"f","input":{}}"#),
      blockStart(7, #"{"type":"tool_use","id":"b","name":"g","input":{}}"#),
      inputDelta("{\"n\":2}", index: 7), inputDelta("{\"n\":1}", index: 3), blockStop(3),
      blockStop(7), reason: "tool_use")
    let indices = decoded.events.compactMap { event -> Int? in
      if case .toolCall(let fragment) = event { fragment.index } else { nil }
    }
    #expect(Set(indices) == [0, 1])
    #expect(
      decoded.toolCalls == [
        ToolCall(id: "a", name: "f", arguments: "{\"n\":1}"),
        ToolCall(id: "b", name: "g", arguments: "{\"n\":2}"),
      ])
  }

  @Test(arguments: [
    ([inputDelta("")], "{}"), ([], "{}"), ([inputDelta(""), inputDelta("")], "{}"),
    ([inputDelta("{}")], "{}"),
    ([inputDelta("{\"a\""), inputDelta(""), inputDelta(":1}")], "{\"a\":1}"),
  ])
  func `takes no input for that of a tool without parameters (T045)`(
    deltas: [String], arguments: String
  ) {
    let start = blockStart(0, #"{"type":"tool_use","id":"a","name":"f","input":{}}"#)
    let body = [messageStart, start] + deltas + [messageDelta("tool_use"), messageStop]
    let decoded = decodeMessages(body.map { "data: \($0)\n\n" }.joined())
    #expect(decoded.toolCalls.map(\.arguments) == [arguments])
  }

  @Test func `takes an input that comes at the start`() {
    let decoded = parts(
      blockStart(0, #"{"type":"tool_use","id":"a","name":"f","input":{"b":1,"a":2}}"#),
      blockStop(0))
    #expect(decoded.toolCalls.map(\.arguments) == [#"{"b":1,"a":2}"#])
    #expect(decoded.stopReason == .toolCalls)
  }

  @Test func `leaves the arguments of a call that was cut as they are`() {
    let decoded = decodeMessages(
      messageEvents(
        messageStart, blockStart(0, #"{"type":"tool_use","id":"a","name":"f","input":{}}"#),
        inputDelta("{\"a\":")))
    #expect(decoded.toolCalls.map(\.arguments) == ["{\"a\":"])
    #expect(decoded.error?.code == .streamCut)
  }

  @Test func `takes thousands of tiny pieces of input (T037)`() {
    let text = "{\"a\":\"" + String(repeating: "x", count: 5000) + "\"}"
    let start = blockStart(0, #"{"type":"tool_use","id":"a","name":"f","input":{}}"#)
    let body =
      [messageStart, start] + text.map { inputDelta(String($0)) } + [blockStop(0), messageStop]
    let decoded = decodeMessages(body.map { "data: \($0)\n\n" }.joined())
    #expect(decoded.toolCalls.map(\.arguments) == [text])
  }

  @Test func `puts the seal after its reasoning`() {
    let decoded = parts(
      blockStart(0, #"{"type":"thinking","thinking":"","signature":""}"#),
      blockDelta(0, #"{"type":"thinking_delta","thinking":"h"}"#),
      blockDelta(0, #"{"type":"thinking_delta","thinking":"m"}"#),
      blockDelta(0, #"{"type":"signature_delta","signature":"Eu+/=="}"#), blockStop(0),
      blockStart(1, #"{"type":"text","text":""}"#), textDelta("x", index: 1), blockStop(1))
    #expect(decoded.content.parts == [.reasoning("hm"), .signature("Eu+/=="), .text("x")])
  }

  @Test func `keeps the seals of reasoning that is not shown apart`() {
    let decoded = parts(
      blockStart(0, #"{"type":"thinking","thinking":"","signature":""}"#),
      blockDelta(0, #"{"type":"signature_delta","signature":"A"}"#), blockStop(0),
      blockStart(1, #"{"type":"thinking","thinking":"","signature":"B"}"#), blockStop(1))
    #expect(
      decoded.content.parts == [
        .opaque(#"{"type":"thinking","thinking":"","signature":"A"}"#),
        .opaque(#"{"type":"thinking","thinking":"","signature":"B"}"#),
      ])
  }

  @Test func `drops a seal that was cut`() {
    let decoded = decodeMessages(
      messageEvents(
        messageStart, blockStart(0, #"{"type":"thinking","thinking":"hm","signature":""}"#),
        blockDelta(0, #"{"type":"signature_delta","signature":"half"}"#)))
    #expect(decoded.content.parts == [.reasoning("hm")])
  }

  @Test(arguments: [
    (
      [blockStart(0, #"{"type":"redacted_thinking","data":"Eq/+"}"#)],
      #"{"type":"redacted_thinking","data":"Eq/+"}"#
    ),
    (
      [
        blockStart(0, #"{"type":"server_tool_use","id":"s","name":"web_search","input":{}}"#),
        inputDelta("{\"query\":"), inputDelta(" \"x\"}"),
      ], #"{"type":"server_tool_use","id":"s","name":"web_search","input":{"query":"x"}}"#
    ),
    (
      [
        blockStart(
          0, #"{"type":"web_search_tool_result","tool_use_id":"s","content":[{"url":"u"}]}"#)
      ],
      #"{"type":"web_search_tool_result","tool_use_id":"s","content":[{"url":"u"}]}"#
    ),
    (
      [
        blockStart(0, #"{"type":"compaction","content":null}"#),
        blockDelta(0, #"{"type":"compaction_delta","content":"short"}"#),
      ], #"{"type":"compaction","content":"short"}"#
    ),
  ])
  func `keeps the provider's own blocks`(payloads: [String], json: String) {
    let body = [messageStart] + payloads + [blockStop(0), messageDelta("end_turn"), messageStop]
    let decoded = decodeMessages(body.map { "data: \($0)\n\n" }.joined())
    #expect(decoded.content.parts == [.opaque(json)])
    #expect(decoded.unknownEvents == 0)
  }

  @Test func `keeps a block of an unknown type only if all of it is understood`() {
    let decoded = parts(
      blockStart(0, #"{"type":"hologram","x":1}"#), blockStop(0),
      blockStart(1, #"{"type":"hologram","x":2}"#),
      blockDelta(1, #"{"type":"hologram_delta","x":3}"#), blockStop(1),
      blockStart(2, #"{"type":"server_tool_use","id":"s","name":"f","input":{}}"#),
      inputDelta("{broken", index: 2), blockStop(2), blockStart(3, "7"), blockStop(3))
    #expect(decoded.content.parts == [.opaque(#"{"type":"hologram","x":1}"#)])
    #expect(decoded.unknownEvents == 4)
  }

  @Test func `shows text in a block of an unknown type`() {
    let decoded = parts(
      blockStart(0, #"{"type":"hologram"}"#), textDelta("a"), textDelta("b"), blockStop(0))
    #expect(decoded.content.parts == [.text("ab")])
    #expect(decoded.unknownEvents == 1)
  }

  @Test func `keeps citations with the length of their text`() {
    let decoded = parts(
      textStart, textDelta("See: "), blockStop(0),
      blockStart(1, #"{"citations":[],"type":"text","text":""}"#),
      blockDelta(1, #"{"type":"citations_delta","citation":{"url":"u"}}"#),
      textDelta("é", index: 1),
      blockDelta(1, #"{"type":"citations_delta","citation":{"url":"v"}}"#),
      blockStop(1), blockStart(2, #"{"type":"text","text":"."}"#), blockStop(2))
    #expect(
      decoded.content.parts == [
        .text("See: é"),
        .opaque(#"{"type":"citations","text_length":2,"citations":[{"url":"u"},{"url":"v"}]}"#),
        .text("."),
      ])
  }
}
