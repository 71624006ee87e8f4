import SottoCore
import SottoStore
import Testing

/// Renaming, archiving, moving, versions, and titles that a model made.
struct ConversationChangeTests {
  @Test func `archives out of the list and back into it`() async throws {
    let test = try await TestStore()
    let first = try await test.conversation()
    let second = try await test.conversation()
    let archived = try await test.store.updateConversation(
      first, ConversationChange(isArchived: true), ifVersion: 1)
    #expect(archived.archivedAt == test.clock.clock.now())
    #expect(archived.version == 2)
    let list = { (areArchived: Bool) in
      try await test.store.conversations(
        in: test.project, areArchived: areArchived, after: nil, limit: 9
      ).map(\.id)
    }
    #expect(try await list(false) == [second])
    #expect(try await list(true) == [first])
    test.clock.advance(by: .seconds(5))
    let again = try await test.store.updateConversation(
      first, ConversationChange(isArchived: true), ifVersion: nil)
    #expect(again.archivedAt == archived.archivedAt)
    _ = try await test.store.updateConversation(
      first, ConversationChange(isArchived: false), ifVersion: nil)
    #expect(try await list(true).isEmpty)
    #expect(try await list(false).count == 2)
  }

  @Test func `moves to another project, but not while it is answered`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let other = try await test.store.createProject(ProjectDetails(name: "Other")).id
    let move = { (project: ProjectID) in
      _ = try await test.store.updateConversation(
        conversation, ConversationChange(projectID: project), ifVersion: nil)
    }
    let turn = try await test.send("q", in: conversation)
    #expect(try await code { try await move(other) } == .turnRunning)
    #expect(try await code { try await move(newID()) } == .projectNotFound)
    // To where it is is no move.
    try await move(test.project)
    _ = try await test.store.append([.text("a"), .finished(.stop)], to: turn.id)
    try await move(other)
    #expect(try await test.store.project(of: conversation).id == other)
    #expect(
      try await test.store.conversations(in: test.project, after: nil, limit: 9).isEmpty)
    #expect(try await test.store.texts(in: conversation) == ["q", "a"])
  }

  @Test func `refuses a change of what was changed meanwhile`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    _ = try await test.store.updateConversation(
      conversation, ConversationChange(title: "Mine"), ifVersion: 1)
    #expect(
      try await code {
        _ = try await test.store.updateConversation(
          conversation, ConversationChange(title: "Theirs"), ifVersion: 1)
      } == .versionConflict)
    #expect(try await test.store.conversation(conversation).title == "Mine")
    _ = try await test.store.updateConversation(
      conversation, ConversationChange(title: "Last"), ifVersion: nil)
    #expect(try await test.store.conversation(conversation).title == "Last")

    let project = try await test.store.project(test.project)
    _ = try await test.store.updateProject(project.id, ifVersion: project.version) {
      $0.description = "one"
    }
    #expect(
      try await code {
        _ = try await test.store.updateProject(project.id, ifVersion: project.version) {
          $0.description = "two"
        }
      } == .versionConflict)
    #expect(try await test.store.project(project.id).details.description == "one")
  }

  @Test func `a title of a model gives way to a person's`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    try await test.exchange("A question", "a", in: conversation)
    #expect(try await test.store.proposeTitle("From a model", for: conversation))
    let named = try await test.store.conversation(conversation)
    #expect(named.title == "From a model")
    #expect(named.titleOrigin == .model)
    #expect(named.version == 1)
    #expect(try await !test.store.proposeTitle("Another", for: conversation))
    _ = try await test.store.updateConversation(
      conversation, ConversationChange(title: "Mine"), ifVersion: 1)
    #expect(try await !test.store.proposeTitle("Another", for: conversation))
    #expect(try await test.store.conversation(conversation).title == "Mine")

    // Without a title it is named after the next message.
    _ = try await test.store.updateConversation(
      conversation, ConversationChange(title: ""), ifVersion: nil)
    try await test.exchange("Next", "a", in: conversation)
    let renamed = try await test.store.conversation(conversation)
    #expect(renamed.title == "Next")
    #expect(renamed.titleOrigin == .message)
  }

  /// Report: two writers on one chat lose messages.
  @Test func `two stores on one folder lose nothing in a thousand rounds`() async throws {
    let test = try await TestStore()
    let second = try await test.another()
    let mine = try await test.conversation()
    let theirs = try await test.conversation()
    let pinned = try await test.exchange("q", "a", in: mine).userMessageID
    try await test.exchange("q", "a", in: theirs)
    var texts = ["q", "a"]
    for round in 0..<1000 {
      async let first: Void = Self.change(
        round, answering: mine, touching: theirs, pinned, in: test.store)
      async let other: Void = Self.change(
        round + 1, answering: theirs, touching: mine, pinned, in: second)
      _ = try await (first, other)
      if round.isMultiple(of: 4) { texts += ["q\(round)", "a\(round)"] }
    }
    #expect(try await second.texts(in: mine, limit: 10_000) == texts)
    #expect(try await test.store.messages(in: theirs, before: nil, limit: 10_000).count == 502)
    // Each change counted.
    #expect(try await test.store.conversation(mine).version == 501)
    #expect(try await second.conversation(theirs).version == 501)
    #expect(try await second.message(pinned).version == 501)
    #expect(try await test.store.checkIntegrity().damage == nil)
  }

  private static func change(
    _ round: Int, answering: ConversationID, touching: ConversationID, _ pinned: MessageID,
    in store: SQLiteStore
  ) async throws {
    switch round % 4 {
    case 0:
      let turn = try await store.begin(.send([.text("q\(round)")], parent: nil), in: answering)
      _ = try await store.append([.text("a\(round)"), .finished(.stop)], to: turn.id)
    case 1:
      _ = try await store.updateConversation(
        touching, ConversationChange(title: "title \(round)"), ifVersion: nil)
    case 2:
      _ = try await store.updateConversation(
        touching, ConversationChange(isArchived: round % 8 == 2), ifVersion: nil)
    default:
      _ = try await store.updateMessage(
        pinned, MessageChange(isPinned: round % 8 == 3), ifVersion: nil)
    }
  }
}
