import Foundation
import SottoCore
import SottoExchange
import SottoStore
import Testing

@Suite struct ExporterTests {
  /// A history with branches, files, a template, errors, pins and a second project.
  private func filled() async throws -> ExchangeRig {
    let rig = try await ExchangeRig()
    let path = try rig.archive([
      ("conversations.json", try ExchangeRig.bytes(of: "chatgpt.json")),
      ("file-AbC123-graph.png", pixel),
    ])
    try await rig.load(path)
    try await rig.load(ExchangeRig.fixture("claude.json"))
    let table = try await rig.store.addFile(
      Array("a,b".utf8), name: "t.csv", mediaType: "text/csv")
    let project = try await rig.store.createProject(
      ProjectDetails(
        name: "Set up", description: "d", systemPrompt: "s",
        model: ModelReference(provider: "openai", model: "gpt-4o"),
        settings: GenerationSettings(temperature: 0.5, stopSequences: ["END"], seed: 3),
        answerCache: AnswerCachePolicy(), context: .lastRounds(4), titles: .firstMessage,
        retentionDays: 30,
        behaviours: ProjectBehaviours(copy: true, notify: false, replies: ["Go on", "再说一遍"])))
    let conversation = try await rig.store.createConversation(
      in: project.id, title: "Mine", id: nil)
    let request = TurnRequest(
      id: TurnID(at: WallClock.system.now()), conversationID: conversation.id,
      action: .send([.text("a question"), .file(table)], parent: nil))
    let turn = try await rig.store.beginTurn(
      request, model: ModelReference(provider: "openai", model: "gpt-4o")
    ).turn
    _ = try await rig.store.append(
      [
        .reasoning("hm"), .text("an *answer*"), .usage(Usage(inputTokens: 3, outputTokens: 4)),
        .failed(
          ProviderError(.overloaded, provider: "openai", message: "busy", isRetryable: true)),
      ], to: turn.id)
    _ = try await rig.store.importTemplate(
      TemplateRecord(
        id: "01900000-0000-7000-8000-000000000001",
        fields: [
          "name": "T", "description": "", "system_prompt": "x", "opening_message": "",
          "model": .null, "settings": .null, "variables": "[]",
          "behaviours": #"{"read_aloud":true}"#, "version": 1, "created_at": 5, "updated_at": 6,
        ]))
    return rig
  }

  @Test func `export, wipe, import, export gives the same bytes`() async throws {
    let rig = try await filled()
    let first = try await rig.export(.all, .zip)
    #expect(try await rig.export(.all, .zip) == first)
    let again = try await ExchangeRig()
    let balance = try await again.load(again.write(first, "sotto-export.zip"))
    #expect(balance.source == "sotto")
    #expect(balance.conversations.skipped == 0)
    let second = try await again.export(.all, .zip)
    #expect(second == first)
    let texts = [
      try await rig.export(.all, .json), try await again.export(.all, .json),
    ].map { String(decoding: $0, as: UTF8.self) }
    #expect(texts[0] == texts[1])
    let third = try await again.load(again.write(first, "sotto-export.zip"))
    #expect(third.conversations.imported == 0)
    #expect(third.messages.imported == 0)
  }

  @Test func `an export that is read and written again is the same file`() async throws {
    let rig = try await ExchangeRig()
    try await rig.load(ExchangeRig.fixture("sotto.json"))
    let written = String(decoding: try await rig.export(.all, .json), as: UTF8.self)
    #expect(written == String(decoding: try ExchangeRig.bytes(of: "sotto.json"), as: UTF8.self))
  }

  @Test func `the archive opens elsewhere and has each file once`() async throws {
    let rig = try await filled()
    let path = try rig.write(try await rig.export(.all, .zip), "out.zip")
    try python(
      """
      import hashlib, json, sys, zipfile
      archive = zipfile.ZipFile(sys.argv[1])
      assert archive.testzip() is None
      export = json.loads(archive.read("export.json"))
      assert export["format"] == "sotto-export" and export["scope"] == "all"
      names = [name for name in archive.namelist() if name.startswith("files/")]
      assert len(names) == 3, names
      for name in names:
          assert hashlib.sha256(archive.read(name)).hexdigest() == name[6:]
      """, [path])
  }

  @Test func `what is deleted is not exported`() async throws {
    let rig = try await filled()
    let tree = try #require(try await rig.tree("Tea", in: "Claude"))
    _ = try await rig.store.deleteConversation(tree.conversation.id)
    let text = String(decoding: try await rig.export(.all, .json), as: UTF8.self)
    #expect(!text.contains("Which tea"))
  }

  @Test func `below a deleted message the tree goes on`() async throws {
    let rig = try await filled()
    let tree = try #require(try await rig.tree("Only parents", in: "ChatGPT project abcdef01"))
    let database = try Connection(
      path: rig.folder.path + "/data/sotto.sqlite", mode: .readWrite)
    try database.execute(
      "UPDATE messages SET deleted_at = 1 WHERE id = ?", [.text(tree.path[1].id.rawValue)])
    let after = try await rig.store.conversationTree(tree.conversation.id)
    #expect(after.texts == ["one", "three"])
    #expect(after.messages[1].parentID == after.messages[0].id)
  }

  @Test func `Markdown shows the chosen path and can be read again`() async throws {
    let rig = try await filled()
    let tree = try #require(try await rig.tree("Sorting in Python", in: "ChatGPT"))
    let bytes = try await rig.export(.conversation(tree.conversation.id), .markdown)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("---\nsotto: 1\ntitle: \"Sorting in Python\"\n"))
    #expect(text.contains("## Assistant · openai/gpt-4o\n"))
    #expect(!text.contains("And dates?"))
    let here = try await rig.load(rig.write(bytes, "one.md"))
    #expect(here.conversations.unchanged == 1)
    let project = try #require(
      try await rig.store.projects().first { $0.details.name == "ChatGPT" })
    let other = try await ExchangeRig()
    let balance = try await other.load(
      other.write(rig.export(.project(project.id), .markdown), "all.md"))
    #expect(balance.conversations.imported == 1)
    let read = try #require(try await other.tree("Sorting in Python", in: "ChatGPT"))
    #expect(read.path.map(\.id) == tree.path.map(\.id))
    #expect(read.texts[2...] == tree.texts[2...])
  }

  @Test func `the page has pictures inside and no scripts`() async throws {
    let rig = try await filled()
    let html = String(decoding: try await rig.export(.all, .html), as: UTF8.self)
    #expect(html.contains("src=\"data:image/png;base64,iVBORw0KGgo"))
    #expect(html.contains("<em>answer</em>"))
    #expect(!html.lowercased().contains("<script"))
    #expect(html.hasSuffix("</html>\n"))
  }

  @Test func `an export holds no key`() async throws {
    let rig = try await filled()
    try await rig.store.saveProvider(
      Provider(
        name: "corp", kind: .openAIChat, baseURL: "https://corp.example/v1", key: .stored("corp")))
    for format in ExportFormat.allCases {
      let text = String(decoding: try await rig.export(.all, format), as: UTF8.self)
      #expect(!text.contains("corp"))
    }
  }
}
