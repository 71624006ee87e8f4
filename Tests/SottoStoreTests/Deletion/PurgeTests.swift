import Foundation
import SottoCore
import SottoStore
import Testing

struct PurgeTests {
  @Test func `erases what was deleted seven days ago, from the file as well`() async throws {
    let test = try await TestStore(key: nil)
    let kept = try await test.conversation()
    try await test.exchange("stays", "stays too", in: kept)
    let conversation = try await test.conversation()
    try await test.exchange("a very unusual question", "yes", in: conversation)
    _ = try await test.store.deleteConversation(conversation)

    test.clock.advance(by: .seconds(7 * 24 * 3600))
    try await test.store.purge()
    _ = try await test.store.restoreConversation(conversation)
    _ = try await test.store.deleteConversation(conversation)

    test.clock.advance(by: .seconds(7 * 24 * 3600 + 1))
    #expect(
      try await code { _ = try await test.store.restoreConversation(conversation) } == .gone)
    try await test.store.purge()
    #expect(
      try await code { _ = try await test.store.restoreConversation(conversation) }
        == .conversationNotFound)
    #expect(try await test.store.texts(in: kept) == ["stays", "stays too"])
    await test.store.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: test.folder.database))
    #expect(bytes.range(of: Data("a very unusual question".utf8)) == nil)
    #expect(bytes.range(of: Data("stays too".utf8)) != nil)
  }

  @Test func `erases a project with everything in it when the store is opened`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    for index in 0..<40 { try await test.exchange("q\(index)", "a\(index)", in: conversation) }
    _ = try await test.store.createProject(ProjectDetails(name: "Other"))
    _ = try await test.store.deleteProject(test.project)
    await test.store.close()

    test.clock.advance(by: .seconds(8 * 24 * 3600))
    let store = try await test.another()
    #expect(
      try await code { _ = try await store.restoreProject(test.project) } == .projectNotFound)
    for table in ["conversations", "messages", "turns", "turn_events"] {
      let count = try test.connection().firstRow("SELECT count(*) FROM \(table)") { $0.integer(0) }
      #expect(count == 0)
    }
  }

  @Test func `forgets the events of old turns and keeps their messages`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.exchange("Hi", "Ho", in: conversation)
    let running = try await test.send("More", in: conversation)
    _ = try await test.store.append([.text("text")], to: running.id)
    test.clock.advance(by: .seconds(8 * 24 * 3600))
    try await test.store.purge()
    #expect(
      try await code { _ = try await test.store.events(of: turn.id, after: 0, limit: 9) } == .gone)
    #expect(try await test.store.events(of: running.id, after: 0, limit: 9).count == 1)
    #expect(try await test.store.texts(in: conversation) == ["Hi", "Ho", "More", "text"])
  }
}
