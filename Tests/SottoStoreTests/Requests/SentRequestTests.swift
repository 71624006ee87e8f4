import SottoCore
import SottoStore
import SottoTestSupport
import Testing

@Suite struct SentRequestTests {
  @Test func `a growing conversation costs what is new`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    var random = SeededGenerator(seed: 5)
    var body: [UInt8] = Array(#"{"model":"gpt","messages":["#.utf8)
    var text = 0
    var last: [UInt8] = []
    var turn: Turn?
    for _ in 0..<100 {
      turn = try await test.exchange("Question", "Answer", in: conversation)
      let round = Self.sentence(&random, bytes: 1800)
      text += round.count
      body += round
      last = body + Array(#"],"stream":true}"#.utf8)
      try await test.store.record(Self.request(last, in: conversation, turn: turn?.id))
    }
    let stored = try test.connection().firstRow(
      """
      SELECT (SELECT sum(length(bytes) + 40) FROM request_chunks)
        + (SELECT sum(length(rest) + length(headers) + length(url) + 150) FROM sent_requests)
        + (SELECT count(*) * 16 FROM sent_request_chunks)
      """
    ) { Int($0.integer(0)) }
    let size = try #require(stored)
    #expect(size < 2 * text, "\(size) for \(text)")
    let id = try #require(turn?.id)
    let number = try #require(try await test.store.sentRequests(of: id).first?.number)
    #expect(try await test.store.sentRequest(number).body == last)
  }

  @Test func `bodies of any bytes come back as they were`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.exchange("q", "a", in: conversation)
    var random = SeededGenerator(seed: 3)
    var bodies: [[UInt8]] = [[], [0], Array(repeating: 7, count: 100_000)]
    for size in [255, 256, 257, 8191, 8192, 8193, 70_000] {
      bodies.append((0..<size).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    bodies.append(bodies[9] + bodies[9])
    for body in bodies {
      try await test.store.record(Self.request(body, in: conversation, turn: turn.id))
    }
    let sent = try await test.store.sentRequests(of: turn.id)
    #expect(sent.map(\.size) == bodies.map(\.count))
    for (request, body) in zip(sent, bodies) {
      #expect(try await test.store.sentRequest(request.number).body == body)
    }
    #expect(sent.first?.headers["X-Twice"] == "1")
    #expect(sent.first?.headers.fields.count == 3)
  }

  @Test func `they go with their conversation, and another's stay`() async throws {
    let test = try await TestStore()
    let body = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    var conversations: [ConversationID] = []
    var turns: [Turn] = []
    for _ in 0..<2 {
      let conversation = try await test.conversation()
      conversations.append(conversation)
      turns.append(try await test.exchange("q", "a", in: conversation))
      for _ in 0..<3 {
        try await test.store.record(Self.request(body, in: conversation, turn: turns.last?.id))
      }
    }
    _ = try await test.store.deleteConversation(conversations[0])
    #expect(
      try await code { _ = try await test.store.sentRequests(of: turns[0].id) }
        == .conversationNotFound)
    test.clock.advance(by: .seconds(8 * 24 * 3600))
    try await test.store.purge()
    let kept = try await test.store.sentRequests(of: turns[1].id)
    #expect(kept.count == 3)
    for request in kept { #expect(try await test.store.sentRequest(request.number).body == body) }
    let left = try test.connection().firstRow(
      """
      SELECT (SELECT count(*) FROM request_chunks WHERE number NOT IN (
          SELECT k.number FROM request_chunks k JOIN sent_request_chunks s
            ON k.number BETWEEN s.first_chunk AND s.first_chunk + s.count - 1)),
        (SELECT count(*) FROM sent_requests)
      """
    ) { [$0.integer(0), $0.integer(1)] }
    #expect(left == [0, 3])
  }

  @Test func `an unknown number is none`() async throws {
    let test = try await TestStore()
    #expect(try await code { _ = try await test.store.sentRequest(17) } == .requestNotFound)
  }

  @Test func `chunks are cut where the content says so`() {
    var random = SeededGenerator(seed: 11)
    let text = Self.sentence(&random, bytes: 60_000)
    let chunks = ContentChunks.cut(text).map { Array(text[$0]) }
    let moved = ContentChunks.cut([1, 2, 3] + text).map { Array(([1, 2, 3] + text)[$0]) }
    #expect(chunks.count > 20)
    #expect(chunks.allSatisfy { (256...8192).contains($0.count) })
    // Three bytes at the beginning change the first chunks only.
    #expect(Set(chunks).intersection(moved).count > chunks.count - 4)
  }

  private static func request(
    _ body: [UInt8], in conversation: ConversationID, turn: TurnID?
  ) -> SentRequest {
    var headers = HTTPHeaders([])
    headers.append("Content-Type", "application/json")
    headers.append("X-Twice", "1")
    headers.append("X-Twice", "2")
    return SentRequest(
      turnID: turn, conversationID: conversation, purpose: .chat, model: testModel,
      sentAt: Timestamp(milliseconds: 1), method: "POST", url: "http://127.0.0.1/v1/chat",
      headers: headers, body: body)
  }

  /// Words of letters, so many bytes.
  private static func sentence(_ random: inout SeededGenerator, bytes: Int) -> [UInt8] {
    (0..<bytes).map { _ in
      UInt8.random(in: 0..<6, using: &random) == 0 ? 32 : UInt8.random(in: 97...122, using: &random)
    }
  }
}

@Suite struct PathAnchorTests {
  @Test func `pins and summaries are found on their path only`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let first = try await test.exchange("one", "1", in: conversation)
    let second = try await test.exchange("two", "2", in: conversation)
    let other = try await test.send("other", in: conversation, parent: first.assistantMessageID)
    _ = try await test.store.append([.text("o"), .finished(.stop)], to: other.id)
    try test.connection().execute(
      "UPDATE messages SET pinned_at = 1 WHERE id IN (?, ?)",
      [.text(first.userMessageID.rawValue), .text(second.userMessageID.rawValue)])
    let summary = Message(
      id: newID(), conversationID: conversation, parentID: second.assistantMessageID,
      role: .summary, content: MessageContent(text: "so far"), status: .complete,
      createdAt: Timestamp(milliseconds: 5))
    try await test.store.addSummary(summary)

    let here = try await test.store.anchors(
      onPathTo: second.assistantMessageID, in: conversation)
    #expect(here.pinned.map(\.id) == [first.userMessageID, second.userMessageID])
    #expect(here.summaries.map(\.id) == [summary.id])
    let there = try await test.store.anchors(onPathTo: other.assistantMessageID, in: conversation)
    #expect(there.pinned.map(\.id) == [first.userMessageID])
    #expect(there.summaries.isEmpty)

    // A deleted one is gone, and what it stood for is back.
    try test.connection().execute(
      "UPDATE messages SET deleted_at = 1 WHERE id IN (?, ?)",
      [.text(summary.id.rawValue), .text(first.userMessageID.rawValue)])
    let later = try await test.store.anchors(
      onPathTo: second.assistantMessageID, in: conversation)
    #expect(later.summaries.isEmpty)
    #expect(later.pinned.map(\.id) == [second.userMessageID])
    let end = try await test.store.path(
      to: second.assistantMessageID, in: conversation, limit: 10)
    #expect(!end.map(\.id).contains(first.userMessageID))
    let steps = try await test.store.steps(
      ofPathTo: second.assistantMessageID, in: conversation)
    #expect(steps.map(\.isDeleted) == [true, false, false, false])
  }

  @Test func `a pinned result brings its call`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let first = try await test.send("one", in: conversation)
    _ = try await test.store.append(
      [.toolCall(ToolCallFragment(index: 0, id: "c", name: "f")), .finished(.toolCalls)],
      to: first.id)
    let second = try await test.store.begin(
      .send([.toolResult(ToolResult(callID: "c", name: "f", text: "r"))], parent: nil),
      in: conversation)
    for id in [first.assistantMessageID, second.userMessageID] {
      try test.connection().execute(
        "UPDATE messages SET pinned_at = iif(id = ?, 1, NULL)", [.text(id.rawValue)])
      let anchors = try await test.store.anchors(
        onPathTo: second.assistantMessageID, in: conversation)
      #expect(anchors.pinned.map(\.id) == [first.assistantMessageID, second.userMessageID])
    }
  }

  @Test func `the note of a second model survives`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.send("one", in: conversation)
    let error = ProviderError(.overloaded, provider: "openai", message: "busy")
    let model = ModelReference(provider: "other", model: "second")
    _ = try await test.store.append(
      [.fallback(to: model, because: error), .text("hi"), .finished(.stop)], to: turn.id)
    let message = try #require(
      try await test.store.messages(in: conversation, before: nil, limit: 1).first)
    #expect(message.content.notes == [.fallback(to: model, because: error)])
  }
}
