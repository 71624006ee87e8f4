/// A node in a conversation's tree.
public struct Message: Hashable, Sendable {
  public enum Role: String, Hashable, Sendable {
    case user, assistant
  }

  /// How an answer stands. A message of a person is `complete` from the start.
  public enum Status: String, Hashable, Sendable {
    /// Nothing of the answer has come yet.
    case waiting
    case streaming
    case complete
    /// A person stopped it; the text so far is kept.
    case stopped
    /// The program ended during the answer; the text so far is kept.
    case interrupted
    case failed

    public var isRunning: Bool { self == .waiting || self == .streaming }
  }

  public var id: MessageID
  public var conversationID: ConversationID
  public var parentID: MessageID?
  public var role: Role
  public var content: MessageContent
  public var status: Status
  public var model: ModelReference?
  /// The latest turn that wrote to this message.
  public var turnID: TurnID?
  public var createdAt: Timestamp

  public init(
    id: MessageID, conversationID: ConversationID, parentID: MessageID?, role: Role,
    content: MessageContent, status: Status, model: ModelReference? = nil, turnID: TurnID? = nil,
    createdAt: Timestamp
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
  }
}

/// What a message says, and for an answer what its turns reported.
public struct MessageContent: Hashable, Sendable {
  public var parts: [Part]
  public var usage: Usage?
  public var stopReason: StopReason?
  public var error: ProviderError?

  public init(
    parts: [Part] = [], usage: Usage? = nil, stopReason: StopReason? = nil,
    error: ProviderError? = nil
  ) {
    self.parts = parts
    self.usage = usage
    self.stopReason = stopReason
    self.error = error
  }

  public init(text: String) { self.init(parts: [.text(text)]) }

  /// All visible text, in order.
  public var text: String {
    parts.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined()
  }
}

/// A piece of a message.
public enum Part: Hashable, Sendable {
  case text(String)
  case reasoning(String)
  case refusal(String)
  case toolCall(ToolCall)
}

/// A model's wish to have a tool run. `arguments` is the text as the model wrote it, which need not be valid JSON.
public struct ToolCall: Hashable, Sendable {
  public var id: String
  public var name: String
  public var arguments: String

  public init(id: String, name: String, arguments: String) {
    self.id = id
    self.name = name
    self.arguments = arguments
  }
}
