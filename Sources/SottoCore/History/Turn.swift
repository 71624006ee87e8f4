/// One request to a model and everything that comes of it.
public struct Turn: Hashable, Sendable {
  /// How it stands. All but `running` are ends, each with the terminal event of its name.
  public enum Status: String, Hashable, Sendable {
    case running, finished, stopped, failed, interrupted
  }

  /// The client's UUID.
  public var id: TurnID
  /// The conversation it runs in.
  public var conversationID: ConversationID
  /// The message that is answered.
  public var userMessageID: MessageID
  /// The message that the answer is written to.
  public var assistantMessageID: MessageID
  /// The model that was asked.
  public var model: ModelReference
  /// How it stands.
  public var status: Status
  /// What the answer held when the turn began: not empty for a continuation.
  public var base: MessageContent

  /// A turn with its parts as they are.
  public init(
    id: TurnID, conversationID: ConversationID, userMessageID: MessageID,
    assistantMessageID: MessageID, model: ModelReference, status: Status,
    base: MessageContent = MessageContent()
  ) {
    self.id = id
    self.conversationID = conversationID
    self.userMessageID = userMessageID
    self.assistantMessageID = assistantMessageID
    self.model = model
    self.status = status
    self.base = base
  }
}

/// What a person asks for. The same `id` again is the same turn.
public struct TurnRequest: Hashable, Sendable {
  /// What the turn is to do.
  public enum Action: Hashable, Sendable {
    /// A new message of texts, files and tool results after `parent`, or after the end of the chosen
    /// path.
    case send([Part], parent: MessageID?)
    /// A new message that another path of the conversation begins with.
    case sendFirst([Part])
    /// Another answer to a message of a person.
    case answerAgain(MessageID)
    /// More of an answer that ended early, in the same message.
    case `continue`(MessageID)
  }

  /// A UUID of the client's, so that a request sent twice is one turn.
  public var id: TurnID
  /// Where it is to run.
  public var conversationID: ConversationID
  /// What it is to do.
  public var action: Action
  /// `nil` takes the project's model, then the default.
  public var model: ModelReference?
  /// Whether the provider is asked to send the answer piece by piece.
  public var isStreamed: Bool
  /// Instructions for this turn in place of the project's.
  public var systemPrompt: String?
  /// Tools that the model may ask for in this turn. Whoever offers them sends their results.
  public var tools: [ToolDefinition]
  /// Whether it must ask for one.
  public var toolChoice: ToolChoice
  /// What the text of the answer must be.
  public var outputFormat: OutputFormat
  /// Whether a model may be asked afterwards to name the conversation, where the project has that
  /// done. Not for a program that ends with the answer.
  public var wantsTitle: Bool

  /// A request with its parts as they are; the store checks them when the turn begins.
  public init(
    id: TurnID, conversationID: ConversationID, action: Action, model: ModelReference? = nil,
    isStreamed: Bool = true, systemPrompt: String? = nil, tools: [ToolDefinition] = [],
    toolChoice: ToolChoice = .auto, outputFormat: OutputFormat = .text, wantsTitle: Bool = true
  ) {
    self.id = id
    self.conversationID = conversationID
    self.action = action
    self.model = model
    self.isStreamed = isStreamed
    self.systemPrompt = systemPrompt
    self.tools = tools
    self.toolChoice = toolChoice
    self.outputFormat = outputFormat
    self.wantsTitle = wantsTitle
  }
}
