internal import SottoCore

/// A message that is past its undo time.
struct DeletedMessage {
  var id: String
  var conversation: String
}

extension Connection {
  /// One that was deleted before `limit` and of which more than its place is left.
  func purgeableMessage(before limit: Timestamp) throws -> DeletedMessage? {
    try firstRow(
      """
      SELECT id, conversation_id FROM messages
      WHERE deleted_at IS NOT NULL AND deleted_at > 0 AND deleted_at < ? LIMIT 1
      """, [DatabaseValue(limit)]
    ) { DeletedMessage(id: $0.text(0), conversation: $0.text(1)) }
  }

  /// Erases what a deleted message said, the turns that wrote it, and what was sent since. Its place
  /// stays while there are messages below it.
  func eraseMessage(_ message: DeletedMessage) throws {
    let created = try firstRow(
      "SELECT created_at FROM messages WHERE id = ?", [.text(message.id)]
    ) { Timestamp(milliseconds: $0.integer(0)) }
    if let created { try eraseRequests(ofConversation: message.conversation, since: created) }
    try unlinkFiles(ofMessage: message.id)
    try removeSummaries(covering: message.id, in: message.conversation)
    let answered = [DatabaseValue.text(message.conversation), .text(message.id)]
    try execute(
      """
      DELETE FROM turn_events WHERE turn_id IN
        (SELECT id FROM turns WHERE conversation_id = ? AND assistant_message_id = ?)
      """, answered)
    try execute(
      """
      UPDATE turns SET base_parts = NULL, events_pruned = 1
      WHERE conversation_id = ? AND assistant_message_id = ?
      """, answered)
    try emptyMessage(message.id)
    try removePlaces(from: message)
  }

  /// Removes an erased message that nothing is below of any more, and then those above it.
  private func removePlaces(from message: DeletedMessage) throws {
    var next: String? = message.id
    while let id = next {
      let place = [DatabaseValue.text(message.conversation), .text(id)]
      let isNeeded = try firstRow(
        """
        SELECT deleted_at IS NOT 0
          OR EXISTS (SELECT 1 FROM messages WHERE conversation_id = ?1 AND parent_id = ?2)
        FROM messages WHERE conversation_id = ?1 AND id = ?2
        """, place
      ) { $0.integer(0) != 0 }
      guard isNeeded == false else { return }
      next = try firstRow(
        "SELECT parent_id FROM messages WHERE conversation_id = ? AND id = ?", place
      ) { $0.optionalText(0) }
      try execute(
        "UPDATE conversations SET leaf_id = ?3 WHERE id = ?1 AND leaf_id = ?2",
        place + [DatabaseValue(next)])
      try execute(
        """
        DELETE FROM turns
        WHERE conversation_id = ?1 AND (assistant_message_id = ?2 OR user_message_id = ?2)
        """, place)
      try removeMessage(id)
    }
  }
}
