import SottoCore
import SottoProviders
import Testing

private func call(_ id: String, _ name: String = "f") -> Part {
  .toolCall(ToolCall(id: id, name: name, arguments: "{}"))
}

private func result(_ id: String, _ name: String = "f", _ text: String = "r") -> Part {
  .toolResult(ToolResult(callID: id, name: name, text: text))
}

private struct Case: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var entries: [ModelRequest.Entry]
  /// The parts of each entry.
  var parts: [[Part]]
}

private let ask = userEntry("a")

private let cases: [Case] = [
  Case(
    testDescription: "a call with its result",
    entries: [ask, assistantEntry(.text("b"), call("1")), userEntry(parts: result("1"))],
    parts: [[.text("a")], [.text("b"), call("1")], [result("1")]]),
  Case(
    testDescription: "T051 a call without a result, and its seal",
    entries: [
      ask, assistantEntry(.text("b"), call("1"), .signature("S"), .text("c")), userEntry("d"),
    ],
    parts: [[.text("a")], [.text("b"), .text("c")], [.text("d")]]),
  Case(
    testDescription: "T051 a call at the end", entries: [ask, assistantEntry(call("1"))],
    parts: [[.text("a")], []]),
  Case(
    testDescription: "T051 a result without its call",
    entries: [ask, assistantEntry(.text("b")), userEntry(parts: result("1"), .text("c"))],
    parts: [[.text("a")], [.text("b")], [.text("c")]]),
  Case(
    testDescription: "a result that comes too late",
    entries: [
      ask, assistantEntry(call("1")), userEntry("b"), assistantEntry(.text("c")),
      userEntry(parts: result("1")),
    ], parts: [[.text("a")], [], [.text("b")], [.text("c")], []]),
  Case(
    testDescription: "results before the text, in the order of the calls, over several entries",
    entries: [
      ask, assistantEntry(call("1"), .signature("S")), assistantEntry(call("2")),
      userEntry(parts: .text("b"), result("2")), userEntry(parts: result("1"), .text("c")),
    ],
    parts: [
      [.text("a")], [call("1"), .signature("S")], [call("2")],
      [result("1"), result("2"), .text("b")], [.text("c")],
    ]),
  Case(
    testDescription: "one result for a call",
    entries: [
      ask, assistantEntry(call("1")), userEntry(parts: result("1"), result("1", "f", "again")),
    ], parts: [[.text("a")], [call("1")], [result("1")]]),
  Case(
    testDescription: "calls without ids go by their names",
    entries: [
      ask, assistantEntry(call("", "f"), call("", "g"), call("", "g")),
      userEntry(parts: result("", "g", "1"), result("", "g", "2")),
    ],
    parts: [
      [.text("a")], [call("", "g"), call("", "g")], [result("", "g", "1"), result("", "g", "2")],
    ]),
  Case(
    testDescription: "calls that share an id",
    entries: [
      ask, assistantEntry(call("0", "f"), call("0", "g")),
      userEntry(parts: result("0", "f", "1"), result("0", "g", "2")),
    ],
    parts: [
      [.text("a")], [call("0", "f"), call("0", "g")],
      [result("0", "f", "1"), result("0", "g", "2")],
    ]),
  Case(
    testDescription: "a call before a person spoke",
    entries: [
      userEntry(parts: result("0")), assistantEntry(call("1")), userEntry(parts: result("1")),
      assistantEntry(call("2")), userEntry(parts: result("2"), .text("a")),
    ], parts: [[], [], [], [], [.text("a")]]),
  Case(
    testDescription: "a call without a name",
    entries: [ask, assistantEntry(call("1", "")), userEntry(parts: result("1", ""))],
    parts: [[.text("a")], [], []]),
  Case(
    testDescription: "calls and results on the wrong side",
    entries: [ask, assistantEntry(.text("b"), result("1")), userEntry(parts: .text("c"))],
    parts: [[.text("a")], [.text("b")], [.text("c")]]),
]

@Suite struct ToolHistoryTests {
  @Test(arguments: cases) private func `has only calls with results`(testCase: Case) {
    let paired = ToolHistory.paired(testCase.entries, makesIDs: false)
    #expect(paired.map(\.parts) == testCase.parts)
    #expect(paired.map(\.role) == testCase.entries.map(\.role))
  }

  @Test func `gives every call an id of its own that every server takes`() {
    let entries = [
      ask, assistantEntry(call(""), call("x"), call("functions.f:0")),
      userEntry(parts: result(""), result("x"), result("functions.f:0")),
      assistantEntry(call("x"), call("call_6")),
      userEntry(parts: result("x"), result("call_6")),
      assistantEntry(call(""), call(String(repeating: "i", count: 65))),
      userEntry(parts: result(""), result(String(repeating: "i", count: 65))),
    ]
    let paired = ToolHistory.paired(entries, makesIDs: true)
    let ids = ["call_1", "x", "call_3", "call_4", "call_6", "call_6_", "call_7"]
    #expect(callIDs(paired) == ids)
    #expect(resultIDs(paired) == ids)
    // What comes later changes nothing of it.
    for count in stride(from: 3, through: entries.count, by: 2) {
      let part = ToolHistory.paired(Array(entries.prefix(count)), makesIDs: true)
      #expect(part == Array(paired.prefix(count)))
    }
  }

  private func callIDs(_ entries: [ModelRequest.Entry]) -> [String] {
    entries.flatMap(\.parts).compactMap {
      if case .toolCall(let call) = $0 { call.id } else { nil }
    }
  }

  private func resultIDs(_ entries: [ModelRequest.Entry]) -> [String] {
    entries.flatMap(\.parts).compactMap {
      if case .toolResult(let result) = $0 { result.callID } else { nil }
    }
  }

  @Test(arguments: [
    ("", "{}"), (" \n", "{}"), (#"{"a":[1,2.5]}"#, #"{"a":[1,2.5]}"#),
    ("[1]", #"{"unreadable_arguments":"[1]"}"#), ("null", #"{"unreadable_arguments":"null"}"#),
    (#"{"a":"#, #"{"unreadable_arguments":"{\"a\":"}"#),
  ])
  func `makes an object of any arguments`(arguments: String, expected: String) {
    let call = ToolCall(id: "", name: "f", arguments: arguments)
    #expect(JSONValue.object(call.argumentsObject).encodedText == expected)
  }
}
