extension Connection {
  /// Removes everything of a conversation. In this order, so that no deleted row has to look for
  /// rows that refer to it among many.
  func eraseConversation(_ conversation: String) throws {
    let id = [DatabaseValue.text(conversation)]
    try execute(
      "DELETE FROM turn_events WHERE turn_id IN (SELECT id FROM turns WHERE conversation_id = ?)",
      id)
    try execute("DELETE FROM turns WHERE conversation_id = ?", id)
    try eraseRequests(ofConversation: conversation)
    try unlinkFiles(ofConversation: conversation)
    try execute("DELETE FROM messages WHERE conversation_id = ?", id)
    try execute("DELETE FROM conversations WHERE id = ?", id)
  }

  /// Removes what providers were sent for a conversation, and the chunks that no other request has.
  private func eraseRequests(ofConversation conversation: String) throws {
    let id = [DatabaseValue.text(conversation)]
    let chunks = try rows(
      """
      SELECT DISTINCT c.chunk FROM sent_requests r JOIN sent_request_chunks c ON c.request = r.number
      WHERE r.conversation_id = ?
      """, id
    ) { $0.integer(0) }
    try execute(
      """
      DELETE FROM sent_request_chunks
      WHERE request IN (SELECT number FROM sent_requests WHERE conversation_id = ?)
      """, id)
    try execute("DELETE FROM sent_requests WHERE conversation_id = ?", id)
    for chunk in chunks {
      try execute(
        """
        DELETE FROM request_chunks WHERE number = ?1
          AND NOT EXISTS (SELECT 1 FROM sent_request_chunks WHERE chunk = ?1)
        """, [.integer(chunk)])
    }
  }
}
