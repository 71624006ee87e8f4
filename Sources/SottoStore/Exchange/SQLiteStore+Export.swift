package import SottoCore

extension SQLiteStore: HistoryExport {
  package func conversationIDs(in project: ProjectID) async throws -> [ConversationID] {
    try await readers.read { connection in
      _ = try connection.visibleProject(project)
      return try connection.rows(
        "SELECT id FROM conversations WHERE project_id = ? AND deleted_at IS NULL ORDER BY id",
        [DatabaseValue(project)]
      ) { ConversationID($0.text(0)) }
    }
  }

  package func conversationTree(_ id: ConversationID) async throws -> ConversationTree {
    try await readers.read { connection in
      var conversation = try connection.visibleConversation(id)
      conversation.runningTurnID = nil
      let rows = try connection.rows(
        """
        SELECT \(Connection.messageColumns), m.chosen_child_id, m.deleted_at IS NOT NULL
        FROM messages m WHERE m.conversation_id = ? ORDER BY m.id
        """, [DatabaseValue(id)]
      ) { row in
        let next = Connection.columnAfterMessage
        return Connection.readMessage(row).map {
          TreeRow(
            message: $0, chosenChild: MessageID(row.text(next)),
            isDeleted: row.integer(next + 1) != 0)
        }
      }
      return try connection.tree(of: conversation, rows)
    }
  }

  package func templateRecords() async throws -> [TemplateRecord] {
    let columns = Self.templateColumns
    return try await readers.read { connection in
      try connection.rows(
        """
        SELECT id, \(columns.joined(separator: ", ")) FROM templates
        WHERE deleted_at IS NULL ORDER BY id
        """
      ) { row in
        var fields = JSONObject()
        for (index, column) in columns.enumerated() {
          fields[column] =
            switch row.value(Int32(index + 1)) {
            case .integer(let number): .integer(number)
            case .text(let text): .string(text)
            default: .null
            }
        }
        return TemplateRecord(id: row.text(0), fields: fields)
      }
    }
  }
}

private struct TreeRow {
  var message: Message
  var chosenChild: MessageID?
  var isDeleted: Bool
}

extension Connection {
  /// Without the deleted ones: what is below them hangs on what is above.
  fileprivate func tree(of conversation: Conversation, _ rows: [TreeRow]) throws -> ConversationTree
  {
    var conversation = conversation
    /// What stands in for a deleted message: its nearest parent that is there.
    var above: [MessageID: MessageID?] = [:]
    func shown(_ id: MessageID?) -> MessageID? {
      var id = id
      while let deleted = id, let next = above[deleted] { id = next }
      return id
    }
    var tree = ConversationTree(conversation: conversation, messages: [], chosenChildren: [:])
    for row in rows {
      if row.isDeleted {
        above[row.message.id] = .some(shown(row.message.parentID))
        continue
      }
      var message = try current(row.message)
      message.parentID = shown(message.parentID)
      message.turnID = nil
      if message.status.isRunning { message.status = .interrupted }
      tree.messages.append(message)
    }
    for row in rows where !row.isDeleted {
      if let child = row.chosenChild, above[child] == nil {
        tree.chosenChildren[row.message.id] = child
      }
    }
    conversation.leafID = shown(conversation.leafID)
    tree.conversation = conversation
    return tree
  }
}
