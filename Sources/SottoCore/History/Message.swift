/// A node in a conversation's tree.
public struct Message: Hashable, Sendable {
  /// Who speaks: the person or the model. A system prompt is no message but the project's.
  public enum Role: String, Hashable, Sendable {
    case user, assistant
    /// What stands for its parent and all before it when a request is made. It is on no path.
    case summary
  }

  /// How an answer stands. A message of a person is `complete` from the start.
  public enum Status: String, Hashable, Sendable {
    /// Nothing of the answer has come yet.
    case waiting
    /// Some of it has come, and more is awaited.
    case streaming
    /// All of it is there.
    case complete
    /// A person stopped it; the text so far is kept.
    case stopped
    /// The program ended during the answer; the text so far is kept.
    case interrupted
    /// It ended with ``MessageContent/error``; the text so far is kept.
    case failed

    /// Whether a turn is still writing to it.
    public var isRunning: Bool { self == .waiting || self == .streaming }
  }

  /// A UUIDv7 that sorts after that of the parent.
  public var id: MessageID
  /// The conversation whose tree it is in.
  public var conversationID: ConversationID
  /// The message it follows or answers; `nil` for the first of a path.
  public var parentID: MessageID?
  /// Who speaks.
  public var role: Role
  /// What it says; while it is being answered, what has been stored of it.
  public var content: MessageContent
  /// How it stands.
  public var status: Status
  /// The model that answers or answered; `nil` for a message of a person.
  public var model: ModelReference?
  /// The latest turn that wrote to this message.
  public var turnID: TurnID?
  /// When it was begun: always later than its parent, even if the clock was set back.
  public var createdAt: Timestamp
  /// Grows with each change that a person makes, so that a second writer notices the first one's.
  public var version: Int
  /// When a person changed its text; `nil` while it is as it was written.
  public var editedAt: Timestamp?
  /// Since when it is always sent; `nil` when it is not pinned.
  public var pinnedAt: Timestamp?
  /// When it was deleted: then it keeps its place in the tree and is on no path; `nil` for all that a
  /// person sees.
  public var deletedAt: Timestamp?

  /// A message with its parts as they are.
  public init(
    id: MessageID, conversationID: ConversationID, parentID: MessageID?, role: Role,
    content: MessageContent, status: Status, model: ModelReference? = nil, turnID: TurnID? = nil,
    createdAt: Timestamp, version: Int = 1, editedAt: Timestamp? = nil, pinnedAt: Timestamp? = nil,
    deletedAt: Timestamp? = nil
  ) {
    self.id = id
    self.conversationID = conversationID
    self.parentID = parentID
    self.role = role
    self.content = content
    self.status = status
    self.model = model
    self.turnID = turnID
    self.createdAt = createdAt
    self.version = version
    self.editedAt = editedAt
    self.pinnedAt = pinnedAt
    self.deletedAt = deletedAt
  }
}

/// What a message says, and for an answer what its turns reported.
public struct MessageContent: Hashable, Sendable {
  /// The pieces in the order they came. Text that came in one run is one part.
  public var parts: [Part]
  /// The latest figures; `nil` until a provider reports some.
  public var usage: Usage?
  /// Why the model stopped; `nil` while it runs and when it did not end by itself.
  public var stopReason: StopReason?
  /// Why the last turn failed; `nil` otherwise.
  public var error: ProviderError?
  /// What a person should know about how the answer came to be.
  public var notes: [MessageNote]

  /// Content with its parts as they are; empty by default, as an answer begins.
  public init(
    parts: [Part] = [], usage: Usage? = nil, stopReason: StopReason? = nil,
    error: ProviderError? = nil, notes: [MessageNote] = []
  ) {
    self.parts = parts
    self.usage = usage
    self.stopReason = stopReason
    self.error = error
    self.notes = notes
  }

  /// What a person wrote: one text part.
  public init(text: String) { self.init(parts: [.text(text)]) }

  /// All visible text, in order.
  public var text: String {
    parts.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined()
  }

  /// What a title can be made of: the text, or else the names of the files.
  public var titleText: String {
    if text.contains(where: { !$0.isWhitespace }) { return text }
    return parts.compactMap { if case .file(let file) = $0 { file.name } else { nil } }
      .joined(separator: ", ")
  }
}
