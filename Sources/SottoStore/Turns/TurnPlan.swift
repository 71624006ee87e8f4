internal import SottoCore

/// What a request for a turn writes, after everything about it has been checked.
struct TurnPlan {
  private var turn: Turn
  private var title: String?
  /// `nil` when the turn answers a message that is there.
  private var userMessage: Message?
  private var answer: Message
  private var isNewAnswer: Bool

  /// - Throws: ``SottoError`` of code `messageNotFound`, `fileNotFound` or `invalidInput`.
  init(
    _ request: TurnRequest, in conversation: Conversation, model: ModelReference, now: Timestamp,
    _ connection: Connection
  ) throws {
    let finder = MessageFinder(connection: connection, conversation: conversation.id)
    switch request.action {
    case .send(let parts, let parentID):
      let parent =
        try parentID.map { try finder.answer($0, "the parent") } ?? finder.leaf(conversation)
      let parts = try connection.sentParts(parts, after: parent)
      let time = Self.time(after: parent, now)
      let message = Message(
        id: MessageID(at: time), conversationID: conversation.id, parentID: parent?.id,
        role: .user, content: MessageContent(parts: parts), status: .complete, createdAt: time)
      if conversation.title.isEmpty {
        title = Conversation.title(fromFirstMessage: message.content.titleText)
      }
      userMessage = message
      answer = Self.newAnswer(to: message, now)
      isNewAnswer = true
    case .answerAgain(let id):
      answer = Self.newAnswer(to: try finder.question(id), now)
      isNewAnswer = true
    case .continue(let id):
      answer = try finder.answer(id, "the message to continue")
      guard !answer.status.isRunning, try !connection.hasChildren(answer) else {
        throw SottoError(.invalidInput, "only the last answer of a conversation can be continued")
      }
      answer.content.error = nil
      answer.content.stopReason = nil
      answer.status = answer.content.parts.isEmpty ? .waiting : .streaming
      isNewAnswer = false
    }
    guard let question = userMessage?.id ?? answer.parentID else {
      throw SottoError(.messageNotFound, "the message that was answered is missing")
    }
    answer.turnID = request.id
    answer.model = model
    turn = Turn(
      id: request.id, conversationID: conversation.id, userMessageID: question,
      assistantMessageID: answer.id, model: model, status: .running,
      base: MessageContent(parts: answer.content.parts))
  }

  /// Writes it all; the chosen path then ends with the answer.
  func store(_ connection: Connection, owner: String, now: Timestamp) throws -> Turn {
    if let userMessage { try connection.insertMessage(userMessage) }
    if isNewAnswer {
      try connection.insertMessage(answer)
    } else {
      try connection.updateMessage(answer)
    }
    try connection.insertTurn(turn, owner: owner, now: now)
    try connection.execute(
      "UPDATE conversations SET leaf_id = ?2, title = coalesce(?3, title) WHERE id = ?1",
      [DatabaseValue(turn.conversationID), DatabaseValue(answer.id), DatabaseValue(title)])
    try connection.touchConversation(turn.conversationID, now: now)
    return turn
  }

  private static func newAnswer(to question: Message, _ now: Timestamp) -> Message {
    let time = time(after: question, now)
    return Message(
      id: MessageID(at: time), conversationID: question.conversationID, parentID: question.id,
      role: .assistant, content: MessageContent(), status: .waiting, createdAt: time)
  }

  /// A message is always later than its parent, also when the clock was set back, so that
  /// identifiers sort as the messages were written.
  private static func time(after parent: Message?, _ now: Timestamp) -> Timestamp {
    guard let parent else { return now }
    return max(now, parent.createdAt + .milliseconds(1))
  }
}

/// Looks for the messages that a request names.
private struct MessageFinder {
  var connection: Connection
  var conversation: ConversationID

  func message(_ id: MessageID) throws -> Message {
    guard let message = try connection.storedMessage(id, in: conversation) else {
      throw SottoError(.messageNotFound, "there is no message \(id) in this conversation")
    }
    return message
  }

  func answer(_ id: MessageID, _ what: String) throws -> Message {
    let message = try message(id)
    guard message.role == .assistant else {
      throw SottoError(.invalidInput, "\(what) must be an answer, not a message of a person")
    }
    return message
  }

  func question(_ id: MessageID) throws -> Message {
    let message = try message(id)
    guard message.role == .user else {
      throw SottoError(.invalidInput, "only a message of a person can be answered")
    }
    return message
  }

  /// The end of the chosen path, or the latest message when that is damaged.
  func leaf(_ conversation: Conversation) throws -> Message? {
    if let id = conversation.leafID,
      let leaf = try connection.storedMessage(id, in: conversation.id)
    {
      return leaf
    }
    guard let latest = try connection.latestMessage(in: conversation.id),
      let id = MessageID(latest)
    else { return nil }
    return try connection.storedMessage(id, in: conversation.id)
  }
}
