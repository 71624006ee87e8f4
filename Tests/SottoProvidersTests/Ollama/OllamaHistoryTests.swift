import SottoCore
import SottoProviders
import Testing

private func call(_ name: String, _ arguments: String = "{}") -> Part {
  .toolCall(ToolCall(id: "", name: name, arguments: arguments))
}

private func result(_ name: String, _ text: String, isError: Bool = false) -> Part {
  .toolResult(ToolResult(callID: "", name: name, text: text, isError: isError))
}

private func messages(_ entries: [ModelRequest.Entry]) -> String {
  JSONValue.array(OllamaHistory.messages(of: entries, files: sampleFiles)).encodedText
}

private let asked = #"{"role":"user","content":"a"}"#

/// A history and what is sent of it, without the outer brackets.
private let cases: [([ModelRequest.Entry], String)] = [
  ([], ""), ([assistantEntry(.text("b")), userEntry("a")], asked),
  (
    [
      userEntry("a"), userEntry(" \n"), assistantEntry(), userEntry("c"),
      assistantEntry(.reasoning("t"), .text("b \n")),
    ], #"{"role":"user","content":"a\n\nc"},{"role":"assistant","content":"b"}"#
  ),
  (
    [
      userEntry("a"), assistantEntry(.reasoning("t"), call("f", #"{"x":1}"#), call("g")),
      userEntry(parts: result("g", "2"), result("f", "no", isError: true)),
      assistantEntry(.text("b")),
      userEntry("c"),
    ],
    asked
      + #",{"role":"assistant","content":"","thinking":"t","tool_calls":[{"function":{"name":"f","arguments":{"x":1}}},{"function":{"name":"g","arguments":{}}}]},{"role":"tool","tool_name":"f","content":"Error: no"},{"role":"tool","tool_name":"g","content":"2"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}"#
  ),
  // T051
  (
    [userEntry("a"), assistantEntry(.text("b"), call("f")), userEntry("c")],
    asked + #",{"role":"assistant","content":"b"},{"role":"user","content":"c"}"#
  ),
  (
    [
      userEntry(parts: sampleFile("png", "p", "image/png")),
      userEntry(parts: .text("a"), sampleFile("zip", "z", "image/gif"), .text("b")),
    ],
    #"{"role":"user","content":"a\n\n[file z could not be sent: files of type image/gif are not supported here]\n\nb","images":["\#(FileEncoding.base64(samplePixel))"]}"#
  ),
  (
    [userEntry(parts: sampleFile("png", "p", "image/png")), assistantEntry(.text("b"))],
    #"{"role":"user","content":"","images":["\#(FileEncoding.base64(samplePixel))"]},{"role":"assistant","content":"b"}"#
  ),
]

@Suite struct OllamaHistoryTests {
  @Test(arguments: cases)
  func `makes a history that Ollama takes`(entries: [ModelRequest.Entry], expected: String) {
    #expect(messages(entries) == "[\(expected)]")
  }

  /// The choice of a tool has no word in this protocol.
  @Test(arguments: [
    (ToolChoice.auto, 2), (ToolChoice.required, 2), (ToolChoice.none, 0),
    (ToolChoice.named("now"), 1), (ToolChoice.named("other"), 0),
  ])
  func `offers the tools that may be chosen`(choice: ToolChoice, count: Int) throws {
    let request = ModelRequest(
      model: "m", entries: [userEntry("a")], tools: sampleTools, toolChoice: choice)
    let endpoint = ModelEndpoint(
      reference: ModelReference(provider: "p", model: "m"), kind: .ollama,
      baseURL: "http://127.0.0.1:9", secret: nil)
    let sent = OllamaRequest(userAgent: "sotto/1.0").encode(request, to: endpoint)
    #expect((try JSONValue(parsing: sent.body)["tools"]?.array ?? []).count == count)
  }
}
