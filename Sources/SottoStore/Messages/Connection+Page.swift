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
}
