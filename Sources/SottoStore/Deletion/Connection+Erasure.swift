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
}
