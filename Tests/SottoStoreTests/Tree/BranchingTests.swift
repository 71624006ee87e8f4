import SottoCore
import SottoStore
import Testing

/// Edit and resend, answering again, walking between siblings, and branching into a new conversation.
struct BranchingTests {
  @Test func `an edited message stands beside the first, and each path is walked back to`()
    async throws
  {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let first = try await test.exchange("q1", "a1", in: conversation)
    let second = try await test.exchange("q2", "a2", in: conversation)
    try await test.exchange("q3", "a3", in: conversation)
    let edited = try await test.exchange(
      "q2b", "a2b", in: conversation, parent: first.assistantMessageID)
    #expect(try await test.store.texts(in: conversation) == ["q1", "a1", "q2b", "a2b"])

    let page = try await test.store.messagePage(in: conversation, before: nil, limit: 9)
    #expect(
      page.siblings == [
        edited.userMessageID: Siblings(
          index: 2, count: 2, previousID: second.userMessageID, nextID: nil)
      ])
    // The way down from q2 is remembered, also after a restart.
    await test.store.close()
    let store = try await test.another()
    try await store.choosePath(through: second.userMessageID, in: conversation)
    #expect(try await store.texts(in: conversation) == ["q1", "a1", "q2", "a2", "q3", "a3"])
    let back = try await store.messagePage(in: conversation, before: nil, limit: 9)
    #expect(
      back.siblings == [
        second.userMessageID: Siblings(
          index: 1, count: 2, previousID: nil, nextID: edited.userMessageID)
      ])
    try await store.choosePath(through: edited.userMessageID, in: conversation)
    #expect(try await store.texts(in: conversation) == ["q1", "a1", "q2b", "a2b"])
  }

  @Test func `a conversation has several beginnings`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let first = try await test.exchange("q1", "a1", in: conversation)
    try await test.exchange("q2", "a2", in: conversation)
    let other = try await test.store.begin(.sendFirst([.text("Q1")]), in: conversation)
    _ = try await test.store.append([.text("A1"), .finished(.stop)], to: other.id)
    #expect(try await test.store.texts(in: conversation) == ["Q1", "A1"])
    let page = try await test.store.messagePage(in: conversation, before: nil, limit: 1)
    #expect(page.hasMore)
    let rest = try await test.store.messagePage(
      in: conversation, before: other.assistantMessageID, limit: 9)
    #expect(!rest.hasMore)
    #expect(
      rest.siblings == [
        other.userMessageID: Siblings(
          index: 2, count: 2, previousID: first.userMessageID, nextID: nil)
      ])
    #expect(
      try await test.store.messages(in: conversation, before: other.userMessageID, limit: 9)
        .isEmpty)
    try await test.store.choosePath(through: first.userMessageID, in: conversation)
    #expect(try await test.store.texts(in: conversation) == ["q1", "a1", "q2", "a2"])
    #expect(try await test.store.conversation(conversation).title == "q1")
  }

  /// Report: regenerating deletes the former answer.
  @Test func `answering again adds an answer and takes none away`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.exchange("q", "a0", in: conversation)
    let count = { () async throws -> Int64? in
      try test.connection().firstRow("SELECT count(*) FROM messages") { $0.integer(0) }
    }
    for index in 1...4 {
      let again = try await test.store.begin(.answerAgain(turn.userMessageID), in: conversation)
      _ = try await test.store.append([.text("a\(index)"), .finished(.stop)], to: again.id)
      #expect(try await count() == Int64(2 + index))
      let page = try await test.store.messagePage(in: conversation, before: nil, limit: 9)
      #expect(page.messages.map(\.content.text) == ["q", "a\(index)"])
      let siblings = page.siblings[again.assistantMessageID]
      #expect(siblings?.index == index + 1)
      #expect(siblings?.count == index + 1)
    }
  }

  /// Report: a follow-up that is sent before the answer is saved gets a parent that is not there.
  @Test func `of two messages that are sent at once one is taken, and the next follows it`()
    async throws
  {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    for round in 0..<20 {
      let turns = try await withThrowingTaskGroup(of: Turn?.self) { group in
        for name in ["x", "y"] {
          group.addTask {
            do {
              return try await test.send("\(name)\(round)", in: conversation)
            } catch let error as SottoError where error.code == .turnRunning {
              return nil
            }
          }
        }
        return try await group.reduce(into: [Turn]()) { if let turn = $1 { $0.append(turn) } }
      }
      #expect(turns.count == 1)
      for turn in turns {
        _ = try await test.store.append([.text("a\(round)"), .finished(.stop)], to: turn.id)
      }
    }
    let messages = try await test.store.messages(in: conversation, before: nil, limit: 100)
    #expect(messages.count == 40)
    #expect(messages.dropFirst().map(\.parentID) == messages.dropLast().map { Optional($0.id) })
  }

  @Test func `walks to any message of the tree, and to nothing else`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let first = try await test.exchange("q1", "a1", in: conversation)
    let second = try await test.exchange("q2", "a2", in: conversation)
    try await test.exchange("q1b", "a1b", in: conversation, parent: first.assistantMessageID)
    // In the middle of a branch: the path goes on below it.
    try await test.store.choosePath(through: second.assistantMessageID, in: conversation)
    #expect(try await test.store.texts(in: conversation) == ["q1", "a1", "q2", "a2"])
    let other = try await test.conversation()
    let elsewhere = try await test.exchange("q", "a", in: other)
    for id in [elsewhere.userMessageID, newID()] {
      #expect(
        try await code { try await test.store.choosePath(through: id, in: conversation) }
          == .messageNotFound)
    }
    #expect(try await test.store.texts(in: conversation) == ["q1", "a1", "q2", "a2"])
  }

  @Test func `branches into a conversation of its own`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let file = try await test.store.addFile(Array("hello".utf8), name: "a.md", mediaType: "")
    let first = try await test.store.begin(
      .send([.file(file), .text("q1")], parent: nil), in: conversation)
    _ = try await test.store.append(
      [.text("a1"), .usage(Usage(inputTokens: 5)), .finished(.stop)], to: first.id)
    _ = try await test.store.updateMessage(
      first.userMessageID, MessageChange(isPinned: true), ifVersion: nil)
    let hidden = try await test.exchange("q2", "a2", in: conversation)
    let third = try await test.exchange("q3", "a3", in: conversation)
    try await test.exchange("q4", "a4", in: conversation)
    _ = try await test.store.deleteMessage(hidden.userMessageID)

    let branch = try await test.store.branch(
      conversation, upTo: third.userMessageID, title: nil)
    #expect(branch.projectID == test.project)
    #expect(branch.title == "q1")
    #expect(try await test.store.conversation(branch.id) == branch)
    let copies = try await test.store.messages(in: branch.id, before: nil, limit: 9)
    #expect(copies.map(\.content.text) == ["q1", "a1", "a2", "q3"])
    #expect(copies[0].content.parts == [.file(file), .text("q1")])
    #expect(copies[0].pinnedAt != nil)
    #expect(copies[1].model == testModel)
    #expect(copies.allSatisfy { $0.content.usage == nil && $0.turnID == nil })
    #expect(copies.map(\.id.rawValue) == copies.map(\.id.rawValue).sorted())

    // Both go on by themselves, and a file stays with the last that names it.
    let again = try await test.store.begin(.answerAgain(copies[3].id), in: branch.id)
    _ = try await test.store.append([.text("b3"), .finished(.stop)], to: again.id)
    #expect(try await test.store.texts(in: branch.id) == ["q1", "a1", "a2", "q3", "b3"])
    #expect(
      try await test.store.texts(in: conversation) == ["q1", "a1", "a2", "q3", "a3", "q4", "a4"])
    _ = try await test.store.deleteConversation(conversation)
    test.clock.advance(by: .seconds(8 * 24 * 3600))
    try await test.store.purge()
    #expect(try await test.store.file(file.digest) == Array("hello".utf8))
    let named = try await test.store.branch(branch.id, upTo: copies[0].id, title: "Mine")
    #expect(named.title == "Mine")
    #expect(named.titleOrigin == .person)
  }

  @Test func `does not branch at what is being written or is not there`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.send("q", in: conversation)
    let branch = { (id: MessageID) in
      try await code { _ = try await test.store.branch(conversation, upTo: id, title: nil) }
    }
    #expect(try await branch(turn.assistantMessageID) == .turnRunning)
    #expect(try await branch(newID()) == .messageNotFound)
    #expect(try await branch(turn.userMessageID) == nil)
  }
}
