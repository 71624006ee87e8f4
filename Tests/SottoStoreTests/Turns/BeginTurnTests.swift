import SottoCore
import SottoStore
import Testing

struct BeginTurnTests {
  @Test(arguments: ["", " \n\t", String(repeating: "x", count: 10_485_761)])
  func `refuses a message without text or above 10 MB`(_ text: String) async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    #expect(try await code { _ = try await test.send(text, in: conversation) } == .invalidInput)
    #expect(try await test.store.texts(in: conversation).isEmpty)
  }

  @Test func `takes a message of exactly 10 MB`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let text = String(repeating: "x", count: 10_485_760)
    _ = try await test.send(text, in: conversation)
    #expect(try await test.store.texts(in: conversation).first == text)
  }

  @Test func `is the same turn for the same identifier`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let request = TurnRequest(
      id: newID(), conversationID: conversation, action: .send([.text("Hi")], parent: nil))
    let first = try await test.store.beginTurn(request, model: testModel)
    let second = try await test.store.beginTurn(request, model: testModel)
    #expect(first.isNew && !second.isNew)
    #expect(first.turn == second.turn)
    _ = try await test.store.append([.stopped], to: request.id)
    let third = try await test.store.beginTurn(request, model: testModel)
    #expect(!third.isNew && third.turn.status == .stopped)
    #expect(try await test.store.texts(in: conversation).count == 2)

    let other = try await test.conversation()
    #expect(
      try await code {
        _ = try await test.store.begin(.send([.text("Hi")], parent: nil), in: other, id: request.id)
      } == .identifierInUse)
  }

  @Test func `refuses a second message while the first is answered`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    // Both at once: one is first, and the other must not become an orphan.
    async let one = code { _ = try await test.send("one", in: conversation) }
    async let two = code { _ = try await test.send("two", in: conversation) }
    let codes = try await [one, two]
    #expect(codes.count { $0 == nil } == 1)
    #expect(codes.count { $0 == .turnRunning } == 1)
    #expect(try await test.store.messages(in: conversation, before: nil, limit: 9).count == 2)
  }

  @Test func `goes on after the end of the chosen path, or after the parent`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let first = try await test.exchange("q1", "a1", in: conversation)
    try await test.exchange("q2", "a2", in: conversation)
    #expect(try await test.store.texts(in: conversation) == ["q1", "a1", "q2", "a2"])
    let branch = try await test.send("q3", in: conversation, parent: first.assistantMessageID)
    _ = try await test.store.append([.text("a3"), .finished(.stop)], to: branch.id)
    #expect(try await test.store.texts(in: conversation) == ["q1", "a1", "q3", "a3"])
    #expect(try await test.store.conversation(conversation).title == "q1")
  }

  @Test func `refuses a parent that is elsewhere or is no answer`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.exchange("q1", "a1", in: conversation)
    let other = try await test.conversation()
    #expect(
      try await code {
        _ = try await test.send("x", in: other, parent: turn.assistantMessageID)
      } == .messageNotFound)
    #expect(
      try await code {
        _ = try await test.send("x", in: conversation, parent: turn.userMessageID)
      } == .invalidInput)
    #expect(
      try await code { _ = try await test.send("x", in: conversation, parent: newID()) }
        == .messageNotFound)
    #expect(try await test.store.texts(in: conversation) == ["q1", "a1"])
    #expect(try await test.store.texts(in: other).isEmpty)
  }

  @Test func `answers again beside the first answer, which stays`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let first = try await test.exchange("q", "a1", in: conversation)
    let again = try await test.store.begin(.answerAgain(first.userMessageID), in: conversation)
    _ = try await test.store.append([.text("a2"), .finished(.stop)], to: again.id)
    #expect(again.userMessageID == first.userMessageID)
    #expect(again.assistantMessageID != first.assistantMessageID)
    #expect(try await test.store.texts(in: conversation) == ["q", "a2"])
    let old = try await test.store.path(to: first.assistantMessageID)
    #expect(old.map(\.content.text) == ["q", "a1"])
    #expect(
      try await code {
        _ = try await test.store.begin(.answerAgain(first.assistantMessageID), in: conversation)
      } == .invalidInput)
  }

  @Test func `continues in the same message`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let first = try await test.send("q", in: conversation)
    let error = ProviderError(.streamCut, provider: "openai", message: "cut")
    _ = try await test.store.append([.text("one "), .failed(error)], to: first.id)
    let more = try await test.store.begin(.continue(first.assistantMessageID), in: conversation)
    #expect(more.assistantMessageID == first.assistantMessageID)
    #expect(more.userMessageID == first.userMessageID)

    let waiting = try await test.store.path(to: more.assistantMessageID).last
    #expect(waiting?.status == .streaming)
    #expect(waiting?.content == MessageContent(text: "one "))
    #expect(waiting?.turnID == more.id)
    _ = try await test.store.append([.text("two")], to: more.id)
    #expect(try await test.store.texts(in: conversation) == ["q", "one two"])
    _ = try await test.store.append([.finished(.stop)], to: more.id)
    #expect(try await test.store.texts(in: conversation) == ["q", "one two"])
    #expect(try await test.store.path(to: more.assistantMessageID).last?.status == .complete)
  }

  @Test func `continues only the last answer`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let first = try await test.exchange("q1", "a1", in: conversation)
    try await test.exchange("q2", "a2", in: conversation)
    for id in [first.assistantMessageID, first.userMessageID] {
      #expect(
        try await code { _ = try await test.store.begin(.continue(id), in: conversation) }
          == .invalidInput)
    }
    #expect(
      try await code { _ = try await test.store.begin(.continue(newID()), in: conversation) }
        == .messageNotFound)
  }

  @Test func `keeps messages in order when the clock goes back`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    for index in 0..<5 {
      try await test.exchange("q\(index)", "a\(index)", in: conversation)
      test.clock.advance(by: .seconds(-60))
    }
    let messages = try await test.store.messages(in: conversation, before: nil, limit: 100)
    #expect(messages.map(\.id.rawValue) == messages.map(\.id.rawValue).sorted())
    #expect(messages.map(\.createdAt) == messages.map(\.createdAt).sorted())
  }
}
