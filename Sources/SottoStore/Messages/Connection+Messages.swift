internal import SottoCore

extension Connection {
  /// Of the table `m`.
  static let messageColumns = """
    m.id, m.conversation_id, m.parent_id, m.role, m.status, m.created_at, m.turn_id, m.model, \
    m.stop_reason, m.parts, m.usage, m.error, m.version, m.edited_at, m.pinned_at, m.deleted_at, \
    m.notes
    """
  /// The first column of a statement that selects others after `messageColumns`.
  static let columnAfterMessage: Int32 = 17

  /// The message as its row holds it: for one that is being answered, what its turn started from.
  func storedMessage(_ id: MessageID, in conversation: ConversationID) throws -> Message? {
    try firstRow(
      "SELECT \(Self.messageColumns) FROM messages m WHERE m.id = ? AND m.conversation_id = ?",
      [DatabaseValue(id), DatabaseValue(conversation)], Self.readMessage)
  }

  /// A message that is not deleted, of a conversation that is not; a summary, which is on no path,
  /// only with `orSummary`.
  ///
  /// - Throws: ``SottoError`` of code `messageNotFound`.
  func visibleMessage(_ id: MessageID, orSummary: Bool = false) throws -> Message {
    let found = try messageInVisibleConversation(id, orSummary: orSummary)
    guard found.deletedAt == nil else { throw SottoError.noMessage(id) }
    return found
  }

  /// A message, deleted or not, of a conversation that is not.
  ///
  /// - Throws: ``SottoError`` of code `messageNotFound`.
  func messageInVisibleConversation(
    _ id: MessageID, orSummary: Bool = false
  ) throws -> Message {
    let found = try firstRow(
      """
      SELECT \(Self.messageColumns) FROM messages m
        JOIN conversations c ON c.id = m.conversation_id JOIN projects p ON p.id = c.project_id
      WHERE m.id = ? AND c.deleted_at IS NULL AND p.deleted_at IS NULL
      """, [DatabaseValue(id)], Self.readMessage)
    guard let found, orSummary || found.role != .summary else { throw SottoError.noMessage(id) }
    return found
  }

  /// The message as a person sees it: while it is being answered, with the events so far.
  func current(_ message: Message) throws -> Message {
    guard message.status.isRunning, let turn = message.turnID else { return message }
    var message = message
    message.content = try fold(turn, onto: message.content)
    message.status = message.content.parts.isEmpty ? .waiting : .streaming
    return message
  }

  func insertMessage(_ message: Message) throws {
    let content = message.content
    try execute(
      """
      INSERT INTO messages (id, conversation_id, parent_id, is_first, role, status, created_at,
        turn_id, model, stop_reason, parts, usage, error, version, edited_at, pinned_at, notes)
      VALUES (?1, ?2, ?3, ?3 IS NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        DatabaseValue(message.id), DatabaseValue(message.conversationID),
        DatabaseValue(message.parentID), .text(message.role.rawValue),
        .text(message.status.rawValue), DatabaseValue(message.createdAt),
        DatabaseValue(message.turnID), DatabaseValue(message.model?.description),
        content.stopReasonColumn, content.partsColumn, content.usageColumn, content.errorColumn,
        DatabaseValue(message.version), DatabaseValue(message.editedAt),
        DatabaseValue(message.pinnedAt), content.notesColumn,
      ])
    try linkFiles(of: message)
  }

  /// Writes what a turn changes of a message.
  func updateMessage(_ message: Message) throws {
    let content = message.content
    try execute(
      """
      UPDATE messages SET status = ?2, turn_id = ?3, model = ?4, stop_reason = ?5, parts = ?6,
        usage = ?7, error = ?8, notes = ?9
      WHERE id = ?1
      """,
      [
        DatabaseValue(message.id), .text(message.status.rawValue), DatabaseValue(message.turnID),
        DatabaseValue(message.model?.description), content.stopReasonColumn, content.partsColumn,
        content.usageColumn, content.errorColumn, content.notesColumn,
      ])
  }

  /// Writes what a person changes of a message, as its next version.
  func editMessage(_ message: Message) throws {
    try execute(
      """
      UPDATE messages SET parts = ?2, edited_at = ?3, pinned_at = ?4, version = version + 1
      WHERE id = ?1
      """,
      [
        DatabaseValue(message.id), message.content.partsColumn, DatabaseValue(message.editedAt),
        DatabaseValue(message.pinnedAt),
      ])
  }

  /// Hides a message, or shows it again with `nil`.
  func setDeletion(of message: MessageID, to time: Timestamp?) throws {
    try execute(
      "UPDATE messages SET deleted_at = ?2, version = version + 1 WHERE id = ?1",
      [DatabaseValue(message), DatabaseValue(time)])
  }

  /// Leaves nothing of a deleted message but its place in the tree.
  func emptyMessage(_ id: String) throws {
    try execute(
      """
      UPDATE messages SET deleted_at = 0, parts = '[]', usage = NULL, error = NULL,
        stop_reason = NULL, edited_at = NULL, pinned_at = NULL
      WHERE id = ?
      """, [.text(id)])
  }

  /// Removes a message that has no children and that no turn names.
  func removeMessage(_ id: String) throws {
    try execute("DELETE FROM messages WHERE id = ?", [.text(id)])
  }

  /// Removes what was summed up of a message: it no longer says what the message does.
  func removeSummaries(covering message: String, in conversation: String) throws {
    try execute(
      """
      WITH RECURSIVE below (id) AS (
        VALUES (?1)
        UNION
        SELECT m.id FROM below JOIN messages m ON m.conversation_id = ?2 AND m.parent_id = below.id
      )
      DELETE FROM messages WHERE role = 'summary' AND id IN below
      """, [.text(message), .text(conversation)])
  }

  /// `nil` for a row whose identifiers are damaged. Words of its own that this version does not
  /// know become the plainest ones.
  static func readMessage(_ row: borrowing Row) -> Message? {
    guard let id = MessageID(row.text(0)), let conversation = ConversationID(row.text(1)) else {
      return nil
    }
    return Message(
      id: id, conversationID: conversation, parentID: MessageID(row.text(2)),
      role: Message.Role(rawValue: row.text(3)) ?? .assistant,
      content: MessageContent(
        parts: row.text(9), usage: row.optionalText(10), error: row.optionalText(11),
        notes: row.optionalText(16), stopReason: row.optionalText(8)),
      status: Message.Status(rawValue: row.text(4)) ?? .complete,
      model: row.optionalText(7).flatMap { ModelReference($0) }, turnID: TurnID(row.text(6)),
      createdAt: Timestamp(milliseconds: row.integer(5)), version: Int(row.integer(12)),
      editedAt: row.optionalInteger(13).map { Timestamp(milliseconds: $0) },
      pinnedAt: row.optionalInteger(14).map { Timestamp(milliseconds: $0) },
      deletedAt: row.optionalInteger(15).map { Timestamp(milliseconds: $0) })
  }
}

extension SottoError {
  static func noMessage(_ id: MessageID) -> SottoError {
    SottoError(.messageNotFound, "there is no message \(id)")
  }
}
