internal import SottoCore

extension Connection {
  /// The messages of the path to `leaf` by their names, oldest first. Of the rows only the keys are
  /// read, so that a path of thousands takes milliseconds.
  func steps(ofPathTo leaf: MessageID, in conversation: ConversationID) throws -> [PathStep] {
    let steps = try rows(
      """
      WITH RECURSIVE path (id, parent_id, deleted_at, depth) AS (
        SELECT id, parent_id, deleted_at, 1 FROM messages WHERE id = ?1 AND conversation_id = ?2
        UNION ALL
        SELECT m.id, m.parent_id, m.deleted_at, path.depth + 1
        FROM path JOIN messages m ON m.id = path.parent_id AND m.conversation_id = ?2
        WHERE path.depth < (SELECT count(*) FROM messages WHERE conversation_id = ?2)
      )
      SELECT id, deleted_at FROM path ORDER BY depth
      """,
      [DatabaseValue(leaf), DatabaseValue(conversation)]
    ) { row in
      let isDeleted = !row.isNull(1)
      return MessageID(row.text(0)).map { PathStep(id: $0, isDeleted: isDeleted) }
    }
    return steps.reversed()
  }

  /// The pinned messages and the summaries of the path to `leaf`. Where the conversation has none,
  /// that costs two looks into an index.
  func anchors(
    onPathTo leaf: MessageID, in conversation: ConversationID
  ) throws -> PathAnchors {
    let pinned = try markedMessages("m.pinned_at IS NOT NULL AND m.role <> 'summary'", conversation)
    let summaries = try markedMessages("m.role = 'summary'", conversation)
    if pinned.isEmpty, summaries.isEmpty { return PathAnchors() }
    let steps = try steps(ofPathTo: leaf, in: conversation)
    var places: [MessageID: Int] = [:]
    for (place, step) in steps.enumerated() { places[step.id] = place }
    var kept: Set<Int> = []
    for message in pinned {
      guard let place = places[message.id] else { continue }
      kept.formUnion([place] + Self.companions(of: message, at: place))
    }
    let messages = try kept.sorted().compactMap { place -> Message? in
      guard steps.indices.contains(place), !steps[place].isDeleted else { return nil }
      return try storedMessage(steps[place].id, in: conversation).map(current)
    }
    let standing = summaries.compactMap { summary in
      summary.parentID.flatMap { places[$0] }.map { (place: $0, summary: summary) }
    }
    return PathAnchors(
      pinned: messages,
      summaries: standing.sorted {
        ($0.place, $0.summary.id.rawValue) < ($1.place, $1.summary.id.rawValue)
      }
      .map(\.summary))
  }

  /// The places of what must stay with a message: the results of its calls, the calls of its results.
  private static func companions(of message: Message, at place: Int) -> [Int] {
    message.content.parts.compactMap { part in
      switch part {
      case .toolCall: place + 1
      case .toolResult: place - 1
      default: nil
      }
    }
  }

  private func markedMessages(
    _ condition: String, _ conversation: ConversationID
  ) throws -> [Message] {
    try rows(
      """
      SELECT \(Self.messageColumns) FROM messages m
      WHERE m.conversation_id = ? AND m.deleted_at IS NULL AND \(condition) ORDER BY m.number
      """, [DatabaseValue(conversation)], Self.readMessage)
  }
}
