package import SottoCore

extension SQLiteStore {
  package func messagePage(
    in conversation: ConversationID, before: MessageID?, limit: Int
  ) async throws -> MessagePage {
    try await readers.read { connection in
      try connection.messagePage(
        in: connection.visibleConversation(conversation), before: before, limit: limit)
    }
  }

  package func messagePage(
    in conversation: ConversationID, at place: MessagePlace, limit: Int
  ) async throws -> MessagePage {
    try await readers.read { connection in
      try connection.messagePage(
        in: connection.visibleConversation(conversation), at: place, limit: limit)
    }
  }

  package func message(_ id: MessageID) async throws -> Message {
    try await readers.read { connection in
      try connection.current(connection.visibleMessage(id, orSummary: true))
    }
  }

  package func path(to id: MessageID) async throws -> [Message] {
    try await readers.read { connection in
      let conversation = try connection.messageInVisibleConversation(id).conversationID
      return try connection.wholePath(to: id, in: conversation)
    }
  }

  package func choosePath(
    through id: MessageID, in conversation: ConversationID
  ) async throws {
    try await writer.write { connection in
      _ = try connection.visibleConversation(conversation)
      let message = try connection.visibleMessage(id)
      guard message.conversationID == conversation else {
        throw SottoError(.messageNotFound, "there is no message \(id) in this conversation")
      }
      try connection.choosePath(through: id, in: conversation)
    }
  }
}
