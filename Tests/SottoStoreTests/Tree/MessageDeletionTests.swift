import Foundation
import SottoCore
import SottoStore
import Testing

/// One message hidden, shown again, and erased in the end.
struct MessageDeletionTests {
  private let undoTime = Duration.seconds(7 * 24 * 3600)

  @Test func `hides one message and keeps what is below it`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let first = try await test.exchange("q1", "a1", in: conversation)
    let second = try await test.exchange("q2", "a2", in: conversation)
    try await test.exchange("q3", "a3", in: conversation)
    let until = try await test.store.deleteMessage(second.userMessageID)
    #expect(until == test.clock.clock.now() + undoTime)
    #expect(try await test.store.texts(in: conversation) == ["q1", "a1", "a2", "q3", "a3"])
    #expect(
      try await test.store.path(to: second.assistantMessageID).map(\.content.text)
        == ["q1", "a1", "a2"])
    for body in [
      { _ = try await test.store.message(second.userMessageID) },
      { _ = try await test.store.deleteMessage(second.userMessageID) },
      { try await test.store.choosePath(through: second.userMessageID, in: conversation) },
      { _ = try await test.store.begin(.answerAgain(second.userMessageID), in: conversation) },
      {
        _ = try await test.store.updateMessage(
          second.userMessageID, MessageChange(text: "x"), ifVersion: nil)
      },
    ] as [() async throws -> Void] {
      #expect(try await code(of: body) == .messageNotFound)
    }
    let restored = try await test.store.restoreMessage(second.userMessageID)
    #expect(restored.content.text == "q2")
    #expect(
      try await test.store.texts(in: conversation) == ["q1", "a1", "q2", "a2", "q3", "a3"])
    // Again changes nothing.
    #expect(try await test.store.restoreMessage(second.userMessageID) == restored)
    #expect(try await test.store.restoreMessage(first.userMessageID).content.text == "q1")
  }

  @Test func `the first and the last message can go, and what is written next follows`()
    async throws
  {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let first = try await test.exchange("q1", "a1", in: conversation)
    let second = try await test.exchange("q2", "a2", in: conversation)
    for id in [first.userMessageID, second.assistantMessageID, second.userMessageID] {
      _ = try await test.store.deleteMessage(id)
    }
    let page = try await test.store.messagePage(in: conversation, before: nil, limit: 9)
    #expect(page.messages.map(\.content.text) == ["a1"])
    #expect(!page.hasMore)
    try await test.exchange("q3", "a3", in: conversation)
    #expect(try await test.store.texts(in: conversation) == ["a1", "q3", "a3"])
    _ = try await test.store.restoreMessage(second.assistantMessageID)
    #expect(try await test.store.texts(in: conversation) == ["a1", "a2", "q3", "a3"])
    _ = try await test.store.deleteMessage(first.assistantMessageID)
    #expect(try await test.store.texts(in: conversation) == ["a2", "q3", "a3"])
  }

  @Test func `where the last answer goes its alternative comes`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let first = try await test.exchange("q", "a1", in: conversation)
    let again = try await test.store.begin(.answerAgain(first.userMessageID), in: conversation)
    _ = try await test.store.append([.text("a2"), .finished(.stop)], to: again.id)
    _ = try await test.store.deleteMessage(again.assistantMessageID)
    let page = try await test.store.messagePage(in: conversation, before: nil, limit: 9)
    #expect(page.messages.map(\.content.text) == ["q", "a1"])
    #expect(page.siblings.isEmpty)
    _ = try await test.store.restoreMessage(again.assistantMessageID)
    #expect(try await test.store.texts(in: conversation) == ["q", "a2"])
  }

  @Test func `what follows a deleted message is a sibling of its alternatives`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let first = try await test.exchange("q1", "a1", in: conversation)
    let next = try await test.exchange("q2", "a2", in: conversation)
    let again = try await test.store.begin(.answerAgain(first.userMessageID), in: conversation)
    _ = try await test.store.append([.text("b1"), .finished(.stop)], to: again.id)
    try await test.store.choosePath(through: first.assistantMessageID, in: conversation)
    _ = try await test.store.deleteMessage(first.assistantMessageID)
    let page = try await test.store.messagePage(in: conversation, before: nil, limit: 9)
    #expect(page.messages.map(\.content.text) == ["q1", "q2", "a2"])
    #expect(
      page.siblings == [
        next.userMessageID: Siblings(
          index: 1, count: 2, previousID: nil, nextID: again.assistantMessageID)
      ])
    // It is still sent again beside itself.
    let edited = try await test.send(
      "q2b", in: conversation, parent: page.messages[1].parentID)
    _ = try await test.store.append([.text("a2b"), .finished(.stop)], to: edited.id)
    #expect(try await test.store.texts(in: conversation) == ["q1", "q2b", "a2b"])
  }

  @Test func `pages over long runs of deleted messages`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    var turns: [Turn] = []
    for index in 0..<60 {
      turns.append(try await test.exchange("q\(index)", "a\(index)", in: conversation))
    }
    try test.connection().execute(
      """
      UPDATE messages SET deleted_at = 1750000000000
      WHERE number NOT IN (7, 8, 60, 119) AND conversation_id = ?
      """, [DatabaseValue(conversation)])
    var pages: [[String]] = []
    var before: MessageID?
    while true {
      let page = try await test.store.messagePage(in: conversation, before: before, limit: 1)
      pages.append(page.messages.map(\.content.text))
      guard page.hasMore else { break }
      before = page.messages.first?.id
    }
    #expect(pages == [["q59"], ["a29"], ["a3"], ["q3"]])
    #expect(try await test.store.texts(in: conversation, limit: 3) == ["a3", "a29", "q59"])
    // A page that ends at a message that somebody else deleted meanwhile.
    #expect(
      try await test.store.messages(in: conversation, before: turns[20].userMessageID, limit: 9)
        .map(\.content.text) == ["q3", "a3"])
    // What has only deleted messages after it is the last one.
    try test.connection().execute(
      "UPDATE messages SET deleted_at = 1750000000000 WHERE number = 119")
    let more = try await test.store.begin(.continue(turns[29].assistantMessageID), in: conversation)
    _ = try await test.store.append([.text(" and more"), .finished(.stop)], to: more.id)
    #expect(try await test.store.texts(in: conversation) == ["q3", "a3", "a29 and more"])
    #expect(
      try await code {
        _ = try await test.store.begin(.continue(turns[3].assistantMessageID), in: conversation)
      } == .invalidInput)
  }

  @Test func `is erased after the time to undo it, from the file as well`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let file = try await test.store.addFile(Array("bytes".utf8), name: "a.md", mediaType: "")
    let first = try await test.store.begin(
      .send([.file(file), .text("a very unusual question")], parent: nil), in: conversation)
    _ = try await test.store.append(
      [.text("a quite unusual answer"), .usage(Usage(inputTokens: 4711)), .finished(.stop)],
      to: first.id)
    let second = try await test.exchange("q2", "the rarest last answer", in: conversation)
    for id in [first.userMessageID, first.assistantMessageID, second.assistantMessageID] {
      _ = try await test.store.deleteMessage(id)
    }
    test.clock.advance(by: undoTime)
    try await test.store.purge()
    _ = try await test.store.restoreMessage(first.assistantMessageID)
    _ = try await test.store.deleteMessage(first.assistantMessageID)
    test.clock.advance(by: undoTime + .seconds(1))
    #expect(
      try await code { _ = try await test.store.restoreMessage(first.userMessageID) } == .gone)
    try await test.store.purge()
    #expect(
      try await code { _ = try await test.store.restoreMessage(first.userMessageID) } == .gone)
    #expect(
      try await code { _ = try await test.store.restoreMessage(second.assistantMessageID) }
        == .messageNotFound)
    #expect(try await test.store.texts(in: conversation) == ["q2"])
    #expect(try await code { _ = try await test.store.file(file.digest) } == .fileNotFound)
    let count = {
      try test.connection().firstRow("SELECT count(*) FROM messages") { $0.integer(0) }
    }
    #expect(try count() == 3)

    // The last one that needs their places goes, and they go with it.
    _ = try await test.store.deleteMessage(second.userMessageID)
    test.clock.advance(by: undoTime + .seconds(1))
    try await test.store.purge()
    #expect(try count() == 0)
    #expect(try await test.store.texts(in: conversation).isEmpty)
    try await test.exchange("new", "answer", in: conversation)
    #expect(try await test.store.texts(in: conversation) == ["new", "answer"])
    #expect(try test.connection().rows("PRAGMA foreign_key_check") { $0.text(0) } == [])
    #expect(try await test.store.checkIntegrity().damage == nil)
    await test.store.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: test.folder.database))
    for text in ["a quite unusual answer", "the rarest last answer", "4711"] {
      #expect(bytes.range(of: Data(text.utf8)) == nil)
    }
  }
}
