import SottoCore
import Testing

@testable import SottoStore

/// What a conversation costs that has grown, and one that another program wrote.
struct LongConversationTests {
  /// Report: above 16 messages the order is wrong and some are hidden.
  @Test func `reads the messages in the order of the tree, whatever their ids and times are`()
    async throws
  {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let order = Array(0..<17).map { ($0 * 7 + 3) % 17 }
    let ids = order.map { id($0) }
    let connection = try test.connection()
    try connection.transaction(.process) { connection in
      for (index, id) in ids.enumerated().reversed() {
        try connection.insertMessage(
          Message(
            id: id, conversationID: conversation, parentID: index > 0 ? ids[index - 1] : nil,
            role: index.isMultiple(of: 2) ? .user : .assistant,
            content: MessageContent(text: "\(index)"), status: .complete,
            createdAt: Timestamp(milliseconds: Int64(order[index] * 1000))))
      }
      try connection.choosePath(endingWith: ids[16].rawValue, in: conversation)
    }
    let expected = (0..<17).map { "\($0)" }
    #expect(try await test.store.texts(in: conversation) == expected)
    var texts: [String] = []
    var before: MessageID?
    repeat {
      let page = try await test.store.messagePage(in: conversation, before: before, limit: 4)
      texts = page.messages.map(\.content.text) + texts
      before = page.hasMore ? page.messages.first?.id : nil
    } while before != nil
    #expect(texts == expected)
    #expect(try await test.store.path(to: ids[16]).map(\.id) == ids)
  }

  @Test func `opening a long conversation reads no more than a short one`() async throws {
    let short = try await work(in: 200)
    let long = try await work(in: 10_000)
    #expect(short.page > 0)
    #expect(long.page <= short.page + short.page / 10)
    #expect(long.earlierPage <= short.earlierPage + short.earlierPage / 10)
    #expect(long.send <= short.send + short.send / 10)
  }

  private struct Work {
    var page: Int
    var earlierPage: Int
    var send: Int
  }

  private func work(in count: Int) async throws -> Work {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let connection = try test.connection()
    try connection.execute(
      """
      WITH RECURSIVE rows (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM rows WHERE n < ?2)
      INSERT INTO messages (id, conversation_id, parent_id, is_first, chosen_child_id, role, status,
        created_at, parts)
      SELECT printf('00000000-0000-7000-8000-%012x', n), ?1,
        iif(n > 1, printf('00000000-0000-7000-8000-%012x', n - 1), NULL), n = 1,
        printf('00000000-0000-7000-8000-%012x', n + 1),
        iif(n % 2, 'user', 'assistant'), 'complete', n, '[{"type":"text","text":"x"}]'
      FROM rows
      """, [DatabaseValue(conversation), DatabaseValue(count)])
    try connection.execute(
      "UPDATE conversations SET leaf_id = ?2 WHERE id = ?1",
      [DatabaseValue(conversation), DatabaseValue(id(count))])
    let stored = try connection.visibleConversation(conversation)
    let measure = { (body: () throws -> Void) throws -> Int in
      let before = connection.steps
      try body()
      return connection.steps - before
    }
    return Work(
      page: try measure {
        let page = try connection.messagePage(in: stored, before: nil, limit: 50)
        #expect(page.messages.count == 50)
        #expect(page.messages.last?.id == id(count))
        #expect(page.hasMore)
      },
      earlierPage: try measure {
        let page = try connection.messagePage(in: stored, before: id(count - 49), limit: 50)
        #expect(page.messages.last?.id == id(count - 50))
      },
      send: try measure {
        let request = TurnRequest(
          id: newID(), conversationID: conversation, action: .send([.text("q")], parent: nil))
        let now = test.clock.clock.now()
        try connection.transaction(.process) { connection in
          let plan = try TurnPlan(request, in: stored, model: testModel, now: now, connection)
          _ = try plan.store(connection, owner: "x", now: now)
        }
      })
  }

  private func id(_ number: Int) -> MessageID {
    let digits = String(number, radix: 16)
    let text =
      "00000000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    return MessageID(text) ?? newID()
  }
}
