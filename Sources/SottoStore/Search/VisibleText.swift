internal import SottoCore
internal import SottoSearch

/// What was found, as a person may see it.
struct VisibleText {
  var result: SearchResult
  /// Of a message; other texts are read when they are needed.
  var parts: String?
  var leafID: String?
}

extension Connection {
  private static let visibleColumns = """
    c.id, c.project_id, c.title, c.archived_at, c.leaf_id, m.id, m.role, m.model, m.created_at
    """

  /// What a source stands for, unless it or what it is in is deleted or is not what `query` asks for.
  func visibleText(
    _ source: Int64, other: OtherSource?, query: SearchQuery, withParts: Bool
  ) throws -> VisibleText? {
    if source > 0 {
      return try firstRow(
        """
        SELECT \(Self.visibleColumns)\(withParts ? ", m.parts" : "")
        FROM messages m JOIN conversations c ON c.id = m.conversation_id
          JOIN projects p ON p.id = c.project_id
        WHERE m.number = ? AND m.deleted_at IS NULL AND m.status NOT IN ('waiting', 'streaming')
          AND m.role <> 'summary' AND c.deleted_at IS NULL AND p.deleted_at IS NULL
        """, [.integer(source)]
      ) { row in
        var text = Self.visible(row, .message, query)
        if withParts { text?.parts = row.text(9) }
        return text
      }
    }
    guard query.role == nil, query.model == nil, let other else { return nil }
    switch other {
    case .title(let conversation):
      return try firstRow(
        """
        SELECT c.id, c.project_id, c.title, c.archived_at, c.leaf_id, NULL, NULL, NULL, c.created_at
        FROM conversations c JOIN projects p ON p.id = c.project_id
        WHERE c.id = ? AND c.deleted_at IS NULL AND p.deleted_at IS NULL
        """, [.text(conversation)]
      ) { row in Self.visible(row, .title, query) }
    case .file(let digest):
      var found: VisibleText?
      try forEachRow(
        """
        SELECT \(Self.visibleColumns)
        FROM message_files f JOIN messages m ON m.id = f.message_id
          JOIN conversations c ON c.id = m.conversation_id JOIN projects p ON p.id = c.project_id
        WHERE f.digest = ? AND m.deleted_at IS NULL AND c.deleted_at IS NULL
          AND p.deleted_at IS NULL
        ORDER BY m.number DESC
        """, [.text(digest)]
      ) { row in
        found = Self.visible(row, .file, query)
        found?.result.fileDigest = digest
        return found == nil
      }
      return found
    }
  }

  private static func visible(
    _ row: borrowing Row, _ kind: SearchResult.Kind, _ query: SearchQuery
  ) -> VisibleText? {
    guard let conversation = ConversationID(row.text(0)), let project = ProjectID(row.text(1))
    else {
      return nil
    }
    let result = SearchResult(
      kind: kind, projectID: project, conversationID: conversation, conversationTitle: row.text(2),
      isArchived: !row.isNull(3), messageID: MessageID(row.text(5)),
      role: row.optionalText(6).flatMap { Message.Role(rawValue: $0) },
      model: row.optionalText(7).flatMap { ModelReference($0) },
      createdAt: Timestamp(milliseconds: row.integer(8)), isOnChosenPath: kind == .title,
      snippet: SearchSnippet(text: "", marks: []))
    if let wanted = query.project, wanted != project { return nil }
    if let wanted = query.role, wanted != result.role { return nil }
    if let wanted = query.model, wanted != result.model { return nil }
    switch query.archived {
    case .included: break
    case .excluded: if result.isArchived { return nil }
    case .only: if !result.isArchived { return nil }
    }
    return VisibleText(result: result, leafID: row.optionalText(4))
  }

  /// Whether a message is on the path that ends with `leaf`. Ids grow along a path: where a conversation
  /// has one path only they tell it, and else the walk ends where the message would be.
  func isOnPath(
    _ message: MessageID, endingWith leaf: String, in conversation: ConversationID
  ) throws -> Bool {
    if message.rawValue > leaf { return false }
    let branch = try firstRow(
      """
      SELECT 1 FROM messages WHERE conversation_id = ? GROUP BY parent_id HAVING count(*) > 1
      """, [DatabaseValue(conversation)]
    ) { _ in true }
    if branch == nil { return true }
    let found = try firstRow(
      """
      WITH RECURSIVE path (id, parent_id) AS (
        SELECT id, parent_id FROM messages WHERE id = ?1 AND conversation_id = ?2
        UNION ALL
        SELECT m.id, m.parent_id FROM path JOIN messages m ON m.id = path.parent_id
        WHERE path.id > ?3 LIMIT 20000
      )
      SELECT 1 FROM path WHERE id = ?3
      """, [.text(leaf), DatabaseValue(conversation), DatabaseValue(message)]
    ) { _ in true }
    return found ?? false
  }
}
