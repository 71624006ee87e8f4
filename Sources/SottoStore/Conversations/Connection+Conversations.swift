internal import SottoCore

extension Connection {
  private static let selectConversation = """
    SELECT c.id, c.project_id, c.title, c.created_at, c.updated_at, c.leaf_id, c.title_origin,
      c.version, c.archived_at,
      (SELECT t.id FROM turns t WHERE t.conversation_id = c.id AND t.status = 'running')
    FROM conversations c
    """

  /// Newest first, the archived ones or the others.
  func visibleConversations(
    in project: ProjectID, areArchived: Bool, after cursor: ConversationCursor?, limit: Int
  ) throws -> [Conversation] {
    _ = try visibleProject(project)
    let cursor = cursor.map { ($0.updatedAt.milliseconds, $0.id.rawValue) } ?? (.max, "~")
    return try rows(
      Self.selectConversation + """
         WHERE c.project_id = ?1 AND c.deleted_at IS NULL
          AND c.archived_at IS \(areArchived ? "NOT NULL" : "NULL")
          AND (c.updated_at, c.id) < (?2, ?3)
        ORDER BY c.updated_at DESC, c.id DESC LIMIT ?4
        """,
      [DatabaseValue(project), .integer(cursor.0), .text(cursor.1), DatabaseValue(max(0, limit))],
      Self.readConversation)
  }

  /// - Throws: ``SottoError`` of code `conversationNotFound`, also when it or its project is
  ///   deleted.
  func visibleConversation(_ id: ConversationID) throws -> Conversation {
    let found = try firstRow(
      Self.selectConversation + """
         JOIN projects p ON p.id = c.project_id
        WHERE c.id = ? AND c.deleted_at IS NULL AND p.deleted_at IS NULL
        """, [DatabaseValue(id)], Self.readConversation)
    guard let found else {
      throw SottoError(.conversationNotFound, "there is no conversation \(id)")
    }
    return found
  }

  /// The project of a conversation, deleted or not.
  func projectID(ofConversation id: ConversationID) throws -> String? {
    try firstRow("SELECT project_id FROM conversations WHERE id = ?", [DatabaseValue(id)]) {
      $0.text(0)
    }
  }

  func insertConversation(_ conversation: Conversation) throws {
    try execute(
      """
      INSERT INTO conversations (id, project_id, title, title_origin, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        DatabaseValue(conversation.id), DatabaseValue(conversation.projectID),
        .text(conversation.title), .text(conversation.titleOrigin.rawValue),
        DatabaseValue(conversation.createdAt), DatabaseValue(conversation.updatedAt),
      ])
  }

  /// Lets the model have the first word; an empty one leaves the conversation empty.
  func open(_ conversation: Conversation, with opening: String) throws -> Conversation {
    if opening.isEmpty { return conversation }
    let message = Message(
      id: MessageID(at: conversation.createdAt), conversationID: conversation.id, parentID: nil,
      role: .assistant, content: MessageContent(text: opening), status: .complete,
      createdAt: conversation.createdAt)
    try insertMessage(message)
    try execute(
      "UPDATE conversations SET leaf_id = ?2 WHERE id = ?1",
      [DatabaseValue(conversation.id), DatabaseValue(message.id)])
    var opened = conversation
    opened.leafID = message.id
    return opened
  }

  /// Writes what a person changes of a conversation.
  func updateConversation(_ conversation: Conversation) throws {
    try execute(
      """
      UPDATE conversations SET project_id = ?2, title = ?3, title_origin = ?4, archived_at = ?5,
        version = ?6
      WHERE id = ?1
      """,
      [
        DatabaseValue(conversation.id), DatabaseValue(conversation.projectID),
        .text(conversation.title), .text(conversation.titleOrigin.rawValue),
        DatabaseValue(conversation.archivedAt), DatabaseValue(conversation.version),
      ])
  }

  /// `nil` for a row whose identifiers are damaged.
  private static func readConversation(_ row: borrowing Row) -> Conversation? {
    guard let id = ConversationID(row.text(0)), let project = ProjectID(row.text(1)) else {
      return nil
    }
    return Conversation(
      id: id, projectID: project, title: row.text(2),
      titleOrigin: Conversation.TitleOrigin(rawValue: row.text(6)) ?? .person,
      version: Int(row.integer(7)), createdAt: Timestamp(milliseconds: row.integer(3)),
      updatedAt: Timestamp(milliseconds: row.integer(4)),
      archivedAt: row.optionalInteger(8).map { Timestamp(milliseconds: $0) },
      leafID: MessageID(row.text(5)), runningTurnID: TurnID(row.text(9)))
  }
}
