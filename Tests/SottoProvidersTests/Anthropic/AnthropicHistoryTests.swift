import SottoCore
import SottoProviders
import Testing

private struct Case: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var entries: [ModelRequest.Entry]
  /// One JSON text for each message.
  var messages: [String]
}

private let askA = #"{"role":"user","content":[{"type":"text","text":"a"}]}"#
private let askC = #"{"role":"user","content":[{"type":"text","text":"c"}]}"#
private let askBoth =
  #"{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"c"}]}"#

private func answer(_ blocks: String...) -> String {
  #"{"role":"assistant","content":[\#(blocks.joined(separator: ","))]}"#
}

private func text(_ text: String) -> String { #"{"type":"text","text":"\#(text)"}"# }

private let call = Part.toolCall(ToolCall(id: "a", name: "f", arguments: "{}"))
private let serverCall = #"{"type":"server_tool_use","id":"s","name":"web_search","input":{}}"#
private let serverResult = #"{"type":"web_search_tool_result","tool_use_id":"s","content":[]}"#
private let redacted = #"{"type":"redacted_thinking","data":"E"}"#
private let hidden = #"{"type":"thinking","thinking":"","signature":"S"}"#

private func citations(_ length: Int) -> Part {
  .opaque(#"{"type":"citations","text_length":\#(length),"citations":[{"url":"u"}]}"#)
}

private let cases: [Case] = [
  Case(
    testDescription: "in turn",
    entries: [userEntry("a"), assistantEntry(.text("b")), userEntry("c")],
    messages: [askA, answer(text("b")), askC]),
  Case(
    testDescription: "T047 blank answer",
    entries: [userEntry("a"), assistantEntry(.text("\n")), userEntry("c")], messages: [askBoth]),
  Case(
    testDescription: "T101 empty answer",
    entries: [userEntry("a"), assistantEntry(), userEntry("c")],
    messages: [askBoth]),
  Case(
    testDescription: "blank question", entries: [userEntry("a"), userEntry(" \n"), userEntry("c")],
    messages: [askBoth]),
  Case(
    testDescription: "two answers in a row",
    entries: [
      userEntry("a"), assistantEntry(.text("b")), assistantEntry(.text("d")), userEntry("c"),
    ],
    messages: [askA, answer(text("b"), text("d")), askC]),
  Case(
    testDescription: "T049 space at the end of a prefill",
    entries: [userEntry("a"), assistantEntry(.text(" b \n"))], messages: [askA, answer(text(" b"))]),
  Case(
    testDescription: "answer first", entries: [assistantEntry(.text("b")), userEntry("c")],
    messages: [askC]),
  Case(
    testDescription: "nothing", entries: [assistantEntry(.text("b")), userEntry("")], messages: []),
  Case(
    testDescription: "reasoning with and without a seal",
    entries: [
      userEntry("a"),
      assistantEntry(
        .reasoning("x"), .text("b"), .reasoning("hm"), .signature("S"), .text("d"),
        .signature("loose")),
      userEntry("c"),
    ],
    messages: [
      askA,
      answer(text("b"), #"{"type":"thinking","thinking":"hm","signature":"S"}"#, text("d")), askC,
    ]),
  Case(
    testDescription: "T051 a call without its result, and reasoning that is then the end",
    entries: [
      userEntry("a"), assistantEntry(.text("b"), .reasoning("hm"), .signature("S"), call),
      userEntry("c"),
    ], messages: [askA, answer(text("b")), askC]),
  Case(
    testDescription: "hidden and redacted reasoning",
    entries: [
      userEntry("a"), assistantEntry(.opaque(hidden), .opaque(redacted), .text("b")),
      userEntry("c"),
    ], messages: [askA, answer(hidden, redacted, text("b")), askC]),
  Case(
    testDescription: "a server's call with its result",
    entries: [
      userEntry("a"), assistantEntry(.opaque(serverCall), .opaque(serverResult), .text("b")),
      userEntry("c"),
    ], messages: [askA, answer(serverCall, serverResult, text("b")), askC]),
  Case(
    testDescription: "a server's call without its result",
    entries: [userEntry("a"), assistantEntry(.text("b"), .opaque(serverCall)), userEntry("c")],
    messages: [askA, answer(text("b")), askC]),
  Case(
    testDescription: "a server's result without its call",
    entries: [userEntry("a"), assistantEntry(.opaque(serverResult), .text("b")), userEntry("c")],
    messages: [askA, answer(text("b")), askC]),
  Case(
    testDescription: "a server's call that goes on",
    entries: [userEntry("a"), assistantEntry(.text("b "), .opaque(serverCall))],
    messages: [askA, answer(text("b "), serverCall)]),
  Case(
    testDescription: "citations of the end of a text",
    entries: [
      userEntry("a"), assistantEntry(.text("b: é"), citations(2), .text(".")), userEntry("c"),
    ],
    messages: [
      askA,
      answer(text("b: "), #"{"type":"text","text":"é","citations":[{"url":"u"}]}"#, text(".")),
      askC,
    ]),
  Case(
    testDescription: "citations of a text that has changed",
    entries: [
      userEntry("a"), assistantEntry(.text("é"), citations(1), .text("b"), citations(99)),
      userEntry("c"),
    ],
    messages: [
      askA,
      answer(
        #"{"type":"text","text":"é","citations":[{"url":"u"}]}"#,
        #"{"type":"text","text":"b","citations":[{"url":"u"}]}"#), askC,
    ]),
  Case(
    testDescription: "opaque parts that are no blocks",
    entries: [
      userEntry("a"),
      assistantEntry(
        .opaque(""), .opaque("{"), .opaque("[]"), .opaque("{}"), citations(1), .text("b")),
      userEntry("c"),
    ], messages: [askA, answer(text("b")), askC]),
  Case(
    testDescription: "refusal",
    entries: [userEntry("a"), assistantEntry(.refusal("no")), userEntry("c")],
    messages: [askA, answer(text("no")), askC]),
]

@Suite struct AnthropicHistoryTests {
  @Test(arguments: cases) private func `is what the provider takes`(testCase: Case) {
    let messages = AnthropicHistory.messages(of: testCase.entries)
    #expect(messages.map(\.encodedText) == testCase.messages)
  }
}
