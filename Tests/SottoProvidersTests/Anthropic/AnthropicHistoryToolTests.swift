import SottoCore
import SottoProviders
import Testing

private struct Case: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var entries: [ModelRequest.Entry]
  /// One JSON text for each message.
  var messages: [String]
}

private func call(_ id: String, _ arguments: String = "{}") -> Part {
  .toolCall(ToolCall(id: id, name: "f", arguments: arguments))
}

private func result(_ id: String, _ text: String, isError: Bool = false) -> Part {
  .toolResult(ToolResult(callID: id, name: "f", text: text, isError: isError))
}

private func use(_ id: String, _ input: String = "{}") -> String {
  #"{"type":"tool_use","id":"\#(id)","name":"f","input":\#(input)}"#
}

private func user(_ blocks: String...) -> String {
  #"{"role":"user","content":[\#(blocks.joined(separator: ","))]}"#
}

private func answer(_ blocks: String...) -> String {
  #"{"role":"assistant","content":[\#(blocks.joined(separator: ","))]}"#
}

private let textA = #"{"type":"text","text":"a"}"#
private let textB = #"{"type":"text","text":"b"}"#

private let cases: [Case] = [
  Case(
    testDescription: "calls after sealed thoughts, results first and together",
    entries: [
      userEntry("a"),
      assistantEntry(
        .reasoning("hm"), .signature("S"), .opaque(#"{"type":"redacted_thinking","data":"E"}"#),
        call("1", #"{"x":1}"#), call("2", "")),
      userEntry(parts: .text("b"), result("2", "two")),
      userEntry(parts: result("1", "one")),
    ],
    messages: [
      user(textA),
      answer(
        #"{"type":"thinking","thinking":"hm","signature":"S"}"#,
        #"{"type":"redacted_thinking","data":"E"}"#, use("1", #"{"x":1}"#), use("2")),
      user(
        #"{"type":"tool_result","tool_use_id":"1","content":"one"}"#,
        #"{"type":"tool_result","tool_use_id":"2","content":"two"}"#, textB),
    ]),
  Case(
    testDescription: "empty results, and an error without words",
    entries: [
      userEntry("a"), assistantEntry(call("1"), call("2")),
      userEntry(parts: result("1", " \n"), result("2", "", isError: true)),
    ],
    messages: [
      user(textA), answer(use("1"), use("2")),
      user(
        #"{"type":"tool_result","tool_use_id":"1"}"#,
        #"{"type":"tool_result","tool_use_id":"2","content":"error","is_error":true}"#),
    ]),
  Case(
    testDescription: "T051 the answered one of two calls",
    entries: [
      userEntry("a"), assistantEntry(.reasoning("hm"), .signature("S"), call(""), call("2")),
      userEntry(parts: result("2", "two"), result("9", "nine")),
    ],
    messages: [
      user(textA),
      answer(#"{"type":"thinking","thinking":"hm","signature":"S"}"#, use("2")),
      user(#"{"type":"tool_result","tool_use_id":"2","content":"two"}"#),
    ]),
  Case(
    testDescription: "a server's call beside one of ours",
    entries: [
      userEntry("a"),
      assistantEntry(
        .opaque(#"{"type":"server_tool_use","id":"s","name":"w","input":{}}"#), call("1")),
      userEntry(parts: result("1", "one")),
    ],
    messages: [
      user(textA), answer(use("1")),
      user(#"{"type":"tool_result","tool_use_id":"1","content":"one"}"#),
    ]),
  Case(
    testDescription: "a file in an answer",
    entries: [userEntry("a"), assistantEntry(sampleFile("png", "p.png", "image/png"))],
    messages: [
      user(textA),
      answer(
        #"{"type":"text","text":"[file p.png could not be sent: files of type image/png are not supported here]"}"#
      ),
    ]),
]

@Suite struct AnthropicHistoryToolTests {
  @Test(arguments: cases) private func `is what the provider takes`(testCase: Case) {
    let messages = AnthropicHistory.messages(of: testCase.entries, files: sampleFiles)
    #expect(messages.map(\.encodedText) == testCase.messages)
  }

  @Test(arguments: Recording.anthropic.filter { $0.kind == "stream" || $0.kind == "json" })
  func `sends recorded calls back as they came`(recording: Recording) {
    let decoded = decodeMessages([recording.body])
    let results = decoded.toolCalls.map {
      Part.toolResult(ToolResult(callID: $0.id, name: $0.name, text: "r"))
    }
    let messages = AnthropicHistory.messages(of: [
      userEntry("a"), ModelRequest.Entry(role: .assistant, parts: decoded.content.parts),
      ModelRequest.Entry(role: .user, parts: results),
    ])
    let sent = messages.flatMap { $0["content"]?.array ?? [] }.filter { $0["type"] == "tool_use" }
    #expect(sent.map { $0["id"]?.string } == decoded.toolCalls.map(\.id))
    #expect(sent.map { $0["name"]?.string } == decoded.toolCalls.map(\.name))
    let inputs = decoded.toolCalls.map { try? JSONValue(parsing: $0.arguments) }
    #expect(sent.map { $0["input"] } == inputs)
  }
}
