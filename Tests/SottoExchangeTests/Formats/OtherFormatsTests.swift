import Foundation
import SottoCore
import SottoExchange
import SottoStore
import Testing

@Suite struct OtherFormatsTests {
  @Test func `Claude: parts of any kind, attachments and equal ids`() async throws {
    let rig = try await ExchangeRig()
    let balance = try await rig.load(ExchangeRig.fixture("claude.json"))
    #expect(balance.conversations.imported == 1)
    #expect(balance.conversations.skipped == 1)
    let tree = try #require(try await rig.tree("Tea", in: "Claude"))
    #expect(tree.path.map(\.role) == [.user, .assistant, .user, .assistant])
    #expect(tree.texts[3] == "Another with the same id")
    let question = tree.path[0].content.parts
    guard case .file(let file) = question[1] else {
      Issue.record("no file: \(question)")
      return
    }
    #expect(try await rig.store.file(file.digest) == Array("green\nblack".utf8))
    #expect(question[2] == .text("[photo.jpg]"))
    let answer = tree.path[1].content
    #expect(answer.parts.first == .reasoning("White tea is old."))
    for piece in [
      "web_search", "oldest tea", "Green tea, says a book.", "crystal_ball", "\"depth\": 3",
    ] {
      #expect(answer.text.contains(piece))
    }
    #expect(balance.converted.contains { $0.name == "crystal_ball" })
  }

  @Test func `Claude: projects with instructions are made`() async throws {
    let rig = try await ExchangeRig()
    let path = try rig.archive([
      ("conversations.json", try ExchangeRig.bytes(of: "claude.json")),
      ("projects.json", try ExchangeRig.bytes(of: "claude-projects.json")),
    ])
    let balance = try await rig.load(path)
    let garden = try #require(
      try await rig.store.projects().first { $0.details.name == "Garden" })
    #expect(garden.details.systemPrompt == "You are a gardener.")
    #expect(balance.skipped.contains { $0.name == "soil.md" })
    #expect(balance.conversations.imported == 1)
  }

  @Test func `Open WebUI: branches, reasoning, pictures and figures`() async throws {
    let rig = try await ExchangeRig()
    let balance = try await rig.load(ExchangeRig.fixture("open-webui.json"))
    #expect(balance.source == "open-webui")
    let tree = try #require(try await rig.tree("Pixels", in: "Open WebUI folder f0f0f0f0"))
    #expect(tree.messages.count == 3)
    let answer = try #require(tree.path.last)
    #expect(answer.content.parts == [.reasoning("One pixel."), .text("A pixel.")])
    #expect(answer.content.usage?.inputTokens == 12)
    #expect(answer.model?.description == "openai/gpt-4o")
    #expect(tree.messages.contains { $0.model?.description == "open-webui/llama3.2:latest" })
    #expect(balance.files.imported == 1)
  }

  @Test func `LibreChat: messages in each other`() async throws {
    let rig = try await ExchangeRig()
    try await rig.load(ExchangeRig.fixture("librechat-tree.json"))
    let tree = try #require(try await rig.tree("Tides", in: "LibreChat"))
    #expect(tree.messages.count == 3)
    let answer = try #require(tree.messages.first { $0.model?.description == "openai/gpt-4o" })
    #expect(answer.content.parts.first == .reasoning("Moon."))
    #expect(answer.content.text.hasPrefix("The moon."))
    #expect(answer.content.text.contains("384400 km"))
    #expect(tree.messages.contains { $0.model?.description == "anthropic/claude-3-5-sonnet" })
  }

  @Test func `LibreChat: a list in any order, and a very deep tree`() async throws {
    let rig = try await ExchangeRig()
    try await rig.load(ExchangeRig.fixture("librechat-flat.json"))
    let flat = try #require(try await rig.tree("Flat", in: "LibreChat"))
    #expect(flat.texts == ["Is it flat?", "Yes."])
    var deep = "{\"conversationId\": \"deep\", \"title\": \"Deep\", \"messagesTree\": ["
    for index in 0..<1000 {
      deep += "{\"messageId\": \"d\(index)\", \"text\": \"\(index)\", \"children\": ["
    }
    deep += String(repeating: "]}", count: 1000) + "]}"
    try await rig.load(Array(deep.utf8))
    #expect(try await rig.tree("Deep", in: "LibreChat")?.texts.count == 1000)
  }

  @Test func `Chatbox: sessions, threads, forks, and no key`() async throws {
    let rig = try await ExchangeRig()
    let balance = try await rig.load(ExchangeRig.fixture("chatbox.json"))
    #expect(balance.source == "chatbox")
    #expect(balance.conversations.imported == 2)
    let tree = try #require(try await rig.tree("Recipes", in: "Chatbox"))
    #expect(tree.messages.count == 3)
    #expect(tree.texts.last?.hasPrefix("Leek soup.") == true)
    #expect(try await rig.tree("Older thread", in: "Chatbox")?.texts == ["Cake?", "Plum cake."])
    #expect(balance.skipped.contains { $0.name == "system" })
    let all = try await rig.export(.all, .json)
    #expect(!String(decoding: all, as: UTF8.self).contains("sk-must-never"))
  }

  @Test func `llm: conversations, single prompts, attachments and schemas`() async throws {
    let rig = try await ExchangeRig()
    let path = rig.folder.path + "/logs.db"
    try python(
      """
      import sqlite3, sys
      connection = sqlite3.connect(sys.argv[1])
      connection.executescript(open(sys.argv[2]).read())
      """, [path, ExchangeRig.fixture("llm.sql")])
    let balance = try await rig.load(path)
    #expect(balance.conversations.imported == 3)
    let tree = try #require(try await rig.tree("Names for a cat", in: "llm"))
    #expect(tree.path.map(\.role) == [.user, .assistant, .user, .assistant])
    #expect(tree.texts[1] == "Sir Purr")
    #expect(tree.path[1].model?.description == "openai/gpt-4o-mini-2024-07-18")
    #expect(tree.path[1].content.usage?.outputTokens == 4)
    #expect(tree.texts[2].contains("shorter"))
    #expect(tree.texts[2].contains("{\"type\": \"object\"}"))
    #expect(balance.files.imported == 2)
    #expect(try await rig.tree("alone", in: "llm")?.texts == ["alone", "yes"])
    let thread = try #require(try await rig.tree("In threads", in: "llm"))
    #expect(thread.texts[0] == "Read this: a fragment")
    #expect(thread.path.count == 2)
    #expect(
      thread.path[1].content.parts == [
        .reasoning("Hm."),
        .text(
          "**count**\n\n```json\n{\n  \"n\": 1\n}\n```\n\n**count: result**\n\n```\none\n```\n\nIt is one."
        ),
      ])
  }

  @Test func `Markdown: headings and names in bold say who speaks`() async throws {
    let rig = try await ExchangeRig()
    try await rig.load(ExchangeRig.fixture("dialog.md"))
    let tree = try #require(try await rig.tree("A talk about cats", in: "Markdown"))
    #expect(tree.path.map(\.role) == [.user, .assistant, .user, .assistant])
    #expect(tree.texts[0] == "Do cats dream?\n\n```\n## Assistant\nthis is code\n```")
    #expect(tree.path[1].model?.description == "openai/gpt-4o")
    #expect(tree.texts[3] == "Perhaps.")
  }

  @Test(arguments: [
    "chatgpt.json", "claude.json", "open-webui.json", "librechat-tree.json", "librechat-flat.json",
    "chatbox.json", "sotto.json", "dialog.md",
  ])
  func `the same file again adds nothing`(name: String) async throws {
    let rig = try await ExchangeRig()
    let first = try await rig.load(ExchangeRig.fixture(name))
    let before = try await rig.export(.all, .json)
    let second = try await rig.load(ExchangeRig.fixture(name))
    #expect(first.conversations.imported > 0)
    #expect(second.conversations.imported == 0)
    #expect(second.conversations.unchanged == first.conversations.imported)
    #expect(second.messages.imported == 0)
    #expect(try await rig.export(.all, .json) == before)
  }
}
