import SottoCore
import SottoProviders
import Testing

/// Histories of every kind, also those that only a crash or another provider leaves.
private struct RandomHistory {
  var generator: SeededGenerator

  mutating func entries() -> [ModelRequest.Entry] {
    (0..<Int.random(in: 1...8, using: &generator)).map { _ in
      let role: ModelRequest.Entry.Role = Bool.random(using: &generator) ? .user : .assistant
      let count = Int.random(in: 0...5, using: &generator)
      return ModelRequest.Entry(role: role, parts: (0..<count).map { _ in part() })
    }
  }

  private mutating func part() -> Part {
    let text = ["", " \n", "a", "b ", "\n c"].randomElement(using: &generator) ?? ""
    let id = ["", "1", "2", "call_0", "D681PevKs"].randomElement(using: &generator) ?? ""
    switch Int.random(in: 0...9, using: &generator) {
    case 0...2: return .text(text)
    case 3: return .refusal(text)
    case 4: return Said.call(id, text)
    case 5: return Said.result(id, text)
    case 6:
      return Said.file(["image/png", "image/tiff"].randomElement(using: &generator) ?? "")
    case 7: return .opaque(#"{"type":"reasoning","id":"r","encrypted_content":"s"}"#)
    case 8: return .signature("s")
    default: return .reasoning(text)
    }
  }
}

/// Whether nothing of a content is blank, a text or parts.
private func isSaid(_ content: JSONValue?) -> Bool {
  if let text = content?.string { return !text.isBlank }
  let parts = content?.array ?? []
  return !parts.isEmpty && parts.allSatisfy { $0["text"]?.string?.isBlank != true }
}

@Suite struct OpenAIHistoryFuzzTests {
  @Test(arguments: [TestBase.unknown, TestBase.mistral, TestBase.deepSeek])
  func `any history is one that Chat Completions takes`(base: String) throws {
    var history = RandomHistory(generator: SeededGenerator(seed: 7))
    for _ in 0..<2_000 {
      let request = ModelRequest(
        model: "m", entries: history.entries(), files: Said.bytes("image/png"))
      let messages = try EncodedRequest(request, to: base).body["messages"]?.array ?? []
      check(messages, isStrict: base == TestBase.mistral, history: request.entries)
    }
  }

  private func check(
    _ messages: [JSONValue], isStrict: Bool, history: [ModelRequest.Entry]
  ) {
    #expect(messages.isEmpty || messages[0]["role"] == "user", "\(history)")
    var waiting: [String?] = []
    var used: Set<String?> = []
    var last = ""
    for message in messages {
      let role = message["role"]?.string ?? ""
      let calls = (message["tool_calls"]?.array ?? []).map { $0["id"]?.string }
      switch role {
      case "tool":
        let expected = waiting.isEmpty ? nil : waiting.removeFirst()
        #expect(expected != nil && message["tool_call_id"]?.string == expected, "\(history)")
      default:
        #expect(waiting.isEmpty, "\(history)")
        #expect(role != last, "\(history)")
        #expect(!(isStrict && role == "user" && last == "tool"), "\(history)")
        #expect(isSaid(message["content"]) || !calls.isEmpty, "\(history)")
        let areNew = calls.filter { used.insert($0).inserted }.count == calls.count
        #expect(areNew, "\(history)")
        waiting = calls
      }
      last = role
    }
    #expect(waiting.isEmpty, "\(history)")
    let end = messages.last?["content"]?.string?.last
    #expect(last != "assistant" || end?.isWhitespace == false, "\(history)")
  }

  @Test func `any history is one that Responses takes`() throws {
    var history = RandomHistory(generator: SeededGenerator(seed: 8))
    for _ in 0..<2_000 {
      let request = ModelRequest(
        model: "m", entries: history.entries(), files: Said.bytes("image/png"))
      let items = try EncodedRequest(request, as: .openAIResponses).body["input"]?.array ?? []
      let kinds = items.map { $0["type"]?.string ?? $0["role"]?.string ?? "" }
      let calls = items.filter { $0["type"] == "function_call" }.map { $0["call_id"]?.string }
      let results = items.filter { $0["type"] == "function_call_output" }
      #expect(results.map { $0["call_id"]?.string } == calls, "\(request.entries)")
      for (index, kind) in kinds.enumerated() {
        switch kind {
        case "reasoning":
          let next = kinds.dropFirst(index + 1).first
          #expect(
            ["reasoning", "assistant", "function_call"].contains(next), "\(request.entries)")
        case "user", "assistant": #expect(isSaid(items[index]["content"]), "\(request.entries)")
        default: break
        }
      }
    }
  }
}
