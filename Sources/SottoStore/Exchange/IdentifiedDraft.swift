internal import SottoCore

/// A draft with the identifiers and times it has in the store.
struct IdentifiedDraft: Sendable {
  struct Node: Sendable {
    var message: Message
    var chosenChild: MessageID?
  }

  var conversation: Conversation
  var nodes: [Node]
  /// About how many bytes are written for it.
  var cost: Int
  /// Whether its identifiers come out of the file, where they may be anybody's.
  var hasOwnIDs: Bool

  /// The draft as it goes into a project. Who wrote the file (`source`) is part of its identifiers;
  /// `now` stands in for the times where the file has none at all.
  init(_ draft: ConversationDraft, from source: String, into project: ProjectID, now: Timestamp) {
    let identity = Self.identity(of: draft, source)
    let start = Self.usable(draft.createdAt ?? draft.messages.lazy.compactMap(\.createdAt).min())
    let id = draft.id ?? identity.identifier(at: start ?? Timestamp(milliseconds: 0))
    // Without any time the identifiers count from 0, so that the same file gives the same ones.
    let undatedSince = start == nil ? now.milliseconds : 0
    let times = Self.times(of: draft, from: start ?? Timestamp(milliseconds: 0))
    let ids = Self.ids(of: draft, identity, times)
    var cost = 500
    nodes = []
    nodes.reserveCapacity(draft.messages.count)
    for (index, message) in draft.messages.enumerated() {
      nodes.append(
        Node(
          message: Message(
            id: ids[index], conversationID: id, parentID: message.parent.map { ids[$0] },
            role: message.role, content: message.content, status: message.status,
            model: message.model,
            createdAt: Timestamp(milliseconds: times[index].milliseconds + undatedSince),
            version: message.version, editedAt: message.editedAt, pinnedAt: message.pinnedAt),
          chosenChild: message.chosenChild.map { ids[$0] }))
      cost += 600 + message.content.parts.reduce(0) { $0 + $1.approximateSize }
    }
    self.cost = cost
    hasOwnIDs = draft.messages.contains { $0.id != nil }
    let lastTime = nodes.lazy.map(\.message.createdAt).max()
    let createdAt = Timestamp(milliseconds: (start?.milliseconds ?? 0) + undatedSince)
    let leaf = draft.leaf ?? draft.messages.indices.last { draft.messages[$0].role != .summary }
    let isTitled = !draft.title.allSatisfy(\.isWhitespace)
    conversation = Conversation(
      id: id, projectID: project,
      title: isTitled || draft.id != nil ? Self.cut(draft.title) : Self.title(of: draft),
      titleOrigin: isTitled || draft.id != nil ? draft.titleOrigin : .message,
      version: draft.version, createdAt: createdAt,
      updatedAt: Self.usable(draft.updatedAt) ?? lastTime ?? createdAt,
      archivedAt: draft.archivedAt, leafID: leaf.map { ids[$0] })
  }

  /// The first message is part of it: exports are known that give several conversations one id.
  private static func identity(of draft: ConversationDraft, _ source: String) -> DerivedIdentity {
    let first = draft.messages.first
    return DerivedIdentity([
      "conversation", source, draft.key, "\(draft.createdAt?.milliseconds ?? -1)",
      first?.key ?? "", first?.content.text ?? "",
    ])
  }

  /// Each later than that of its parent.
  private static func times(of draft: ConversationDraft, from start: Timestamp) -> [Timestamp] {
    var times: [Timestamp] = []
    for message in draft.messages {
      let least = message.parent.map { times[$0].milliseconds + 1 } ?? 0
      let own = usable(message.createdAt)?.milliseconds ?? max(least, start.milliseconds)
      times.append(Timestamp(milliseconds: max(own, least)))
    }
    return times
  }

  private static func ids(
    of draft: ConversationDraft, _ conversation: DerivedIdentity, _ times: [Timestamp]
  ) -> [MessageID] {
    var seen: Set<String> = []
    var taken: Set<MessageID> = []
    var ids: [MessageID] = []
    let conversation = conversation.text
    for (index, message) in draft.messages.enumerated() {
      var key = message.key
      if key.isEmpty || !seen.insert(key).inserted {
        // Nothing of its own names it: its place and its words do.
        let parent = message.parent.map { ids[$0].rawValue } ?? ""
        key = "\(key) \(parent) \(message.role.rawValue) \(message.content.text)"
        while !seen.insert(key).inserted { key += "'" }
      }
      var id =
        message.id
        ?? DerivedIdentity(["message", conversation, key]).identifier(at: times[index])
      if !taken.insert(id).inserted {
        id = DerivedIdentity(["copy", id.rawValue, "\(index)"]).identifier(at: times[index])
        taken.insert(id)
      }
      ids.append(id)
    }
    return ids
  }

  /// `nil` for what no calendar of ours has: 1970 to 9999.
  private static func usable(_ time: Timestamp?) -> Timestamp? {
    guard let time, (1...253_402_300_799_000).contains(time.milliseconds) else { return nil }
    return time
  }

  private static func title(of draft: ConversationDraft) -> String {
    let first = draft.messages.first { $0.role == .user } ?? draft.messages.first
    return cut(Conversation.title(fromFirstMessage: first?.content.titleText ?? ""))
  }

  private static func cut(_ title: String) -> String {
    guard title.utf8.count > Limits.title else { return title }
    var cut = title
    while cut.utf8.count > Limits.title { cut.removeLast(max(1, (cut.count - 300) / 2)) }
    return cut
  }
}

extension Part {
  fileprivate var approximateSize: Int {
    switch self {
    case .text(let text), .reasoning(let text), .refusal(let text), .signature(let text),
      .opaque(let text):
      text.utf8.count
    case .file: 300
    case .toolCall(let call): call.arguments.utf8.count + 100
    case .toolResult(let result): result.text.utf8.count + 100
    }
  }
}
