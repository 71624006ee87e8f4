import SottoCore
import SottoProviders
import Testing

private struct Case: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var entries: [ModelRequest.Entry]
  var turns: [String]
}

private func user(_ text: String) -> ModelRequest.Entry {
  ModelRequest.Entry(role: .user, parts: [.text(text)])
}

private func assistant(_ parts: Part...) -> ModelRequest.Entry {
  ModelRequest.Entry(role: .assistant, parts: parts)
}

private let toolCall = Part.toolCall(ToolCall(id: "a", name: "f", arguments: "{}"))

private let cases: [Case] = [
  Case(
    testDescription: "in turn", entries: [user("a"), assistant(.text("b")), user("c")],
    turns: ["user a", "assistant b", "user c"]),
  Case(
    testDescription: "T047 blank answer", entries: [user("a"), assistant(.text("\n")), user("c")],
    turns: ["user a\n\nc"]),
  Case(
    testDescription: "T101 empty answer", entries: [user("a"), assistant(), user("c")],
    turns: ["user a\n\nc"]),
  Case(
    testDescription: "blank message of a person",
    entries: [user("a"), assistant(.text("b")), user(" "), assistant(.text("c")), user("d")],
    turns: ["user a", "assistant b\n\nc", "user d"]),
  Case(
    testDescription: "T049 space at the end of a prefill",
    entries: [user("a"), assistant(.text(" b \n"))], turns: ["user a", "assistant  b"]),
  Case(
    testDescription: "space in the middle stays",
    entries: [user(" a "), assistant(.text("b \n")), user("c ")],
    turns: ["user  a ", "assistant b \n", "user c "]),
  Case(
    testDescription: "T051 tool call without result",
    entries: [user("a"), assistant(toolCall), user("c")], turns: ["user a\n\nc"]),
  Case(
    testDescription: "text beside a tool call and reasoning",
    entries: [user("a"), assistant(.reasoning("hm"), .text("b"), toolCall), user("c")],
    turns: ["user a", "assistant b", "user c"]),
  Case(
    testDescription: "refusal", entries: [user("a"), assistant(.refusal("no")), user("c")],
    turns: ["user a", "assistant no", "user c"]),
  Case(
    testDescription: "assistant first", entries: [assistant(.text("b")), user("c")],
    turns: ["user c"]),
  Case(testDescription: "nothing", entries: [assistant(.text("")), user("")], turns: []),
]

@Suite struct OpenAIChatHistoryTests {
  @Test(arguments: cases) private func `is what every server takes`(testCase: Case) {
    let turns = OpenAIChatHistory.turns(of: testCase.entries)
    #expect(turns.map { "\($0.role.rawValue) \($0.text)" } == testCase.turns)
  }
}
