internal import SottoCore

extension Connection {
  /// The messages that follow those of `?2`, a JSON list of ids, in the conversation `?1`: in place
  /// of a deleted one those that follow it. After `null` come those that begin a path. The order of the
  /// joins is given, because SQLite takes the list for a long one.
  private static let shownChildren = """
    WITH RECURSIVE children (above, id, number, is_deleted) AS (
      SELECT a.value, m.id, m.number, m.deleted_at IS NOT NULL
      FROM json_each(?2) a CROSS JOIN messages m ON m.conversation_id = ?1 AND m.parent_id IS a.value
      WHERE m.role <> 'summary' AND (a.value IS NOT NULL OR m.is_first)
      UNION
      SELECT children.above, m.id, m.number, m.deleted_at IS NOT NULL
      FROM children CROSS JOIN messages m ON m.conversation_id = ?1 AND m.parent_id = children.id
      WHERE children.is_deleted AND m.role <> 'summary'
    )
    SELECT above, id FROM children WHERE NOT is_deleted
    """

  /// The messages that may follow `message` on a path, oldest first; with `nil` those that may begin
  /// one.
  func shownChildren(
    of message: MessageID?, in conversation: ConversationID
  ) throws -> [MessageID] {
    try rows(
      Self.shownChildren + " ORDER BY number",
      [DatabaseValue(conversation), Self.list([message])]
    ) { MessageID($0.text(1)) }
  }

  /// Whether a path goes on after `message`.
  func hasShownChildren(_ message: Message) throws -> Bool {
    let child = try firstRow(
      Self.shownChildren + " LIMIT 1",
      [DatabaseValue(message.conversationID), Self.list([message.id])]
    ) { _ in true }
    return child != nil
  }

  func isFollowedByPerson(_ message: Message) throws -> Bool {
    let child = try firstRow(
      "SELECT 1 FROM messages WHERE conversation_id = ? AND parent_id = ? AND role = 'user'",
      [DatabaseValue(message.conversationID), DatabaseValue(message.id)]
    ) { _ in true }
    return child != nil
  }

  /// The siblings of each message of a piece of a path that has some; `above` is the message before
  /// the piece. One query for all of them.
  func siblings(
    of messages: [Message], after above: MessageID?, in conversation: ConversationID
  ) throws -> [MessageID: Siblings] {
    let parents = [above] + messages.dropLast().map(\.id)
    var children: [MessageID?: [MessageID]] = [:]
    try forEachRow(
      Self.shownChildren + " ORDER BY number",
      [DatabaseValue(conversation), Self.list(parents)]
    ) { row in
      if let id = MessageID(row.text(1)) {
        children[MessageID(row.text(0)), default: []].append(id)
      }
      return true
    }
    var siblings: [MessageID: Siblings] = [:]
    for (message, parent) in zip(messages, parents) {
      siblings[message.id] = Siblings(of: message.id, among: children[parent] ?? [])
    }
    return siblings
  }

  private static func list(_ ids: [MessageID?]) -> DatabaseValue {
    .text(JSONValue.array(ids.map { JSONValue($0?.rawValue) }).encodedText)
  }
}
