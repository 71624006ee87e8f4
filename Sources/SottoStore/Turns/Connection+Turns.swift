internal import SottoCore

/// A turn and who runs it.
struct OwnedTurn {
  var turn: Turn
  var owner: String
  var areEventsPruned: Bool
}

extension Connection {
  private static let turnColumns = """
    id, conversation_id, user_message_id, assistant_message_id, model, status, owner, events_pruned,
    base_parts
    """

  func turn(_ id: TurnID) throws -> OwnedTurn? {
    try firstRow(
      "SELECT \(Self.turnColumns) FROM turns WHERE id = ?", [DatabaseValue(id)], Self.readTurn)
  }

  func runningTurn(in conversation: ConversationID) throws -> OwnedTurn? {
    try firstRow(
      "SELECT \(Self.turnColumns) FROM turns WHERE conversation_id = ? AND status = 'running'",
      [DatabaseValue(conversation)], Self.readTurn)
  }

  /// The running turns of other stores, open or gone.
  func runningTurns(notOf owner: String) throws -> [OwnedTurn] {
    try rows(
      "SELECT \(Self.turnColumns) FROM turns WHERE status = 'running' AND owner <> ?",
      [.text(owner)], Self.readTurn)
  }

  func insertTurn(_ turn: Turn, owner: String, now: Timestamp) throws {
    try execute(
      """
      INSERT INTO turns (id, conversation_id, user_message_id, assistant_message_id, model, status,
        owner, created_at, base_parts)
      VALUES (?, ?, ?, ?, ?, 'running', ?, ?, ?)
      """,
      [
        DatabaseValue(turn.id), DatabaseValue(turn.conversationID),
        DatabaseValue(turn.userMessageID), DatabaseValue(turn.assistantMessageID),
        .text(turn.model.description), .text(owner), DatabaseValue(now),
        turn.base.parts.isEmpty ? .null : turn.base.partsColumn,
      ])
  }

  /// Writes the message and ends the turn, whose terminal event is stored already.
  func end(_ id: TurnID, with event: TurnEvent, now: Timestamp) throws {
    guard let turn = try turn(id)?.turn else { return }
    let (turnStatus, messageStatus): (Turn.Status, Message.Status) =
      switch event {
      case .finished: (.finished, .complete)
      case .stopped: (.stopped, .stopped)
      case .failed: (.failed, .failed)
      default: (.interrupted, .interrupted)
      }
    if var message = try storedMessage(turn.assistantMessageID, in: turn.conversationID) {
      // What a continued answer took before was added up then.
      let earlier = message.content.usage
      message.content.usage = nil
      message.content = try fold(id, onto: message.content)
      let usage = message.content.usage
      message.content.usage = usage ?? earlier
      message.status = messageStatus
      try updateMessage(message)
      if usage != nil || turnStatus == .finished {
        try addUsage(
          usage, of: turn.model.description, for: .chat, in: turn.conversationID, now: now)
      }
    }
    try execute(
      "UPDATE turns SET status = ?2, ended_at = ?3 WHERE id = ?1",
      [DatabaseValue(id), .text(turnStatus.rawValue), DatabaseValue(now)])
    try touchConversation(turn.conversationID, now: now)
  }

  /// Another model answers than the turn began with.
  func setModel(_ model: ModelReference, of turn: TurnID) throws {
    let values: [DatabaseValue] = [DatabaseValue(turn), .text(model.description)]
    try execute("UPDATE turns SET model = ?2 WHERE id = ?1", values)
    try execute(
      """
      UPDATE messages SET model = ?2
      WHERE id = (SELECT assistant_message_id FROM turns WHERE id = ?1)
      """, values)
  }

  /// Ends a turn whose process is gone.
  func interrupt(_ turn: TurnID, now: Timestamp) throws {
    _ = try append([EncodedEvent(.interrupted)], to: turn, now: now)
  }

  /// Never goes back in time, so that a clock that was set back does not hide a conversation.
  func touchConversation(_ id: ConversationID, now: Timestamp) throws {
    try execute(
      "UPDATE conversations SET updated_at = max(updated_at, ?2) WHERE id = ?1",
      [DatabaseValue(id), DatabaseValue(now)])
  }

  /// `nil` for a row whose identifiers are damaged.
  private static func readTurn(_ row: borrowing Row) -> OwnedTurn? {
    guard let id = TurnID(row.text(0)), let conversation = ConversationID(row.text(1)),
      let user = MessageID(row.text(2)), let assistant = MessageID(row.text(3))
    else { return nil }
    let model = row.text(4)
    let turn = Turn(
      id: id, conversationID: conversation, userMessageID: user, assistantMessageID: assistant,
      model: ModelReference(model) ?? ModelReference(provider: "", model: model),
      status: Turn.Status(rawValue: row.text(5)) ?? .interrupted,
      base: row.optionalText(8).map { MessageContent(parts: $0) } ?? MessageContent())
    return OwnedTurn(turn: turn, owner: row.text(6), areEventsPruned: row.integer(7) != 0)
  }
}
