package import SottoCore

extension SQLiteStore {
  package func messages(
    in conversation: ConversationID, before: MessageID?, limit: Int
  ) async throws -> [Message] {
    try await readers.read { connection in
      let leaf = try connection.visibleConversation(conversation).leafID
      let end: String?
      if let before {
        guard let message = try connection.storedMessage(before, in: conversation) else {
          throw SottoError(.messageNotFound, "there is no message \(before) in this conversation")
        }
        end =
          try message.parentID?.rawValue
          ?? connection.latestMessage(in: conversation, before: before.rawValue)
      } else {
        end = try leaf?.rawValue ?? connection.latestMessage(in: conversation)
      }
      guard let end, limit > 0 else { return [] }
      return try connection.path(endingWith: end, in: conversation, limit: limit)
    }
  }

  package func path(to id: MessageID) async throws -> [Message] {
    try await readers.read { connection in
      let conversation = try connection.firstRow(
        "SELECT conversation_id FROM messages WHERE id = ?", [DatabaseValue(id)]
      ) { ConversationID($0.text(0)) }
      guard let conversation else {
        throw SottoError(.messageNotFound, "there is no message \(id)")
      }
      _ = try connection.visibleConversation(conversation)
      // No conversation has more messages than rows; this bounds the walk when rows point in a
      // circle.
      let count = try connection.firstRow(
        "SELECT count(*) FROM messages WHERE conversation_id = ?", [DatabaseValue(conversation)]
      ) { Int($0.integer(0)) }
      return try connection.path(
        endingWith: id.rawValue, in: conversation, limit: count ?? 0)
    }
  }
}
