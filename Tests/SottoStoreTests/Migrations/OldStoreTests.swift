import Foundation
import SottoCore
import SottoStore
import Testing

private let fixtures = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Fixtures/stores").path

/// A file of each released schema is opened by every later version.
struct OldStoreTests {
  @Test func `opens a store of schema 1`() async throws {
    let folder = try ScratchFolder()
    try FileManager.default.copyItem(atPath: fixtures + "/v1.sqlite", toPath: folder.database)
    // A day after it was written.
    let clock = StandingClock()
    clock.advance(by: .seconds(24 * 3600))
    let store = try await SQLiteStore.open(folder: folder.path, clock: clock.clock)
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

  /// Writes the file when a schema is released. It never changes afterwards.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["SOTTO_WRITE_FIXTURE"] != nil))
  func `writes the store of schema 1`() async throws {
    let test = try await TestStore()
    let details = ProjectDetails(
      name: "Poems", description: "short ones", systemPrompt: "Rhyme.", model: testModel,
      settings: GenerationSettings(temperature: 0.5, maxOutputTokens: 300))
    let project = try await test.store.createProject(details)
    _ = try await test.store.activateProject(project.id)
    let conversation = try await test.store.createConversation(
      in: project.id, title: "", id: nil
    ).id
    let turn = try await test.send("A poem, please", in: conversation)
    _ = try await test.store.append(
      [
        .started(model: "gpt-test"), .reasoning("Flowers?"), .text("Roses"),
        .usage(Usage(inputTokens: 5, outputTokens: 7)), .finished(.stop),
      ], to: turn.id)
    let running = try await test.send("Another", in: conversation)
    _ = try await test.store.append([.text("Viol")], to: running.id)
    let deleted = try await test.store.createConversation(
      in: project.id, title: "Deleted", id: nil)
    _ = try await test.store.deleteConversation(deleted.id)
    try await test.store.saveProvider(
      Provider(
        name: "openai", kind: .openAIChat, baseURL: "https://api.openai.com/v1",
        key: .stored("openai")))
    try await test.store.setSetting("theme", to: "dark")
    await test.store.close()
    try FileManager.default.createDirectory(atPath: fixtures, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: test.folder.database, toPath: fixtures + "/v1.sqlite")
  }
}
