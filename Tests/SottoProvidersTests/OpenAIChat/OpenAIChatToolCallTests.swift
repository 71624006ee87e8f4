import SottoCore
import SottoProviders
import Testing

private struct Case: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var deltas: [String]
  var calls: [ToolCall]
}

private func call(_ id: String, _ name: String, _ arguments: String) -> ToolCall {
  ToolCall(id: id, name: name, arguments: arguments)
}

private let cases: [Case] = [
  Case(
    testDescription: "T046 in fragments, no text",
    deltas: [
      #"[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":""}}]"#,
      #"[{"index":0,"function":{"arguments":"{\"x\""}}]"#,
      #"[{"index":0,"function":{"arguments":":1}"}}]"#,
    ], calls: [call("a", "f", #"{"x":1}"#)]),
  Case(
    testDescription: "T042 no index",
    deltas: [
      #"[{"id":"a","function":{"name":"f","arguments":""}}]"#,
      #"[{"function":{"arguments":"{}"}}]"#,
      #"[{"id":"b","function":{"name":"g","arguments":"{"}}]"#,
      #"[{"function":{"arguments":"}"}}]"#,
    ], calls: [call("a", "f", "{}"), call("b", "g", "{}")]),
  Case(
    testDescription: "T043 later fragments without id",
    deltas: [
      #"[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}},{"index":1,"id":"b","function":{"name":"g","arguments":"{"}}]"#,
      #"[{"index":1,"function":{"arguments":"}"}}]"#,
      #"[{"index":0,"function":{"arguments":"}"}}]"#,
    ], calls: [call("a", "f", "{}"), call("b", "g", "{}")]),
  Case(
    testDescription: "T045 empty arguments in the middle",
    deltas: [
      #"[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]"#,
      #"[{"index":0,"function":{"arguments":""}}]"#, #"[{"index":0,"function":{"arguments":"}"}}]"#,
    ], calls: [call("a", "f", "{}")]),
  Case(
    testDescription: "T037 tiny fragments",
    deltas: [#"[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]"#]
      + "{\\\"k\\\":12345}".map { $0 }.reduce(into: [String]()) { parts, character in
        if parts.last == "\\" {
          parts[parts.count - 1].append(character)
        } else {
          parts.append(String(character))
        }
      }.map { "[{\"index\":0,\"function\":{\"arguments\":\"\($0)\"}}]" },
    calls: [call("a", "f", #"{"k":12345}"#)]),
  Case(
    testDescription: "id and name repeated",
    deltas: [
      #"[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]"#,
      #"[{"index":0,"id":"a","function":{"name":"f","arguments":"}"}}]"#,
    ], calls: [call("a", "f", "{}")]),
  Case(
    testDescription: "empty name and id later",
    deltas: [
      #"[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]"#,
      #"[{"index":0,"id":"","function":{"name":"","arguments":"}"}}]"#,
    ], calls: [call("a", "f", "{}")]),
  Case(
    testDescription: "id after the name",
    deltas: [
      #"[{"index":0,"function":{"name":"f"}}]"#,
      #"[{"index":0,"id":"a","function":{"arguments":"{}"}}]"#,
    ], calls: [call("a", "f", "{}")]),
  Case(
    testDescription: "index from 1",
    deltas: [#"[{"index":1,"id":"a","function":{"name":"f","arguments":"{}"}}]"#],
    calls: [call("a", "f", "{}")]),
  Case(
    testDescription: "every call at index 0",
    deltas: [
      #"[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]"#,
      #"[{"index":0,"function":{"arguments":"}"}}]"#,
      #"[{"index":0,"id":"b","function":{"name":"f","arguments":"{"}}]"#,
      #"[{"index":0,"function":{"arguments":"}"}}]"#,
    ], calls: [call("a", "f", "{}"), call("b", "f", "{}")]),
  Case(
    testDescription: "whole calls in one chunk",
    deltas: [
      #"[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}},{"index":1,"id":"b","function":{"name":"g","arguments":"{}"}}]"#
    ], calls: [call("a", "f", "{}"), call("b", "g", "{}")]),
  Case(
    testDescription: "whole calls without index, type or id",
    deltas: [
      #"[{"function":{"name":"f","arguments":"{}"}},{"function":{"name":"f","arguments":"{}"}}]"#
    ], calls: [call("", "f", "{}"), call("", "f", "{}")]),
  Case(
    testDescription: "whole calls at index 0 without id",
    deltas: [
      #"[{"index":0,"id":"","function":{"name":"f","arguments":"{}"}}]"#,
      #"[{"index":0,"id":"","function":{"name":"g","arguments":"{}"}}]"#,
    ], calls: [call("", "f", "{}"), call("", "g", "{}")]),
  Case(
    testDescription: "arguments as an object",
    deltas: [#"[{"index":0,"id":"a","function":{"name":"f","arguments":{"x":[1,2]}}}]"#],
    calls: [call("a", "f", #"{"x":[1,2]}"#)]),
  Case(
    testDescription: "no arguments",
    deltas: [#"[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]"#],
    calls: [call("a", "f", "")]),
  Case(
    testDescription: "index as text, and one that jumps",
    deltas: [
      #"[{"index":"0","id":"a","function":{"name":"f","arguments":"{}"}}]"#,
      #"[{"index":9000000000,"id":"b","function":{"name":"g","arguments":"{}"}}]"#,
    ], calls: [call("a", "f", "{}"), call("b", "g", "{}")]),
  Case(
    testDescription: "custom tool",
    deltas: [#"[{"index":0,"id":"a","type":"custom","custom":{"name":"f","input":"free text"}}]"#],
    calls: [call("a", "f", "free text")]),
  Case(
    testDescription: "nothing", deltas: ["[]", "null", "[null]", #"[{"index":0}]"#, "7"], calls: []),
]

@Suite struct OpenAIChatToolCallTests {
  @Test(arguments: cases) private func `puts calls together`(testCase: Case) {
    let chunks = testCase.deltas.map { "data: \(chunk("{\"tool_calls\":\($0)}"))\n\n" }.joined()
    let decoded = decode(chunks + events(chunk("{}", finish: "stop"), "[DONE]"))
    #expect(decoded.toolCalls == testCase.calls)
    #expect(decoded.stopReason == (testCase.calls.isEmpty ? .stop : .toolCalls))
  }

  @Test(arguments: cases) private func `numbers calls from 0 without gaps`(testCase: Case) {
    let chunks = testCase.deltas.map { "data: \(chunk("{\"tool_calls\":\($0)}"))\n\n" }.joined()
    var seen = 0
    for case .toolCall(let fragment) in decode(chunks).events {
      #expect(fragment.index <= seen)
      if fragment.index == seen {
        seen += 1
        #expect(fragment.name != nil)
      }
    }
    #expect(seen == testCase.calls.count)
  }

  @Test func `keeps text beside calls`() {
    let decoded = decode(
      events(
        chunk(#"{"content":"Let me look."}"#),
        chunk(
          #"{"content":null,"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}"#
        ),
        chunk("{}", finish: "tool_calls"), "[DONE]"))
    #expect(decoded.text == "Let me look.")
    #expect(decoded.toolCalls == [call("a", "f", "{}")])
  }

  @Test func `reads the older function call`() {
    let decoded = decode(
      events(
        chunk(#"{"function_call":{"name":"f","arguments":""}}"#),
        chunk(#"{"function_call":{"arguments":"{}"}}"#), chunk("{}", finish: "function_call")))
    #expect(decoded.toolCalls == [call("", "f", "{}")])
    #expect(decoded.stopReason == .toolCalls)
  }

  @Test func `keeps arguments that the length limit broke`() {
    let decoded = decode(
      events(
        chunk(
          #"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":"}}]}"#),
        chunk("{}", finish: "length")))
    #expect(decoded.toolCalls == [call("a", "f", #"{"x":"#)])
    #expect(decoded.stopReason == .length)
  }
}
