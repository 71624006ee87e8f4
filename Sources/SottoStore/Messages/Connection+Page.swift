internal import SottoCore

extension Connection {
  /// See ``ConversationStore/messagePage(in:before:limit:)``.
  func messagePage(
    in conversation: Conversation, before: MessageID?, limit: Int
  ) throws -> MessagePage {
    if let before, try storedMessage(before, in: conversation.id) == nil {
      throw SottoError(.messageNotFound, "there is no message \(before) in this conversation")
    }
    let end = try before ?? conversation.leafID ?? latestMessage(in: conversation.id)
    guard let end, limit > 0 else { return MessagePage() }
    // One more than asked for tells whether there are more, and what the first ones follow.
    var path = try path(
      endingWith: end.rawValue, in: conversation.id, limit: limit + (before == nil ? 1 : 2))
    if let before, path.last?.id == before { path.removeLast() }
    let shown = Array(path.suffix(limit))
    let above = path.dropLast(shown.count).last
    return MessagePage(
      messages: shown, siblings: try siblings(of: shown, after: above?.id, in: conversation.id),
      hasMore: above != nil)
  }

  /// See ``ConversationStore/messagePage(in:at:limit:)``.
  func messagePage(
    in conversation: Conversation, at place: MessagePlace, limit: Int
  ) throws -> MessagePage {
    let message: MessageID
    let wanted: Int
    switch place {
    case .around(let id): (message, wanted) = (id, limit / 2)
    case .after(let id): (message, wanted) = (id, limit)
    }
    if try storedMessage(message, in: conversation.id) == nil {
      throw SottoError(.messageNotFound, "there is no message \(message) in this conversation")
    }
    let below = try shownPath(below: message, in: conversation, limit: wanted + 1)
    let following = below.prefix(wanted)
    let count = if case .around = place { limit } else { following.count }
    guard count > 0 else { return MessagePage(hasMore: true) }
    var page = try messagePage(
      in: conversation, endingWith: (following.last ?? message).rawValue, limit: count)
    page.hasNewer = below.count > wanted
    return page
  }

  private func messagePage(
    in conversation: Conversation, endingWith end: String, limit: Int
  ) throws -> MessagePage {
    let path = try path(endingWith: end, in: conversation.id, limit: limit + 1)
    let shown = Array(path.suffix(limit))
    let above = path.dropLast(shown.count).last
    return MessagePage(
      messages: shown, siblings: try siblings(of: shown, after: above?.id, in: conversation.id),
      hasMore: above != nil)
  }

  /// The first messages that follow `message` on the chosen path and are not deleted.
  private func shownPath(
    below message: MessageID, in conversation: Conversation, limit: Int
  ) throws -> [MessageID] {
    var shown: [MessageID] = []
    try forEachRow(
      """
      WITH RECURSIVE path (id, is_shown) AS (
        VALUES (?1, 0)
        UNION
        SELECT child.id, child.deleted_at IS NULL
        FROM path JOIN messages m ON m.id = path.id
          JOIN messages child ON child.id = m.chosen_child_id AND child.parent_id = m.id
        WHERE path.id IS NOT ?2
      )
      SELECT id FROM path WHERE is_shown LIMIT ?3
      """,
      [
        DatabaseValue(message), DatabaseValue(conversation.leafID?.rawValue),
        .integer(Int64(limit)),
      ]
    ) { row in
      if let id = MessageID(row.text(0)) { shown.append(id) }
      return true
    }
    return shown
  }
}
