import Foundation
import SottoCore
import SottoStore
import Testing

private let fixtures = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Fixtures/stores").path

/// A file of the newest schema, and what every later version must find in it. How it comes into the
/// fixtures when that schema is released says the `README.md` there.
struct NewestStoreTests {
  private static let file = "v\(Migration.all.last?.version ?? 0).sqlite"

  @Test func `a store of the newest schema holds what was put into it`() async throws {
    let made = try await make()
    try await expectEverything(in: made)
    let kept = fixtures + "/" + Self.file
    guard FileManager.default.fileExists(atPath: kept) else { return }
    let folder = try ScratchFolder()
    try FileManager.default.copyItem(atPath: kept, toPath: folder.database)
    try await expectEverything(in: folder)
    // What was kept must still be what the program makes.
    #expect(try schema(of: folder) == schema(of: made))
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["SOTTO_WRITE_FIXTURE"] != nil))
  func `writes the store of the newest schema`() async throws {
    // The folder goes with its object.
    let made = try await make()
    try withExtendedLifetime(made) {
      try FileManager.default.copyItem(
        atPath: made.database, toPath: fixtures + "/" + Self.file)
    }
  }

  private func make() async throws -> ScratchFolder {
    // In the clear, whatever the other tests do.
    let test = try await TestStore(key: nil)
    let store = test.store
    let project = try await store.createProject(details).id
    _ = try await store.activateProject(project)
    _ = try await store.createTemplate(template)
    try await store.saveProvider(provider)
    try await store.keep(
      KeptAnswer(content: answer, model: "gpt-test", answeredAt: test.clock.clock.now()),
      to: Array("{}".utf8), in: project, policy: policy)

    let conversation = try await store.createConversation(in: project, title: "", id: nil).id
    let file = try await store.addFile(
      Array("hello".utf8), name: "a.md", mediaType: "text/markdown")
    let first = try await store.begin(
      .send([.file(file), .text("See?")], parent: nil), in: conversation)
    let call = ToolCallFragment(index: 0, id: "c", name: "look", argumentsDelta: "{}")
    _ = try await store.append([.toolCall(call), .finished(.toolCalls)], to: first.id)
    let result = ToolResult(callID: "c", name: "look", text: "dark")
    let second = try await store.begin(.send([.toolResult(result)], parent: nil), in: conversation)
    _ = try await store.append(
      [.text("Yes."), .usage(try #require(answer.usage)), .finished(.stop)], to: second.id)
    let again = try await store.begin(.answerAgain(second.userMessageID), in: conversation)
    _ = try await store.append([.text("No."), .finished(.stop)], to: again.id)
    let third = try await test.exchange("Roses?", "Violets.", in: conversation)
    _ = try await store.updateMessage(
      third.userMessageID, MessageChange(text: "Tulips?", isPinned: true), ifVersion: 1)
    let gone = try await test.exchange("Thorns?", "Some.", in: conversation)
    _ = try await store.deleteMessage(gone.assistantMessageID)
    try await store.addSummary(
      Message(
        id: newID(), conversationID: conversation, parentID: third.assistantMessageID,
        role: .summary, content: MessageContent(text: "flowers so far"), status: .complete,
        createdAt: test.clock.clock.now()))
    try await store.record(
      SentRequest(
        turnID: third.id, conversationID: conversation, purpose: .chat, model: testModel,
        sentAt: test.clock.clock.now(), method: "POST", url: "https://api.openai.com/v1/responses",
        headers: HTTPHeaders([]), body: Array(String(repeating: "Tulips? ", count: 3000).utf8)))

    let archived = try await store.createConversation(in: project, title: "Old", id: nil).id
    try await test.exchange("Old words", "Older ones", in: archived)
    _ = try await store.updateConversation(
      archived, ConversationChange(title: "Older", isArchived: true), ifVersion: nil)
    var entry = EgressEntry(
      place: try #require(place), errand: Errand(.chat, provider: "openai"),
      startedAt: test.clock.clock.now(), sentBytes: 100)
    entry.end(.complete, at: test.clock.clock.now())
    try await store.saveEgress([entry])
    try await store.finishIndexing()
    // These wait for the index.
    try await test.exchange("Late words", "Later ones", in: conversation)
    await store.close()
    return test.folder
  }

  private func expectEverything(in folder: ScratchFolder) async throws {
    let clock = StandingClock()
    clock.advance(by: .seconds(24 * 3600))
    let store = try await SQLiteStore.open(folder: folder.path, clock: clock.clock)
    let project = try await store.activeProjectID()
    #expect(try await store.project(project).details == details)
    #expect(try await store.templates().map(\.details) == [template])
    #expect(try await store.providers() == [provider])
    let kept = try await store.answer(to: Array("{}".utf8), in: project, policy: policy)
    #expect(kept?.content == answer)

    let conversation = try #require(
      try await store.conversations(in: project, after: nil, limit: 9).first)
    let page = try await store.messagePage(in: conversation.id, before: nil, limit: 20)
    #expect(
      page.messages.map(\.content.text) == [
        "See?", "", "", "No.", "Tulips?", "Violets.", "Thorns?", "Late words", "Later ones",
      ])
    let other = try #require(page.siblings[page.messages[3].id]?.previousID)
    #expect(try await store.message(other).content.text == "Yes.")
    #expect(page.messages[4].version == 2)
    let end = try #require(page.messages.last)
    let anchors = try await store.anchors(onPathTo: end.id, in: conversation.id)
    #expect(anchors.pinned.map(\.id) == [page.messages[4].id])
    #expect(anchors.summaries.map(\.content.text) == ["flowers so far"])
    let turn = try #require(page.messages[5].turnID)
    let sent = try #require(try await store.sentRequests(of: turn).first)
    #expect(try await store.sentRequest(sent.number).body.count == 24_000)
    let archived = try await store.conversations(
      in: project, areArchived: true, after: nil, limit: 9)
    #expect(archived.map(\.title) == ["Older"])
    #expect(try await store.egress(host: nil, before: nil, limit: 9).map(\.place) == [place])
    for word in ["Tulips", "Late", "Older"] {
      #expect(try await !store.search(SearchQuery(word)).results.isEmpty, "\(word)")
    }
    #expect(try await store.search(SearchQuery("Roses")).results.isEmpty)
    #expect(try await store.checkIntegrity().damage == nil)
    await store.close()
  }

  private func schema(of folder: ScratchFolder) throws -> [String] {
    try Connection(path: folder.database, mode: .readOnly).rows(
      "SELECT name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1"
    ) { $0.text(0) }
  }
}

// What it holds.

private let policy = AnswerCachePolicy(lifetime: .seconds(7 * 24 * 3600), maximumSize: 1_000_000)

private let details = ProjectDetails(
  name: "Poems", description: "short ones", systemPrompt: "Rhyme.", model: testModel,
  fallbackModel: ModelReference(provider: "anthropic", model: "claude-test"),
  settings: GenerationSettings(
    temperature: 0.5, maxOutputTokens: 300, stopSequences: ["\n\n", "END"], seed: 42,
    reasoningEffort: .high),
  answerCache: policy, context: .summarise(by: testModel), titles: .firstMessage,
  retentionDays: 400,
  behaviours: ProjectBehaviours(
    copy: true, readAloud: false, notify: true, quickReplies: true, replies: ["Go on", "Why?"]))

private let template = TemplateDetails(
  name: "Poet", description: "rhymes", systemPrompt: "Rhyme about {{subject}}.",
  openingMessage: "What about {{subject}}?", model: testModel,
  behaviours: ProjectBehaviours(readAloud: true),
  variables: [TemplateVariable(name: "subject", label: "Subject", standard: "roses")])

private let provider = Provider(
  name: "openai", kind: .openAIResponses, baseURL: "https://api.openai.com/v1",
  key: .stored("openai"), defaultModel: "gpt-test",
  delivery: DeliverySettings(firstByte: .milliseconds(1500), total: .seconds(60), concurrency: 3))

private let place = NetworkPlace(url: "https://api.openai.com/v1/responses")

private let answer = MessageContent(
  parts: [.reasoning("Flowers?"), .text("Roses")],
  usage: Usage(inputTokens: 5, outputTokens: 7, cost: Cost(amount: 0.5, currency: "USD")),
  stopReason: .stop)
