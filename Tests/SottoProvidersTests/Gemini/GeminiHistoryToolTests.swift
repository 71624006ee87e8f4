import SottoCore
import SottoProviders
import Testing

private func call(_ id: String, _ name: String = "f") -> Part {
  .toolCall(ToolCall(id: id, name: name, arguments: #"{"x":1}"#))
}

private func result(
  _ id: String, _ name: String = "f", text: String = "r", isError: Bool = false
) -> Part {
  .toolResult(ToolResult(callID: id, name: name, text: text, isError: isError))
}

private func contents(_ entries: [ModelRequest.Entry], needsSeals: Bool = false) -> String {
  JSONValue.array(
    GeminiHistory.contents(of: entries, files: sampleFiles, needsSeals: needsSeals)
  ).encodedText
}

private let ask = userEntry("a")
private let asked = #"{"role":"user","parts":[{"text":"a"}]}"#
private let standIn = #""thoughtSignature":"skip_thought_signature_validator""#

@Suite struct GeminiHistoryToolTests {
  @Test func `puts a seal back into the call it came with`() {
    let entries = [
      ask, assistantEntry(.text("b"), call("", "f"), .signature("S"), call("", "g")),
      userEntry(parts: result("", "g"), result("", "f")),
      assistantEntry(call("", "f"), .signature("S2")), userEntry(parts: result("", "f")),
    ]
    let expected = [
      asked,
      #"{"role":"model","parts":[{"text":"b"},{"functionCall":{"name":"f","args":{"x":1}},"thoughtSignature":"S"},{"functionCall":{"name":"g","args":{"x":1}}}]}"#,
      #"{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"result":"r"}}},{"functionResponse":{"name":"g","response":{"result":"r"}}}]}"#,
      #"{"role":"model","parts":[{"functionCall":{"name":"f","args":{"x":1}},"thoughtSignature":"S2"}]}"#,
      #"{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"result":"r"}}}]}"#,
    ].joined(separator: ",")
    #expect(contents(entries) == "[\(expected)]")
    #expect(contents(entries, needsSeals: true) == "[\(expected)]")
  }

  @Test func `gives the first call of another model a stand-in for its seal`() {
    let entries = [
      ask, assistantEntry(call("1", "f"), call("2", "g")),
      userEntry(parts: result("1", "f"), result("2", "g")),
    ]
    #expect(!contents(entries).contains("thoughtSignature"))
    let sealed = contents(entries, needsSeals: true)
    #expect(sealed.contains(#"{"functionCall":{"id":"1","name":"f","args":{"x":1}},\#(standIn)}"#))
    #expect(sealed.contains(#"{"functionCall":{"id":"2","name":"g","args":{"x":1}}}"#))
    #expect(
      sealed.contains(#"{"functionResponse":{"id":"2","name":"g","response":{"result":"r"}}}"#))
  }

  @Test func `drops a call without a result with its seal (T051)`() {
    let entries = [
      ask, assistantEntry(call("1", "f"), .signature("S"), call("2", "g")),
      userEntry(parts: result("2", "g")),
    ]
    let sealed = contents(entries, needsSeals: true)
    #expect(!sealed.contains(#""S""#))
    #expect(sealed.contains(#"{"functionCall":{"id":"2","name":"g","args":{"x":1}},\#(standIn)}"#))
  }

  @Test(arguments: [
    (#"{"a":1}"#, false, #"{"a":1}"#), ("[1]", false, #"{"result":"[1]"}"#),
    ("", false, #"{"result":""}"#), (#"{"a":1}"#, true, #"{"error":"{\"a\":1}"}"#),
  ])
  func `makes an object of any result`(text: String, isError: Bool, response: String) {
    let entries = [
      ask, assistantEntry(call("1")),
      userEntry(parts: result("1", text: text, isError: isError)),
    ]
    #expect(contents(entries).contains(#""response":\#(response)}"#))
  }

  @Test(arguments: [
    ("image/png", true), ("image/heic", true), ("image/gif", false), ("application/pdf", true),
    ("audio/mpeg", true), ("video/mp4", true), ("application/zip", false),
  ])
  func `sends files of the types that are taken`(type: String, isTaken: Bool) {
    let sent = contents([userEntry(parts: sampleFile("zip", "f", type))])
    #expect(sent.contains(#"{"inlineData":{"mimeType":"\#(type)","data":"UEs="}}"#) == isTaken)
    #expect(sent.contains("could not be sent") != isTaken)
  }

  /// Also what came with a call of the provider's own ids, in any order of members.
  @Test(
    arguments: Recording.load(["gemini-json", "gemini-sse", "gemini-array"]).filter {
      $0.kind != "error"
    })
  func `sends recorded calls back with their seals`(recording: Recording) {
    let head = HTTPResponseHead(status: recording.status, headers: recording.headers)
    let decoded = decodeAnswer([recording.body], with: geminiDecoder(head))
    let results = decoded.toolCalls.map {
      Part.toolResult(ToolResult(callID: $0.id, name: $0.name, text: "r"))
    }
    let sent = GeminiHistory.contents(of: [
      ask, ModelRequest.Entry(role: .assistant, parts: decoded.content.parts),
      ModelRequest.Entry(role: .user, parts: results),
    ])
    let calls = sent.flatMap { $0["parts"]?.array ?? [] }.filter { $0["functionCall"] != nil }
    let expected = recording.expected["tool_calls"]?.array ?? []
    #expect(calls.map { $0["functionCall"]?["name"] } == expected.map { $0["name"] })
    #expect(calls.map { $0["functionCall"]?["id"]?.string } == expected.map { $0["id"]?.string })
    for seal in calls.compactMap({ $0["thoughtSignature"]?.string }) {
      #expect(String(decoding: recording.body, as: UTF8.self).contains(seal))
    }
  }
}
