import SottoCore
import SottoStore
import Testing

struct PathTests {
  @Test func `pages through two thousand turns without gaps or repeats`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    for index in 0..<2000 { try await test.exchange("q\(index)", "a\(index)", in: conversation) }
    let expected = (0..<2000).flatMap { ["q\($0)", "a\($0)"] }

    var texts: [String] = []
    var before: MessageID?
    repeat {
      let page = try await test.store.messages(in: conversation, before: before, limit: 333)
      texts = page.map(\.content.text) + texts
      before = page.first?.id
      if page.isEmpty { break }
    } while true
    #expect(texts == expected)
    let leaf = try await test.store.conversation(conversation).leafID
    let whole = try await test.store.path(to: try #require(leaf))
    #expect(whole.map(\.content.text) == expected)
  }

  @Test func `is empty for a conversation without messages`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    #expect(try await test.store.messages(in: conversation, before: nil, limit: 9).isEmpty)
    let turn = try await test.exchange("q", "a", in: conversation)
    #expect(try await test.store.messages(in: conversation, before: nil, limit: 0).isEmpty)
    #expect(
      try await test.store.messages(in: conversation, before: turn.userMessageID, limit: 9).isEmpty)
    #expect(
      try await code {
        _ = try await test.store.messages(in: conversation, before: newID(), limit: 9)
      } == .messageNotFound)
    #expect(try await code { _ = try await test.store.path(to: newID()) } == .messageNotFound)
  }

  @Test(arguments: damages)
  func `shows the rest when one row is damaged`(_ damage: Damage) async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    for index in 0..<4 { try await test.exchange("q\(index)", "a\(index)", in: conversation) }
    let messages = try await test.store.messages(in: conversation, before: nil, limit: 100)
    let connection = try test.connection()
    try connection.executeScript("PRAGMA ignore_check_constraints = ON")
    try connection.execute(damage.change, [DatabaseValue(messages[damage.row].id)])
    #expect(try await test.store.texts(in: conversation) == damage.expected)
    // The conversation can go on.
    try await test.exchange("next", "answer", in: conversation)
    #expect(try await test.store.texts(in: conversation) == damage.expected + ["next", "answer"])
  }
}

struct Damage: Sendable {
  var change: String
  var row: Int
  var expected: [String]
}

private let intact = ["q0", "a0", "q1", "a1", "q2", "a2", "q3", "a3"]

private let damages = [
  Damage(change: "UPDATE messages SET parent_id = NULL WHERE id = ?", row: 4, expected: intact),
  Damage(change: "UPDATE messages SET parent_id = NULL WHERE id = ?", row: 5, expected: intact),
  Damage(
    change: "UPDATE messages SET parent_id = '00000000-0000-0000-0000-000000000000' WHERE id = ?",
    row: 3, expected: intact),
  Damage(
    change: "DELETE FROM messages WHERE id = ?", row: 3,
    expected: ["q0", "a0", "q1", "q2", "a2", "q3", "a3"]),
  Damage(
    change: "DELETE FROM messages WHERE id = ?", row: 7,
    expected: ["q0", "a0", "q1", "a1", "q2", "a2", "q3"]),
  Damage(
    change: "UPDATE messages SET parts = '[{\"type\":' WHERE id = ?", row: 3,
    expected: ["q0", "a0", "q1", "[{\"type\":", "q2", "a2", "q3", "a3"]),
  Damage(
    change:
      "UPDATE messages SET parts = '[{\"type\":\"hologram\"},{\"type\":\"text\",\"text\":\"a1\"}]' WHERE id = ?",
    row: 3, expected: intact),
  Damage(
    change: "UPDATE messages SET usage = '[', error = 'x' WHERE id = ?", row: 3, expected: intact),
  Damage(
    change: "UPDATE messages SET role = 'oracle', status = 'odd' WHERE id = ?", row: 3,
    expected: intact),
  Damage(
    change: "UPDATE messages SET parent_id = id WHERE id = ?", row: 2, expected: Array(intact[2...])
  ),
  Damage(change: "UPDATE conversations SET leaf_id = NULL WHERE ? <> ''", row: 0, expected: intact),
]
