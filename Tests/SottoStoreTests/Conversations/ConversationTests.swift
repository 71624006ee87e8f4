import SottoCore
import SottoStore
import Testing

struct ConversationTests {
  @Test func `lists the newest first, page by page`() async throws {
    let test = try await TestStore()
    var made: [ConversationID] = []
    for index in 0..<7 {
      // Two at a time share a moment.
      if index.isMultiple(of: 2) { test.clock.advance(by: .seconds(1)) }
      made.append(try await test.conversation())
    }
    let all = try await test.store.conversations(in: test.project, after: nil, limit: 100)
    #expect(Set(all.map(\.id)) == Set(made))
    #expect(all == all.sorted { ($0.updatedAt, $0.id.rawValue) > ($1.updatedAt, $1.id.rawValue) })

    var paged: [Conversation] = []
    var cursor: ConversationCursor?
    repeat {
      let page = try await test.store.conversations(in: test.project, after: cursor, limit: 3)
      paged += page
      cursor = page.last.map { ConversationCursor(updatedAt: $0.updatedAt, id: $0.id) }
    } while cursor != nil
    #expect(paged == all)
  }

  @Test func `comes first after a new message`() async throws {
    let test = try await TestStore()
    let first = try await test.conversation()
    test.clock.advance(by: .seconds(1))
    _ = try await test.conversation()
    test.clock.advance(by: .seconds(1))
    try await test.exchange("Hi", "Ho", in: first)
    let listed = try await test.store.conversations(in: test.project, after: nil, limit: 1)
    #expect(listed.map(\.id) == [first])
  }

  @Test func `is made once for one identifier`() async throws {
    let test = try await TestStore()
    let id: ConversationID = newID()
    let first = try await test.store.createConversation(in: test.project, title: "A", id: id)
    let second = try await test.store.createConversation(in: test.project, title: "B", id: id)
    #expect(first == second)
    let other = try await test.store.createProject(ProjectDetails(name: "Other"))
    #expect(
      try await code {
        _ = try await test.store.createConversation(in: other.id, title: "", id: id)
      } == .identifierInUse)
    #expect(
      try await code {
        _ = try await test.store.createConversation(in: newID(), title: "", id: nil)
      } == .projectNotFound)
  }

  @Test func `keeps an answer that runs while it is renamed`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.send("Question", in: conversation)
    _ = try await test.store.append([.text("half ")], to: turn.id)
    _ = try await test.store.updateConversation(
      conversation, ConversationChange(title: "My title", isArchived: true), ifVersion: nil)
    _ = try await test.store.append([.text("whole"), .finished(.stop)], to: turn.id)
    #expect(try await test.store.texts(in: conversation) == ["Question", "half whole"])
    #expect(try await test.store.conversation(conversation).title == "My title")
  }

  @Test func `is hidden by a deletion and comes back whole`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    try await test.exchange("Hi", "Ho", in: conversation)
    _ = try await test.store.deleteConversation(conversation)
    for body in [
      { _ = try await test.store.conversation(conversation) },
      { _ = try await test.store.messages(in: conversation, before: nil, limit: 1) },
      {
        _ = try await test.store.updateConversation(
          conversation, ConversationChange(title: "x"), ifVersion: nil)
      },
      { _ = try await test.store.deleteConversation(conversation) },
    ] as [() async throws -> Void] {
      #expect(try await code(of: body) == .conversationNotFound)
    }
    #expect(
      try await test.store.conversations(in: test.project, after: nil, limit: 9).isEmpty)
    _ = try await test.store.restoreConversation(conversation)
    #expect(try await test.store.texts(in: conversation) == ["Hi", "Ho"])
  }
}
