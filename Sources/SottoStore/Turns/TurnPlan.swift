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
      let parent = try parentID.map { try finder.parent($0) } ?? finder.leaf(conversation)
      let message = try Self.newMessage(parts, after: parent, in: conversation, now, connection)
      userMessage = message
      answer = Self.newAnswer(to: message, now)
      isNewAnswer = true
    case .sendFirst(let parts):
      let message = try Self.newMessage(parts, after: nil, in: conversation, now, connection)
      userMessage = message
      answer = Self.newAnswer(to: message, now)
      isNewAnswer = true
    case .answerAgain(let id):
      answer = Self.newAnswer(to: try finder.question(id), now)
      isNewAnswer = true
    case .continue(let id):
      answer = try finder.answer(id, "the message to continue")
      guard !answer.status.isRunning, try !connection.hasShownChildren(answer) else {
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
    if conversation.title.isEmpty, let userMessage {
      title = Conversation.title(fromFirstMessage: userMessage.content.titleText)
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
    try connection.rememberPath(endingWith: answer.id.rawValue, in: turn.conversationID)
    // All at once, because a turn waits for it. As in `touchConversation`, time never goes back.
    try connection.execute(
      """
      UPDATE conversations SET leaf_id = ?2, updated_at = max(updated_at, ?3),
        title = coalesce(?4, title), title_origin = iif(?4 IS NULL, title_origin, 'message')
      WHERE id = ?1
      """,
      [
        DatabaseValue(turn.conversationID), DatabaseValue(answer.id), DatabaseValue(now),
        DatabaseValue(title),
      ])
    return turn
  }

  private static func newMessage(
    _ parts: [Part], after parent: Message?, in conversation: Conversation, _ now: Timestamp,
    _ connection: Connection
  ) throws -> Message {
    // Nobody sees the tool calls of a deleted answer.
    let calling = parent?.deletedAt == nil ? parent : nil
    let parts = try connection.sentParts(parts, after: calling)
    let time = time(after: parent, now)
    return Message(
      id: MessageID(at: time), conversationID: conversation.id, parentID: parent?.id,
      role: .user, content: MessageContent(parts: parts), status: .complete, createdAt: time)
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

  func message(_ id: MessageID, orDeleted mayBeDeleted: Bool = false) throws -> Message {
    guard let message = try connection.storedMessage(id, in: conversation),
      message.role != .summary, mayBeDeleted || message.deletedAt == nil
    else {
      throw SottoError(.messageNotFound, "there is no message \(id) in this conversation")
    }
    return message
  }

  /// What a person's message may follow: an answer, and also what another one of theirs follows
  /// already, so that each can be edited and sent again. A deleted message keeps its place.
  func parent(_ id: MessageID) throws -> Message {
    let message = try message(id, orDeleted: true)
    guard try message.role == .assistant || connection.isFollowedByPerson(message) else {
      throw SottoError(
        .invalidInput, "the parent must be an answer, not a message of a person",
        hint: "send the id of the answer before, null for a new beginning, or no parent_id")
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
    guard let latest = try connection.latestMessage(in: conversation.id) else { return nil }
    return try connection.storedMessage(latest, in: conversation.id)
  }
}
