internal import SottoCore

extension Connection {
  /// The path that ends with `leaf`, oldest first, at most the last `limit` of its messages that are
  /// not deleted. Only the rows from there on are read.
  ///
  /// A damaged row does not hide what is before it: where a parent is missing, the path goes on
  /// with the latest older message. A message is always older than its descendants, by its
  /// identifier.
  func path(
    endingWith leaf: String, in conversation: ConversationID, limit: Int
  ) throws -> [Message] {
    // Rows that point in a circle end there: no path has more rows than these.
    let deleted = try deletedCount(in: conversation)
    var messages: [Message] = []
    var seen: Set<String> = []
    var next: String? = leaf
    while let start = next, messages.count < limit {
      var last = PathRow(id: start)
      var isRepeated = false
      let wanted = limit - messages.count
      for row in try ancestors(
        of: start, in: conversation, limit: wanted, depth: wanted + deleted)
      {
        guard seen.insert(row.id).inserted else {
          isRepeated = true
          break
        }
        last = row
        if let message = row.message, message.deletedAt == nil {
          messages.append(try current(message))
        }
      }
      if isRepeated || last.isFirst { break }
      guard messages.count < limit else { break }
      next = try latestMessage(in: conversation, before: last.id)?.rawValue
      if let next, seen.contains(next) { break }
    }
    return messages.reversed()
  }

  /// The path from the root to `message`.
  func wholePath(to message: MessageID, in conversation: ConversationID) throws -> [Message] {
    // No conversation has more messages than rows; this bounds the walk when rows point in a circle.
    let count = try firstRow(
      "SELECT count(*) FROM messages WHERE conversation_id = ?", [DatabaseValue(conversation)]
    ) { Int($0.integer(0)) }
    return try path(endingWith: message.rawValue, in: conversation, limit: count ?? 0)
  }

  /// The latest message of the conversation, or the latest of those before `id`, deleted or not.
  func latestMessage(
    in conversation: ConversationID, before id: String = "~"
  ) throws -> MessageID? {
    try firstRow(
      """
      SELECT max(id) FROM messages WHERE conversation_id = ? AND id < ? AND role <> 'summary'
      """,
      [DatabaseValue(conversation), .text(id)]
    ) { MessageID($0.text(0)) }
  }

  private struct PathRow {
    var id: String
    var message: Message?
    var isFirst = false
  }

  /// The message `start` and those above it, nearest first, up to a root or a missing parent; at most
  /// `depth`, and at most `limit` that are not deleted.
  private func ancestors(
    of start: String, in conversation: ConversationID, limit: Int, depth: Int
  ) throws -> [PathRow] {
    try rows(
      """
      WITH RECURSIVE path (id, parent_id, depth, shown) AS (
        SELECT id, parent_id, 1, deleted_at IS NULL
        FROM messages WHERE id = ?1 AND conversation_id = ?2
        UNION ALL
        SELECT m.id, m.parent_id, path.depth + 1, path.shown + (m.deleted_at IS NULL)
        FROM path JOIN messages m ON m.id = path.parent_id AND m.conversation_id = ?2
        WHERE path.shown < ?3 AND path.depth < ?4
      )
      SELECT \(Self.messageColumns), m.is_first FROM path JOIN messages m ON m.id = path.id
      ORDER BY path.depth
      """,
      [
        .text(start), DatabaseValue(conversation), DatabaseValue(limit), DatabaseValue(depth),
      ]
    ) { row in
      PathRow(
        id: row.text(0), message: Self.readMessage(row),
        isFirst: row.integer(Self.columnAfterMessage) != 0)
    }
  }

  private func deletedCount(in conversation: ConversationID) throws -> Int {
    try firstRow(
      "SELECT count(*) FROM messages WHERE conversation_id = ? AND deleted_at IS NOT NULL",
      [DatabaseValue(conversation)]
    ) { Int($0.integer(0)) } ?? 0
  }
}
