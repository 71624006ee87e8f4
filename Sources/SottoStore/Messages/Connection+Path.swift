internal import SottoCore

extension Connection {
  /// The path that ends with `leaf`, oldest first, at most its last `limit` messages. Only those
  /// rows are read.
  ///
  /// A damaged row does not hide what is before it: where a parent is missing, the path goes on
  /// with the latest older message. Nothing else makes a second message without a parent, and a
  /// message is always older than its descendants, by its identifier.
  func path(
    endingWith leaf: String, in conversation: ConversationID, limit: Int
  ) throws -> [Message] {
    var messages: [Message] = []
    var seen: Set<String> = []
    var next: String? = leaf
    while let start = next, messages.count < limit {
      var last = start
      var isRepeated = false
      for row in try ancestors(of: start, in: conversation, limit: limit - messages.count) {
        guard seen.insert(row.id).inserted else {
          isRepeated = true
          break
        }
        last = row.id
        if let message = row.message { messages.append(try current(message)) }
      }
      if isRepeated { break }
      next = messages.count < limit ? try latestMessage(in: conversation, before: last) : nil
      if let next, seen.contains(next) { break }
    }
    return messages.reversed()
  }

  /// The latest message of the conversation, or the latest of those before `id`.
  func latestMessage(in conversation: ConversationID, before id: String = "~") throws -> String? {
    try firstRow(
      """
      SELECT max(id) FROM messages WHERE conversation_id = ? AND id < ? AND role <> 'summary'
      """,
      [DatabaseValue(conversation), .text(id)]
    ) { $0.optionalText(0) }
  }

  private struct PathRow {
    var id: String
    var message: Message?
  }

  /// The message `start` and those above it, nearest first, up to a root or a missing parent.
  private func ancestors(
    of start: String, in conversation: ConversationID, limit: Int
  ) throws -> [PathRow] {
    try rows(
      """
      WITH RECURSIVE path (id, parent_id, depth) AS (
        SELECT id, parent_id, 1 FROM messages WHERE id = ?1 AND conversation_id = ?2
        UNION ALL
        SELECT m.id, m.parent_id, path.depth + 1
        FROM path JOIN messages m ON m.id = path.parent_id AND m.conversation_id = ?2
        WHERE path.depth < ?3
      )
      SELECT \(Self.messageColumns) FROM path JOIN messages m ON m.id = path.id
      ORDER BY path.depth
      """,
      [.text(start), DatabaseValue(conversation), DatabaseValue(limit)]
    ) { row in PathRow(id: row.text(0), message: Self.readMessage(row)) }
  }
}
