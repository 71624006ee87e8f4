package import SottoCore

extension SQLiteStore {
  package func updateMessage(
    _ id: MessageID, _ change: MessageChange, ifVersion: Int?
  ) async throws -> Message {
    let now = clock.now()
    return try await writer.write { connection in
      if change.text != nil { try self.refuseWhileAnswered(id, connection, now: now) }
      var message = try connection.visibleMessage(id, orSummary: true)
      try SottoError.check(ifVersion, is: message.version, of: "message")
      if let text = change.text {
        message.content.replaceText(with: text)
        try Self.check(message)
        message.editedAt = now
        if message.role != .summary {
          try connection.removeSummaries(
            covering: id.rawValue, in: message.conversationID.rawValue)
        }
      }
      if let isPinned = change.isPinned {
        message.pinnedAt = isPinned ? message.pinnedAt ?? now : nil
      }
      try connection.editMessage(message)
      message.version += 1
      return try connection.current(message)
    }
  }

  package func deleteMessage(_ id: MessageID) async throws -> Timestamp {
    let now = clock.now()
    return try await writer.write { connection in
      try self.refuseWhileAnswered(id, connection, now: now)
      let message = try connection.visibleMessage(id, orSummary: true)
      let conversation = message.conversationID
      if message.role == .summary {
        try connection.setDeletion(of: id, to: now)
        return now + Self.undoPeriod
      }
      let wasLast = try connection.lastShown(in: conversation) == id
      try connection.setDeletion(of: id, to: now)
      try connection.removeSummaries(covering: id.rawValue, in: conversation.rawValue)
      if wasLast {
        let last = try connection.lastShown(in: conversation)
        if let next = try connection.shownChildren(of: last, in: conversation).last {
          try connection.choosePath(through: next, in: conversation)
        }
      }
      return now + Self.undoPeriod
    }
  }

  package func restoreMessage(_ id: MessageID) async throws -> Message {
    let now = clock.now()
    return try await writer.write { connection in
      let message = try connection.messageInVisibleConversation(id, orSummary: true)
      guard let deleted = message.deletedAt else { return try connection.current(message) }
      guard now <= deleted + Self.undoPeriod else { throw Self.undoIsOver }
      let conversation = message.conversationID
      try connection.setDeletion(of: id, to: nil)
      if message.role == .summary { return try connection.visibleMessage(id, orSummary: true) }
      try connection.removeSummaries(covering: id.rawValue, in: conversation.rawValue)
      try connection.choosePath(through: id, in: conversation)
      return try connection.visibleMessage(id)
    }
  }

  /// An edited message says something, as one that is sent.
  private static func check(_ message: Message) throws(SottoError) {
    if message.role == .user { return try check(message.content.parts) }
    guard message.content.text.contains(where: { !$0.isWhitespace }) else {
      throw SottoError(.invalidInput, "the answer is empty", hint: "delete it instead")
    }
    try Limits.check(message.content.text, "the answer", most: Limits.message)
  }

  /// - Throws: ``SottoError`` of code `turnRunning` while `id` is being answered or is the answer,
  ///   unless the one who ran it is gone.
  private func refuseWhileAnswered(
    _ id: MessageID, _ connection: Connection, now: Timestamp
  ) throws {
    let conversation = try connection.visibleMessage(id, orSummary: true).conversationID
    guard let turn = try connection.runningTurn(in: conversation)?.turn,
      [turn.userMessageID, turn.assistantMessageID].contains(id)
    else { return }
    try refuseWhileRunning(in: conversation, connection, now: now)
  }
}

extension Connection {
  /// The end of the chosen path as it is shown; `nil` when nothing is.
  fileprivate func lastShown(in conversation: ConversationID) throws -> MessageID? {
    let leaf = try visibleConversation(conversation).leafID
    guard let end = try leaf ?? latestMessage(in: conversation) else { return nil }
    return try path(endingWith: end.rawValue, in: conversation, limit: 1).last?.id
  }
}
