import SottoCore
import SottoExchange
import SottoStore
import Testing

@Suite struct ChatGPTTests {
  @Test func `brings what was shown, and says what was left out`() async throws {
    let rig = try await ExchangeRig()
    let balance = try await rig.load(ExchangeRig.fixture("chatgpt.json"))
    #expect(balance.source == "chatgpt")
    #expect(balance.conversations.found == 3)
    #expect(balance.conversations.imported == 2)
    #expect(balance.conversations.skipped == 1)
    #expect(balance.skipped.contains { $0.subject == "conversation" && $0.name == "Broken one" })
    let tree = try #require(try await rig.tree("Sorting in Python", in: "ChatGPT"))
    #expect(tree.path.map(\.role) == [.user, .assistant, .user, .assistant])
    #expect(tree.messages.count == 6)
    #expect(tree.texts.last == "By code point.")
  }

  @Test func `hidden context is no message of the person`() async throws {
    let rig = try await ExchangeRig()
    let balance = try await rig.load(ExchangeRig.fixture("chatgpt.json"))
    let tree = try #require(try await rig.tree("Sorting in Python", in: "ChatGPT"))
    #expect(!tree.messages.contains { $0.content.text.contains("SECRET") })
    #expect(balance.skipped.contains { $0.name == "user_editable_context" })
  }

  @Test func `an answer is one message with its thoughts, its code and the output`() async throws {
    let rig = try await ExchangeRig()
    try await rig.load(ExchangeRig.fixture("chatgpt.json"))
    let answer = try #require(try await rig.tree("Sorting in Python", in: "ChatGPT")).path[1]
    #expect(
      answer.content.parts == [
        .reasoning("**Looking**\n\nThe axis has numbers.\n\nThought for 2 seconds"),
        .text(
          "**python**\n\n```python\nprint(sorted([3, 1, 2]))\n```\n\n**Output**\n\n```\n[1, 2, 3]\n```"
            + "\n\nIt sorts numbers ([docs](https://example.org))."),
      ])
    #expect(answer.model?.description == "openai/gpt-4o")
    #expect(answer.content.stopReason == .stop)
  }

  @Test func `a model comes from the message, else from the conversation`() async throws {
    let rig = try await ExchangeRig()
    try await rig.load(ExchangeRig.fixture("chatgpt.json"))
    let tree = try #require(try await rig.tree("Sorting in Python", in: "ChatGPT"))
    #expect(tree.path.last?.model?.description == "openai/gpt-4o-mini")
  }

  @Test func `content of an unknown kind is kept`() async throws {
    let rig = try await ExchangeRig()
    let balance = try await rig.load(ExchangeRig.fixture("chatgpt.json"))
    let tree = try #require(try await rig.tree("Sorting in Python", in: "ChatGPT"))
    #expect(tree.messages.contains { $0.content.text == "**hologram**\n\n```\nBy time.\n```" })
    #expect(balance.converted.contains { $0.name == "hologram" })
  }

  @Test func `a tree without child links keeps its order and its project`() async throws {
    let rig = try await ExchangeRig()
    try await rig.load(ExchangeRig.fixture("chatgpt.json"))
    let tree = try #require(try await rig.tree("Only parents", in: "ChatGPT project abcdef01"))
    #expect(tree.texts == ["one", "two", "three"])
    #expect(tree.conversation.archivedAt != nil)
    #expect(tree.conversation.createdAt == Timestamp(milliseconds: 1_717_100_000_000))
  }

  @Test func `the chosen branch stays chosen`() async throws {
    let rig = try await ExchangeRig()
    try await rig.load(ExchangeRig.fixture("chatgpt.json"))
    let tree = try #require(try await rig.tree("Sorting in Python", in: "ChatGPT"))
    #expect(tree.chosenChildren == [tree.path[1].id: tree.path[2].id])
  }

  @Test func `numbered parts and pictures come out of the archive`() async throws {
    let rig = try await ExchangeRig()
    let path = try rig.archive([
      ("chat.html", Array("<html>".utf8)),
      ("conversations-000.json", try ExchangeRig.bytes(of: "chatgpt.json")),
      ("conversations-001.json", Array(Self.small("second part").utf8)),
      ("user.json", Array("{}".utf8)),
      ("file-AbC123-graph.png", pixel),
    ])
    let balance = try await rig.load(path)
    #expect(balance.conversations.imported == 3)
    #expect(balance.files.imported == 1)
    #expect(balance.converted.contains { $0.subject == "file" && $0.name == "data.csv" })
    let tree = try #require(try await rig.tree("Sorting in Python", in: "ChatGPT"))
    let parts = tree.path[0].content.parts
    guard case .file(let file) = parts[0] else {
      Issue.record("no file: \(parts)")
      return
    }
    #expect(file.name == "graph.png")
    #expect(file.mediaType == "image/png")
    #expect(try await rig.store.file(file.digest) == pixel)
    #expect(parts[1...] == [.text("What does this picture sort?"), .text("[data.csv]")])
    #expect(try await rig.tree("second part", in: "ChatGPT") != nil)
  }

  @Test func `a circle of parents does not hang`() async throws {
    let rig = try await ExchangeRig()
    let text = """
      [{"title": "circle", "mapping": {
        "a": {"parent": "b", "message": {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["a"]}}},
        "b": {"parent": "a", "message": {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["b"]}}},
        "c": {"parent": "c", "message": {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["c"]}}}}}]
      """
    let balance = try await rig.load(Array(text.utf8))
    #expect(balance.messages.imported == 3)
  }

  /// A list of one conversation with one question.
  static func small(_ title: String, id: String = "one", text: String = "hello") -> String {
    """
    [{"title": "\(title)", "create_time": 1717200000, "id": "\(id)", "mapping": {"m": {"parent": null,
      "message": {"id": "m", "author": {"role": "user"}, "create_time": 1717200001,
        "content": {"content_type": "text", "parts": ["\(text)"]}}}}}]
    """
  }
}
