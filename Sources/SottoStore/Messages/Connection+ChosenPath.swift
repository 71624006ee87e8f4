internal import SottoCore

extension Connection {
  /// Makes the path that ends with `leaf` the chosen one, and remembers at each message where it goes
  /// on.
  func choosePath(endingWith leaf: String, in conversation: ConversationID) throws {
    try rememberPath(endingWith: leaf, in: conversation)
    try execute(
      "UPDATE conversations SET leaf_id = ?2 WHERE id = ?1",
      [DatabaseValue(conversation), .text(leaf)])
  }

  /// As above, but leaves it to the caller to note the end with the conversation, afterwards.
  func rememberPath(endingWith leaf: String, in conversation: ConversationID) throws {
    // What is above the old end of the chosen path, if the new path comes by there, is remembered
    // already: a message that is added costs the same in a long conversation.
    try execute(
      """
      WITH RECURSIVE path (id, parent_id) AS (
        SELECT id, parent_id FROM messages WHERE id = ?1 AND conversation_id = ?2
        UNION
        SELECT m.id, m.parent_id
        FROM path JOIN messages m ON m.id = path.parent_id AND m.conversation_id = ?2
        WHERE path.id IS NOT (SELECT leaf_id FROM conversations WHERE id = ?2)
      )
      UPDATE messages SET chosen_child_id = path.id FROM path
      WHERE messages.id = path.parent_id AND messages.chosen_child_id IS NOT path.id
      """, [.text(leaf), DatabaseValue(conversation)])
  }

  /// Makes a path through `message`, which is not deleted, the chosen one: below it, as the path went
  /// the last time, and where nothing is remembered that is still shown, by the latest message.
  func choosePath(through message: MessageID, in conversation: ConversationID) throws {
    var end = message
    var seen: Set<MessageID> = [end]
    while true {
      end = try rememberedEnd(below: end) ?? end
      guard let next = try shownChildren(of: end, in: conversation).last,
        seen.insert(next).inserted
      else { break }
      end = next
    }
    try choosePath(endingWith: deletedEnd(below: end, in: conversation), in: conversation)
  }

  /// The last message that is shown of where the chosen path went on below `message`; `nil` when
  /// nothing is.
  private func rememberedEnd(below message: MessageID) throws -> MessageID? {
    var end: MessageID?
    try forEachRow(
      """
      WITH RECURSIVE path (id, is_deleted) AS (
        VALUES (?, 1)
        UNION
        SELECT child.id, child.deleted_at IS NOT NULL
        FROM path JOIN messages m ON m.id = path.id
          JOIN messages child ON child.id = m.chosen_child_id AND child.parent_id = m.id
      )
      SELECT id FROM path WHERE NOT is_deleted
      """, [DatabaseValue(message)]
    ) { row in
      end = MessageID(row.text(0)) ?? end
      return true
    }
    return end
  }

  /// The end of the deleted messages that follow `message`, which are all that follows it. What is
  /// added next comes after them: if they are restored, everything stands in the order in which it
  /// was written.
  private func deletedEnd(below message: MessageID, in conversation: ConversationID) throws
    -> String
  {
    var end = message.rawValue
    try forEachRow(
      """
      WITH RECURSIVE path (id) AS (
        VALUES (?2)
        UNION
        SELECT coalesce(
          (SELECT child.id FROM messages child
            WHERE child.id = m.chosen_child_id AND child.parent_id = m.id),
          (SELECT child.id FROM messages child
            WHERE child.conversation_id = ?1 AND child.parent_id = m.id AND child.role <> 'summary'
            ORDER BY child.number DESC LIMIT 1))
        FROM path JOIN messages m ON m.id = path.id
      )
      SELECT id FROM path WHERE id IS NOT NULL
      """, [DatabaseValue(conversation), DatabaseValue(message)]
    ) { row in
      end = row.text(0)
      return true
    }
    return end
  }
}
