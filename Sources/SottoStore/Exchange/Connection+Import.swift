internal import SottoCore

/// What is to be done for a conversation of a file.
enum ImportPlan: Sendable {
  /// Nothing.
  case done(ImportOutcome)
  /// Its row is there, hidden; all of its messages are to be written.
  case new
  /// It is there; these of its messages are not.
  case grow(missing: [Int], known: Int)
}

extension Connection {
  /// Takes a conversation in one go.
  func importWhole(
    _ draft: IdentifiedDraft, by owner: Owner, now: Timestamp
  ) throws -> ImportOutcome {
    switch try planImport(of: draft, by: owner, now: now) {
    case .done(let outcome): return outcome
    case .new:
      try insertNodes(draft.nodes[...])
      return try finishImport(of: draft)
    case .grow(let missing, let known):
      for index in missing { try insertNodes(draft.nodes[index...index]) }
      return try finishGrowth(of: draft, added: missing.count, known: known)
    }
  }

  /// Looks for the conversation, and for a new one writes its row.
  func planImport(
    of draft: IdentifiedDraft, by owner: Owner, now: Timestamp
  ) throws -> ImportPlan {
    let id = draft.conversation.id
    struct Known {
      var isHidden: Bool
      var importer: String?
    }
    let known = try firstRow(
      """
      SELECT c.deleted_at IS NOT NULL OR p.deleted_at IS NOT NULL, c.importer
      FROM conversations c JOIN projects p ON p.id = c.project_id WHERE c.id = ?
      """, [DatabaseValue(id)]
    ) { Known(isHidden: $0.integer(0) != 0, importer: $0.optionalText(1)) }
    guard let known else {
      try insertHidden(draft.conversation, by: owner, now: now)
      return .new
    }
    if let importer = known.importer {
      if importer != owner.id, owner.isAlive(importer) {
        return .done(.refused("another import is writing it"))
      }
      // An import that never came to its end left it.
      try eraseConversation(id.rawValue)
      try insertHidden(draft.conversation, by: owner, now: now)
      return .new
    }
    if known.isHidden {
      return .done(.refused("it was deleted here; restore it, or import it when it is erased"))
    }
    let present = Set(
      try rows("SELECT id FROM messages WHERE conversation_id = ?", [DatabaseValue(id)]) {
        $0.text(0)
      })
    let missing = draft.nodes.indices.filter {
      !present.contains(draft.nodes[$0].message.id.rawValue)
    }
    let count = draft.nodes.count
    if missing.isEmpty { return .done(.unchanged(messages: count)) }
    return .grow(missing: missing, known: count - missing.count)
  }

  private func insertHidden(
    _ conversation: Conversation, by owner: Owner, now: Timestamp
  ) throws {
    try execute(
      """
      INSERT INTO conversations (id, project_id, title, title_origin, version, created_at,
        updated_at, archived_at, deleted_at, importer)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        DatabaseValue(conversation.id), DatabaseValue(conversation.projectID),
        .text(conversation.title), .text(conversation.titleOrigin.rawValue),
        DatabaseValue(conversation.version), DatabaseValue(conversation.createdAt),
        DatabaseValue(conversation.updatedAt), DatabaseValue(conversation.archivedAt),
        DatabaseValue(now), .text(owner.id),
      ])
  }

  /// Writes messages of a conversation whose row is there.
  func insertNodes(_ nodes: ArraySlice<IdentifiedDraft.Node>) throws {
    for node in nodes {
      try insertMessage(node.message)
      if let child = node.chosenChild { try choose(child, after: node.message.id) }
    }
  }

  private func choose(_ child: MessageID, after id: MessageID) throws {
    try execute(
      "UPDATE messages SET chosen_child_id = ?2 WHERE id = ?1",
      [DatabaseValue(id), DatabaseValue(child)])
  }

  /// Shows a new conversation whose messages are all there.
  func finishImport(of draft: IdentifiedDraft) throws -> ImportOutcome {
    try execute(
      """
      UPDATE conversations SET leaf_id = ?2, deleted_at = NULL, importer = NULL WHERE id = ?1
      """, [DatabaseValue(draft.conversation.id), DatabaseValue(draft.conversation.leafID)])
    return .imported(messages: draft.nodes.count)
  }

  /// Moves the chosen path to the file's, unless a person has gone on here meanwhile.
  func finishGrowth(of draft: IdentifiedDraft, added: Int, known: Int) throws -> ImportOutcome {
    let conversation = try visibleConversation(draft.conversation.id)
    let isAsImported = draft.nodes.contains { $0.message.id == conversation.leafID }
    if isAsImported {
      try execute(
        "UPDATE conversations SET leaf_id = ?2 WHERE id = ?1",
        [DatabaseValue(conversation.id), DatabaseValue(draft.conversation.leafID)])
      for node in draft.nodes {
        if let child = node.chosenChild { try choose(child, after: node.message.id) }
      }
    }
    try touchConversation(conversation.id, now: draft.conversation.updatedAt)
    return .grown(added: added, known: known)
  }

  /// Messages of a file of our own that another conversation has get new identifiers.
  func withFreeIDs(_ draft: IdentifiedDraft) throws -> IdentifiedDraft {
    guard draft.hasOwnIDs else { return draft }
    var new: [MessageID: MessageID] = [:]
    for node in draft.nodes {
      let message = node.message
      let owner = try firstRow(
        "SELECT conversation_id FROM messages WHERE id = ?", [DatabaseValue(message.id)]
      ) { $0.text(0) }
      guard let owner, owner != message.conversationID.rawValue else { continue }
      new[message.id] = DerivedIdentity([
        "copy", message.conversationID.rawValue, message.id.rawValue,
      ]).identifier(at: message.createdAt)
    }
    if new.isEmpty { return draft }
    var draft = draft
    for index in draft.nodes.indices {
      let node = draft.nodes[index]
      draft.nodes[index].message.id = new[node.message.id] ?? node.message.id
      draft.nodes[index].message.parentID = node.message.parentID.map { new[$0] ?? $0 }
      draft.nodes[index].chosenChild = node.chosenChild.map { new[$0] ?? $0 }
    }
    draft.conversation.leafID = draft.conversation.leafID.map { new[$0] ?? $0 }
    return draft
  }
}
