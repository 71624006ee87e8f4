import Foundation
import SottoCore
import SottoStore
import Testing

private let fixtures = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Fixtures/stores").path

/// A file of each released schema is opened by every later version.
struct OldStoreTests {
  /// A copy of a fixture, opened a day after it was written.
  private func open(_ name: String, in folder: ScratchFolder) async throws -> SQLiteStore {
    try FileManager.default.copyItem(atPath: fixtures + "/" + name, toPath: folder.database)
    let clock = StandingClock()
    clock.advance(by: .seconds(24 * 3600))
    return try await SQLiteStore.open(folder: folder.path, clock: clock.clock)
  }

  @Test func `opens a store of schema 1`() async throws {
    let folder = try ScratchFolder()
    let store = try await open("v1.sqlite", in: folder)
    let projects = try await store.projects()
    #expect(projects.map(\.details.name) == ["Default", "Poems"])
    #expect(
      projects[1].details
        == ProjectDetails(
          name: "Poems", description: "short ones", systemPrompt: "Rhyme.", model: testModel,
          settings: GenerationSettings(temperature: 0.5, maxOutputTokens: 300)))
    #expect(try await store.activeProjectID() == projects[1].id)

    let listed = try await store.conversations(in: projects[1].id, after: nil, limit: 9)
    #expect(listed.map(\.title) == ["A poem, please"])
    let ended = try await store.interruptAbandonedTurns()
    #expect(ended.count == 1)
    let messages = try await store.messages(in: listed[0].id, before: nil, limit: 9)
    #expect(messages.map(\.content.text) == ["A poem, please", "Roses", "Another", "Viol"])
    #expect(messages.map(\.status) == [.complete, .complete, .complete, .interrupted])
    #expect(messages[1].content.parts == [.reasoning("Flowers?"), .text("Roses")])
    #expect(messages[1].content.usage == Usage(inputTokens: 5, outputTokens: 7))
    #expect(
      try await store.providers()
        == [
          Provider(
            name: "openai", kind: .openAIChat, baseURL: "https://api.openai.com/v1",
            key: .stored("openai"))
        ])
    #expect(try await store.setting("theme") == "dark")
  }

  @Test func `an upgraded store of schema 1 takes everything that is new`() async throws {
    let folder = try ScratchFolder()
    let store = try await open("v1.sqlite", in: folder)
    let project = try await store.activeProjectID()
    let changed = try await store.updateProject(project) { $0 = details }
    #expect(try await store.project(project) == changed)
    try await store.saveProvider(provider)
    #expect(try await store.providers() == [provider])
    let answer = KeptAnswer(
      content: MessageContent(text: "Roses"), model: "m", answeredAt: changed.updatedAt)
    try await store.keep(answer, to: Array("{}".utf8), in: project, policy: policy)
    #expect(try await store.answer(to: Array("{}".utf8), in: project, policy: policy) == answer)
    let file = try await store.addFile(Array("hello".utf8), name: "a", mediaType: "")
    _ = try await store.interruptAbandonedTurns()
    let conversation = try #require(
      try await store.conversations(in: project, after: nil, limit: 1).first)
    let turn = try await store.begin(.send([.file(file)], parent: nil), in: conversation.id)
    #expect(try await store.path(to: turn.userMessageID).last?.content.parts == [.file(file)])
    #expect(try folder.names(in: "backups").count == 1)
  }

  /// Reports: a column or a table is missing after an upgrade, or one that skipped a version.
  @Test(arguments: ["v1.sqlite", "v2.sqlite"])
  func `a tree of an old store is walked, edited and purged`(_ name: String) async throws {
    let folder = try ScratchFolder()
    try FileManager.default.copyItem(atPath: fixtures + "/" + name, toPath: folder.database)
    let clock = StandingClock()
    let store = try await SQLiteStore.open(folder: folder.path, clock: clock.clock)
    _ = try await store.interruptAbandonedTurns()
    let project = try await store.activeProjectID()
    let conversation = try #require(
      try await store.conversations(in: project, after: nil, limit: 1).first)
    let old = try await store.messages(in: conversation.id, before: nil, limit: 9)
    #expect(conversation.titleOrigin == .person)

    // Beside the oldest message, and back along the path that the old version had chosen.
    let other = try await store.begin(.sendFirst([.text("other")]), in: conversation.id)
    _ = try await store.append([.text("answer"), .finished(.stop)], to: other.id)
    let page = try await store.messagePage(in: conversation.id, before: nil, limit: 9)
    #expect(page.siblings[other.userMessageID]?.previousID == old[0].id)
    let beside = try await store.begin(.answerAgain(old[2].id), in: conversation.id)
    _ = try await store.append([.text("beside"), .finished(.stop)], to: beside.id)
    try await store.choosePath(through: old[3].id, in: conversation.id)
    try await store.choosePath(through: other.userMessageID, in: conversation.id)
    try await store.choosePath(through: old[0].id, in: conversation.id)
    #expect(
      try await store.messages(in: conversation.id, before: nil, limit: 9).map(\.id)
        == old.map(\.id))

    let edited = try await store.updateMessage(
      old[3].id, MessageChange(text: "new", isPinned: true), ifVersion: 1)
    #expect(edited.version == 2)
    let branch = try await store.branch(conversation.id, upTo: old[3].id, title: nil)
    #expect(try await store.texts(in: branch.id).last == "new")
    _ = try await store.deleteMessage(old[0].id)
    _ = try await store.deleteMessage(old[1].id)
    _ = try await store.restoreMessage(old[1].id)
    clock.advance(by: .seconds(8 * 24 * 3600))
    try await store.purge()
    #expect(
      try await store.messages(in: conversation.id, before: nil, limit: 9).map(\.id)
        == old.dropFirst().map(\.id))
    let archived = try await store.updateConversation(
      conversation.id, ConversationChange(title: "t", isArchived: true), ifVersion: 1)
    #expect(
      try await store.conversations(in: project, areArchived: true, after: nil, limit: 9)
        == [archived])
    #expect(try await store.checkIntegrity().damage == nil)
  }

  @Test func `opens a store of schema 2`() async throws {
    let folder = try ScratchFolder()
    let store = try await open("v2.sqlite", in: folder)
    let project = try await store.activeProjectID()
    #expect(try await store.project(project).details == details)
    #expect(try await store.providers() == [provider])
    let kept = try await store.answer(to: Array("{}".utf8), in: project, policy: policy)
    #expect(kept?.content == answer)
    let conversation = try #require(
      try await store.conversations(in: project, after: nil, limit: 9).first)
    #expect(conversation.title == "See?")
    let messages = try await store.messages(in: conversation.id, before: nil, limit: 9)
    #expect(
      messages.map(\.content.parts) == [
        [.file(file), .text("See?")],
        [.toolCall(ToolCall(id: "c", name: "look", arguments: "{}"))],
        [.toolResult(ToolResult(callID: "c", name: "look", text: "dark"))],
        [.text("Yes.")],
      ])
    #expect(messages[3].content.usage == answer.usage)
    #expect(try await store.fileReference(file.digest)?.mediaType == "text/markdown")
    // Its bytes are not beside the database.
    #expect(try await code { _ = try await store.file(file.digest) } == .fileNotFound)
  }
}

// What the store of schema 2 holds.

private let policy = AnswerCachePolicy(lifetime: .seconds(7 * 24 * 3600), maximumSize: 1_000_000)

private let details = ProjectDetails(
  name: "Poems", description: "short ones", systemPrompt: "Rhyme.", model: testModel,
  fallbackModel: ModelReference(provider: "anthropic", model: "claude-test"),
  settings: GenerationSettings(
    temperature: 0.5, maxOutputTokens: 300, stopSequences: ["\n\n", "END"], seed: 42,
    reasoningEffort: .high),
  answerCache: policy)

private let provider = Provider(
  name: "openai", kind: .openAIResponses, baseURL: "https://api.openai.com/v1",
  key: .stored("openai"), defaultModel: "gpt-test",
  delivery: DeliverySettings(firstByte: .milliseconds(1500), total: .seconds(60), concurrency: 3))

private let answer = MessageContent(
  parts: [.reasoning("Flowers?"), .text("Roses")],
  usage: Usage(inputTokens: 5, outputTokens: 7, cost: Cost(amount: 0.5, currency: "USD")),
  stopReason: .stop)

private let file = FileReference(
  digest: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824", name: "a.md",
  mediaType: "text/markdown", size: 5)
