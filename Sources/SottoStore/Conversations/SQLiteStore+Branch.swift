package import SottoCore

extension SQLiteStore {
  package func branch(
    _ id: ConversationID, upTo message: MessageID, title: String?
  ) async throws -> Conversation {
    try Limits.check(title, "the title", most: Limits.title)
    let now = clock.now()
    return try await writer.write { connection in
      let original = try connection.visibleConversation(id)
      guard let last = try connection.storedMessage(message, in: id), last.deletedAt == nil,
        last.role != .summary
      else {
        throw SottoError(.messageNotFound, "there is no message \(message) in this conversation")
      }
      guard !last.status.isRunning else {
        throw SottoError(
          .turnRunning, "this message is still being written",
          hint: "branch from the message before it, or wait for its end")
      }
      var branch = Conversation(
        id: ConversationID(at: now), projectID: original.projectID,
        title: title ?? original.title,
        titleOrigin: title == nil ? original.titleOrigin : .person, createdAt: now, updatedAt: now)
      try connection.insertConversation(branch)
      for copy in Self.copies(of: try connection.wholePath(to: message, in: id), in: branch.id) {
        try connection.insertMessage(copy)
        branch.leafID = copy.id
      }
      if let leaf = branch.leafID {
        try connection.choosePath(endingWith: leaf.rawValue, in: branch.id)
      }
      return branch
    }
  }

  /// Each follows the one before it, and is later by its identifier.
  private static func copies(of path: [Message], in branch: ConversationID) -> [Message] {
    var copies: [Message] = []
    for original in path {
      var copy = original
      if let parent = copies.last {
        copy.createdAt = max(copy.createdAt, parent.createdAt + .milliseconds(1))
      }
      copy.id = MessageID(at: copy.createdAt)
      copy.conversationID = branch
      copy.parentID = copies.last?.id
      copy.turnID = nil
      copy.version = 1
      copy.content.usage = nil
      copies.append(copy)
    }
    return copies
  }
}
