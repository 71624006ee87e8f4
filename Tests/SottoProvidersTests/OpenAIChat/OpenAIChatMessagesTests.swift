import SottoCore
import SottoProviders
import Testing

private struct Case: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var entries: [ModelRequest.Entry]
  var base = TestBase.unknown
  var messages: [String]
}

private let sentCall =
  #"{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}"#
private let sentResult = #"{"role":"tool","tool_call_id":"a","content":"r"}"#

private func sent(_ role: String, _ text: String) -> String {
  JSONValue.object(["role": .string(role), "content": .string(text)]).encodedText
}

private let texts: [Case] = [
  Case(
    testDescription: "in turn",
    entries: [Said.user("a"), Said.model(.text("b")), Said.user("c")],
    messages: [sent("user", "a"), sent("assistant", "b"), sent("user", "c")]),
  Case(
    testDescription: "T047 blank answer",
    entries: [Said.user("a"), Said.model(.text("\n")), Said.user("c")],
    messages: [sent("user", "a\n\nc")]),
  Case(
    testDescription: "T101 empty answer",
    entries: [Said.user("a"), Said.model(), Said.user("c")], messages: [sent("user", "a\n\nc")]),
  Case(
    testDescription: "T049 space at the end of a prefill",
    entries: [Said.user("a"), Said.model(.text(" b \n"))],
    messages: [sent("user", "a"), sent("assistant", " b")]),
  Case(
    testDescription: "space in the middle stays",
    entries: [Said.user(" a "), Said.model(.text("b \n")), Said.user("c ")],
    messages: [sent("user", " a "), sent("assistant", "b \n"), sent("user", "c ")]),
  Case(
    testDescription: "a text in pieces is one",
    entries: [Said.user(.text("a"), .text("b"))], messages: [sent("user", "ab")]),
  Case(
    testDescription: "answers in a row",
    entries: [
      Said.user("a"), Said.model(.text("b")), Said.user(" "), Said.model(.text("c")),
      Said.user("d"),
    ],
    messages: [sent("user", "a"), sent("assistant", "b\n\nc"), sent("user", "d")]),
  Case(
    testDescription: "refusal and reasoning",
    entries: [Said.user("a"), Said.model(.reasoning("hm"), .refusal("no")), Said.user("c")],
    messages: [sent("user", "a"), sent("assistant", "no"), sent("user", "c")]),
  Case(
    testDescription: "answer first", entries: [Said.model(.text("b")), Said.user("c")],
    messages: [sent("user", "c")]),
  Case(testDescription: "nothing", entries: [Said.model(.text("")), Said.user("")], messages: []),
]

private let tools: [Case] = [
  Case(
    testDescription: "a call with its result",
    entries: [Said.user("q"), Said.model(Said.call("a")), Said.user(Said.result("a"))],
    messages: [
      sent("user", "q"),
      #"{"role":"assistant","content":null,"tool_calls":[\#(sentCall)]}"#, sentResult,
    ]),
  Case(
    testDescription: "text beside the call, and the person's after the result",
    entries: [
      Said.user("q"), Said.model(.text("Look "), Said.call("a")),
      Said.user(.text("and?"), Said.result("a")), Said.model(.text("done")),
    ],
    messages: [
      sent("user", "q"),
      #"{"role":"assistant","content":"Look ","tool_calls":[\#(sentCall)]}"#, sentResult,
      sent("user", "and?"), sent("assistant", "done"),
    ]),
  Case(
    testDescription: "results in the order of the calls",
    entries: [
      Said.user("q"), Said.model(Said.call("x"), Said.call("y")),
      Said.user(Said.result("y", "2"), Said.result("x", "1")),
    ],
    messages: [
      sent("user", "q"),
      #"{"role":"assistant","content":null,"tool_calls":[{"id":"x","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"y","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
      #"{"role":"tool","tool_call_id":"x","content":"1"}"#,
      #"{"role":"tool","tool_call_id":"y","content":"2"}"#,
    ]),
  Case(
    testDescription: "T051 a call without its result",
    entries: [Said.user("q"), Said.model(.text("b"), Said.call("a")), Said.user("c")],
    messages: [sent("user", "q"), sent("assistant", "b"), sent("user", "c")]),
  Case(
    testDescription: "T051 one result of two",
    entries: [
      Said.user("q"), Said.model(Said.call("a"), Said.call("z")), Said.user(Said.result("a")),
    ],
    messages: [
      sent("user", "q"), #"{"role":"assistant","content":null,"tool_calls":[\#(sentCall)]}"#,
      sentResult,
    ]),
  Case(
    testDescription: "T051 a result without its call",
    entries: [Said.user(.text("q"), Said.result("a")), Said.model(.text("b"))],
    messages: [sent("user", "q"), sent("assistant", "b")]),
  Case(
    testDescription: "the last call is still open",
    entries: [Said.user("q"), Said.model(Said.call("a"))], messages: [sent("user", "q")]),
  Case(
    testDescription: "no arguments",
    entries: [Said.user("q"), Said.model(Said.call("a", "")), Said.user(Said.result("a"))],
    messages: [
      sent("user", "q"), #"{"role":"assistant","content":null,"tool_calls":[\#(sentCall)]}"#,
      sentResult,
    ]),
  Case(
    testDescription: "arguments keep their bytes",
    entries: [
      Said.user("q"), Said.model(Said.call("a", #"{ "x" : 1.0 }"#)), Said.user(Said.result("a")),
    ],
    messages: [
      sent("user", "q"),
      #"{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{ \"x\" : 1.0 }"}}]}"#,
      sentResult,
    ]),
  Case(
    testDescription: "arguments that are cut",
    entries: [Said.user("q"), Said.model(Said.call("a", #"{"x"#)), Said.user(Said.result("a"))],
    messages: [
      sent("user", "q"),
      #"{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"unreadable_arguments\":\"{\\\"x\"}"}}]}"#,
      sentResult,
    ]),
  Case(
    testDescription: "calls without ids",
    entries: [
      Said.user("q"), Said.model(Said.call(""), Said.call("")),
      Said.user(Said.result("", "1"), Said.result("", "2")),
    ],
    messages: [
      sent("user", "q"),
      #"{"role":"assistant","content":null,"tool_calls":[{"id":"call_0","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"call_1","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
      #"{"role":"tool","tool_call_id":"call_0","content":"1"}"#,
      #"{"role":"tool","tool_call_id":"call_1","content":"2"}"#,
    ]),
  Case(
    testDescription: "a seal on a call, and OpenRouter's reasoning",
    entries: [
      Said.user("q"),
      Said.model(
        .reasoning("hm"), .opaque(#"{"type":"reasoning.encrypted","data":"s+/="}"#), .opaque("{"),
        Said.call("a"), .signature("S=")),
      Said.user(Said.result("a")),
    ],
    messages: [
      sent("user", "q"),
      #"{"role":"assistant","content":null,"reasoning_details":[{"type":"reasoning.encrypted","data":"s+/="}],"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"S="}}}]}"#,
      sentResult,
    ]),
  Case(
    testDescription: "Mistral's ids and its answer before the person",
    entries: [
      Said.user("q"), Said.model(Said.call("call_abc"), Said.call("D681PevKs")),
      Said.user(.text("stop"), Said.result("call_abc", "1"), Said.result("D681PevKs", "2")),
    ],
    base: TestBase.mistral,
    messages: [
      sent("user", "q"),
      #"{"role":"assistant","content":null,"tool_calls":[{"id":"WFH8yRA8u","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"D681PevKs","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
      #"{"role":"tool","tool_call_id":"WFH8yRA8u","content":"1"}"#,
      #"{"role":"tool","tool_call_id":"D681PevKs","content":"2"}"#, sent("assistant", "OK."),
      sent("user", "stop"),
    ]),
  Case(
    testDescription: "DeepSeek's reasoning in a tool loop",
    entries: [
      Said.user("p"), Said.model(.text("o")), Said.user("q"),
      Said.model(.reasoning("hm"), Said.call("a")), Said.user(Said.result("a")),
    ],
    base: TestBase.deepSeek,
    messages: [
      sent("user", "p"), #"{"role":"assistant","content":"o","reasoning_content":""}"#,
      sent("user", "q"),
      #"{"role":"assistant","content":null,"reasoning_content":"hm","tool_calls":[\#(sentCall)]}"#,
      sentResult,
    ]),
  Case(
    testDescription: "DeepSeek's reasoning without tools stays here",
    entries: [Said.user("p"), Said.model(.reasoning("hm"), .text("o")), Said.user("q")],
    base: TestBase.deepSeek,
    messages: [sent("user", "p"), sent("assistant", "o"), sent("user", "q")]),
]

@Suite struct OpenAIChatMessagesTests {
  @Test(arguments: texts + tools) private func `are what every server takes`(testCase: Case)
    throws
  {
    let request = ModelRequest(model: "m", entries: testCase.entries)
    let sent = try EncodedRequest(request, to: testCase.base)
    #expect(sent.body["messages"]?.array?.map(\.encodedText) == testCase.messages)
  }

  @Test func `shortens ids of other providers for OpenAI, the same for call and result`() throws {
    let long = String(repeating: "x", count: 41)
    let request = ModelRequest(
      model: "m",
      entries: [Said.user("q"), Said.model(Said.call(long)), Said.user(Said.result(long))])
    let messages = try #require(try EncodedRequest(request).body["messages"])
    let id = try #require(messages[1]?["tool_calls"]?[0]?["id"]?.string)
    #expect(id.hasPrefix("call_") && id.utf8.count == 14)
    #expect(messages[2]?["tool_call_id"]?.string == id)
    let elsewhere = try EncodedRequest(request, to: TestBase.unknown).body["messages"]
    #expect(elsewhere?[2]?["tool_call_id"]?.string == long)
  }

  @Test func `uses no id twice`() throws {
    let request = ModelRequest(
      model: "m",
      entries: [
        Said.user("q"), Said.model(Said.call("call_1"), Said.call("")),
        Said.user(Said.result("call_1"), Said.result("")), Said.model(Said.call("call_1")),
        Said.user(Said.result("call_1")),
      ])
    for base in [TestBase.unknown, TestBase.mistral] {
      let messages = try #require(try EncodedRequest(request, to: base).body["messages"]?.array)
      let calls = messages.flatMap { $0["tool_calls"]?.array ?? [] }.map { $0["id"]?.string }
      #expect(Set(calls).count == 3)
      #expect(messages.compactMap { $0["tool_call_id"]?.string } == calls)
    }
  }

  @Test func `sends DeepSeek every reasoning when it may call tools`() throws {
    let request = ModelRequest(
      model: "m", entries: [Said.user("p"), Said.model(.reasoning("hm"), .text("o"))],
      tools: [ToolDefinition(name: "f", description: "", parameters: .object([:]))])
    let messages = try EncodedRequest(request, to: TestBase.deepSeek).body["messages"]
    #expect(messages?[1]?["reasoning_content"] == "hm")
  }
}
