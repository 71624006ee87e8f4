package import SottoCore

extension SQLiteStore {
  package func path(
    to id: MessageID, in conversation: ConversationID, limit: Int
  ) async throws -> [Message] {
    try await readers.read { connection in
      _ = try connection.visibleConversation(conversation)
      return try connection.shownPath(endingWith: id, in: conversation, limit: limit)
    }
  }

  package func pathEnd(
    at id: MessageID, in conversation: ConversationID, limit: Int
  ) async throws -> PathEnd {
    try await readers.readBriefly { connection in
      _ = try connection.visibleConversation(conversation)
      return PathEnd(
        messages: try connection.shownPath(endingWith: id, in: conversation, limit: limit),
        anchors: try connection.anchors(onPathTo: id, in: conversation))
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
  /// The path without deleted messages. A page of nothing else is not its end.
  fileprivate func shownPath(
    endingWith id: MessageID, in conversation: ConversationID, limit: Int
  ) throws -> [Message] {
    let deleted = try deletedMessages(in: conversation)
    var end: MessageID? = id
    while let start = end, limit > 0 {
      let page = try path(endingWith: start.rawValue, in: conversation, limit: limit)
      let shown = page.filter { !deleted.contains($0.id.rawValue) }
      if !shown.isEmpty { return shown }
      end = page.first?.parentID
    }
    return []
  }

  private func deletedMessages(in conversation: ConversationID) throws -> Set<String> {
    Set(
      try rows(
        "SELECT id FROM messages WHERE conversation_id = ? AND deleted_at IS NOT NULL",
        [DatabaseValue(conversation)]
      ) { $0.text(0) })
  }
}
