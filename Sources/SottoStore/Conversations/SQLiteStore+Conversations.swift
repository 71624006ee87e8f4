package import SottoCore

extension SQLiteStore {
  package func conversations(
    in project: ProjectID, areArchived: Bool, after cursor: ConversationCursor?, limit: Int
  ) async throws -> [Conversation] {
    try await readers.read { connection in
      try connection.visibleConversations(
        in: project, areArchived: areArchived, after: cursor, limit: limit)
    }
  }

  package func conversation(_ id: ConversationID) async throws -> Conversation {
    try await readers.read { connection in try connection.visibleConversation(id) }
  }

  package func createConversation(
    in project: ProjectID, title: String, id: ConversationID?
  ) async throws -> Conversation {
    try Limits.check(title, "the title", most: Limits.title)
    let now = clock.now()
    let conversation = Conversation(
      id: id ?? ConversationID(at: now), projectID: project, title: title,
      titleOrigin: title.isEmpty ? .message : .person, createdAt: now, updatedAt: now)
    return try await writer.write { connection in
      let opening = try connection.visibleProject(project).details.openingMessage
      if let owner = try connection.projectID(ofConversation: conversation.id) {
        guard owner == project.rawValue else {
          throw SottoError(
            .identifierInUse, "another project has a conversation \(conversation.id)",
            hint: "use a new UUID")
        }
        return try connection.visibleConversation(conversation.id)
      }
      try connection.insertConversation(conversation)
      return try connection.open(conversation, with: opening)
    }
  }

  package func updateConversation(
    _ id: ConversationID, _ change: ConversationChange, ifVersion: Int?
  ) async throws -> Conversation {
    try Limits.check(change.title, "the title", most: Limits.title)
    let now = clock.now()
    return try await writer.write { connection in
      var conversation = try connection.visibleConversation(id)
      try SottoError.check(ifVersion, is: conversation.version, of: "conversation")
      if let title = change.title {
        conversation.title = title
        conversation.titleOrigin = title.isEmpty ? .message : .person
      }
      if let isArchived = change.isArchived {
        conversation.archivedAt = isArchived ? conversation.archivedAt ?? now : nil
      }
      if let project = change.projectID, project != conversation.projectID {
        _ = try connection.visibleProject(project)
        // The answer would be made with the instructions of one project and shown in another.
        try self.refuseWhileRunning(in: id, connection, now: now)
        conversation.projectID = project
      }
      conversation.version += 1
      try connection.updateConversation(conversation)
      return try connection.visibleConversation(id)
    }
  }

  package func proposeTitle(_ title: String, for id: ConversationID) async throws -> Bool {
    try Limits.check(title, "the title", most: Limits.title)
    return try await writer.write { connection in
      let changed = try connection.execute(
        """
        UPDATE conversations SET title = ?2, title_origin = 'model'
        WHERE id = ?1 AND title_origin = 'message' AND deleted_at IS NULL
        """, [DatabaseValue(id), .text(title)])
      return changed > 0
    }
  }

  package func deleteConversation(_ id: ConversationID) async throws -> Timestamp {
    let now = clock.now()
    return try await writer.write { connection in
      _ = try connection.visibleConversation(id)
      try connection.execute(
        "UPDATE conversations SET deleted_at = ?2 WHERE id = ?1",
        [DatabaseValue(id), DatabaseValue(now)])
      return now + Self.undoPeriod
    }
  }

  package func restoreConversation(_ id: ConversationID) async throws -> Conversation {
    let now = clock.now()
    return try await writer.write { connection in
      try connection.restore("conversations", id: id.rawValue, now: now)
      return try connection.visibleConversation(id)
    }
  }
}
