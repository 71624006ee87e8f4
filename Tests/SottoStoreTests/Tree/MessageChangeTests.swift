import SottoCore
import SottoStore
import Testing

/// Editing and pinning in place.
struct MessageChangeTests {
  @Test func `replaces the text and keeps the files`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let file = try await test.store.addFile(Array("hello".utf8), name: "a.md", mediaType: "")
    let turn = try await test.store.begin(
      .send([.file(file), .text("old"), .text("er")], parent: nil), in: conversation)
    _ = try await test.store.append([.text("a"), .finished(.stop)], to: turn.id)
    test.clock.advance(by: .seconds(5))
    let edited = try await test.store.updateMessage(
      turn.userMessageID, MessageChange(text: "new"), ifVersion: 1)
    #expect(edited.content.parts == [.file(file), .text("new")])
    #expect(edited.version == 2)
    #expect(edited.editedAt == test.clock.clock.now())
    #expect(try await test.store.message(turn.userMessageID) == edited)
    #expect(try await test.store.texts(in: conversation) == ["new", "a"])
  }

  @Test func `an edited answer loses what was sealed and keeps the rest`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.send("q", in: conversation)
    let call = ToolCallFragment(index: 0, id: "c", name: "look", argumentsDelta: "{}")
    _ = try await test.store.append(
      [
        .reasoning("Hm"), .signature("seal"), .text("one"), .opaque("{}"), .text("two"),
        .toolCall(call), .finished(.toolCalls),
      ], to: turn.id)
    let edited = try await test.store.updateMessage(
      turn.assistantMessageID, MessageChange(text: "three"), ifVersion: nil)
    #expect(
      edited.content.parts == [
        .reasoning("Hm"), .text("three"),
        .toolCall(ToolCall(id: "c", name: "look", arguments: "{}")),
      ])
    #expect(edited.status == .complete)
  }

  @Test func `refuses to edit what is being answered and pins it all the same`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let earlier = try await test.exchange("q0", "a0", in: conversation)
    let turn = try await test.send("q", in: conversation)
    _ = try await test.store.append([.text("half ")], to: turn.id)
    for id in [turn.userMessageID, turn.assistantMessageID] {
      #expect(
        try await code {
          _ = try await test.store.updateMessage(id, MessageChange(text: "x"), ifVersion: nil)
        } == .turnRunning)
      #expect(try await code { _ = try await test.store.deleteMessage(id) } == .turnRunning)
      let pinned = try await test.store.updateMessage(
        id, MessageChange(isPinned: true), ifVersion: nil)
      #expect(pinned.pinnedAt != nil)
    }
    _ = try await test.store.updateMessage(
      earlier.userMessageID, MessageChange(text: "Q0"), ifVersion: nil)
    _ = try await test.store.append([.text("whole"), .finished(.stop)], to: turn.id)
    let messages = try await test.store.messages(in: conversation, before: nil, limit: 9)
    #expect(messages.map(\.content.text) == ["Q0", "a0", "q", "half whole"])
    #expect(messages.map { $0.pinnedAt != nil } == [false, false, true, true])
    let unpinned = try await test.store.updateMessage(
      turn.userMessageID, MessageChange(isPinned: false), ifVersion: nil)
    #expect(unpinned.pinnedAt == nil)
  }

  @Test func `edits what a process left that is gone`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.send("q", in: conversation)
    _ = try await test.store.append([.text("half")], to: turn.id)
    await test.store.close()
    let store = try await test.another()
    let edited = try await store.updateMessage(
      turn.assistantMessageID, MessageChange(text: "mine"), ifVersion: nil)
    #expect(edited.status == .interrupted)
    #expect(try await store.texts(in: conversation) == ["q", "mine"])
  }

  @Test func `refuses an empty text and an old version`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.exchange("q", "a", in: conversation)
    for id in [turn.userMessageID, turn.assistantMessageID] {
      #expect(
        try await code {
          _ = try await test.store.updateMessage(id, MessageChange(text: " "), ifVersion: nil)
        } == .invalidInput)
      _ = try await test.store.updateMessage(id, MessageChange(text: "one"), ifVersion: 1)
      #expect(
        try await code {
          _ = try await test.store.updateMessage(id, MessageChange(text: "two"), ifVersion: 1)
        } == .versionConflict)
      #expect(try await test.store.message(id).content.text == "one")
    }
    #expect(
      try await code {
        _ = try await test.store.updateMessage(newID(), MessageChange(text: "x"), ifVersion: nil)
      } == .messageNotFound)
  }

  @Test func `an edit drops the summaries that covered the old text and no others`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let first = try await test.exchange("q1", "a1", in: conversation)
    let second = try await test.exchange("q2", "a2", in: conversation)
    let connection = try test.connection()
    for turn in [first, second] {
      let summary: MessageID = newID()
      try connection.execute(
        """
        INSERT INTO messages (id, conversation_id, parent_id, is_first, role, status, created_at, parts)
        VALUES (?, ?, ?, 0, 'summary', 'complete', 0, '[]')
        """,
        [
          DatabaseValue(summary), DatabaseValue(conversation),
          DatabaseValue(turn.assistantMessageID),
        ])
    }
    let covered = {
      try connection.rows("SELECT parent_id FROM messages WHERE role = 'summary'") { $0.text(0) }
    }
    // A summary is on no path and nobody's sibling.
    let page = try await test.store.messagePage(in: conversation, before: nil, limit: 9)
    #expect(page.messages.map(\.content.text) == ["q1", "a1", "q2", "a2"])
    #expect(page.siblings.isEmpty)
    _ = try await test.store.updateMessage(
      second.userMessageID, MessageChange(text: "Q2"), ifVersion: nil)
    #expect(try covered() == [first.assistantMessageID.rawValue])
    _ = try await test.store.deleteMessage(first.userMessageID)
    #expect(try covered() == [])
  }
}
