package import SottoCore

extension SQLiteStore {
  package func path(
    to id: MessageID, in conversation: ConversationID, limit: Int
  ) async throws -> [Message] {
    try await readers.read { connection in
      _ = try connection.visibleConversation(conversation)
      let deleted = try connection.deletedMessages(in: conversation)
      var end: MessageID? = id
      // A page of nothing but deleted messages is not the end of the path.
      while let start = end, limit > 0 {
        let page = try connection.path(endingWith: start.rawValue, in: conversation, limit: limit)
        let shown = page.filter { !deleted.contains($0.id.rawValue) }
        if !shown.isEmpty { return shown }
        end = page.first?.parentID
      }
      return []
    }
  }

  package func anchors(
    onPathTo id: MessageID, in conversation: ConversationID
  ) async throws -> PathAnchors {
    try await readers.read { connection in
      try connection.anchors(onPathTo: id, in: conversation)
    }
  }

  package func steps(
    ofPathTo id: MessageID, in conversation: ConversationID
  ) async throws -> [PathStep] {
    try await readers.read { connection in
      try connection.steps(ofPathTo: id, in: conversation)
    }
  }

  package func addSummary(_ summary: Message) async throws {
    try await writer.write { connection in
      _ = try connection.visibleConversation(summary.conversationID)
      guard summary.role == .summary, let parent = summary.parentID,
        try connection.storedMessage(parent, in: summary.conversationID) != nil
      else {
        throw SottoError(.messageNotFound, "what this summary stands for is not there")
      }
      try connection.insertMessage(summary)
    }
  }
}

extension Connection {
  fileprivate func deletedMessages(in conversation: ConversationID) throws -> Set<String> {
    Set(
      try rows(
        "SELECT id FROM messages WHERE conversation_id = ? AND deleted_at IS NOT NULL",
        [DatabaseValue(conversation)]
      ) { $0.text(0) })
  }
}
