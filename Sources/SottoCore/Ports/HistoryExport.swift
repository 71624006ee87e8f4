/// Reads the history for a file, a conversation at a time. Nothing that is deleted is among it.
public protocol HistoryExport: Sendable {
  /// The conversations of a project, oldest first, archived ones included.
  func conversationIDs(in project: ProjectID) async throws -> [ConversationID]
  /// A conversation with all of its branches.
  func conversationTree(_ id: ConversationID) async throws -> ConversationTree
  /// The templates, by id.
  func templateRecords() async throws -> [TemplateRecord]
}

/// A conversation with all of its branches.
public struct ConversationTree: Hashable, Sendable {
  /// The conversation; a turn that runs is not told.
  public var conversation: Conversation
  /// By id, so that every parent is before its children. Where a message between is deleted, its
  /// children hang on what was before it. An answer that is still being written is `interrupted`.
  public var messages: [Message]
  /// Where the chosen path went on after a message.
  public var chosenChildren: [MessageID: MessageID]

  /// A tree with its parts as they are.
  public init(
    conversation: Conversation, messages: [Message], chosenChildren: [MessageID: MessageID]
  ) {
    self.conversation = conversation
    self.messages = messages
    self.chosenChildren = chosenChildren
  }

  /// The chosen path, oldest first.
  public var path: [Message] {
    var byID: [MessageID: Message] = [:]
    for message in messages { byID[message.id] = message }
    let last = messages.last { $0.role != .summary }?.id
    var path: [Message] = []
    var next = conversation.leafID.flatMap { byID[$0] }?.id ?? last
    // A parent is before its children, so this ends.
    while let id = next, let message = byID[id] {
      path.append(message)
      next = message.parentID
    }
    return path.reversed()
  }
}
