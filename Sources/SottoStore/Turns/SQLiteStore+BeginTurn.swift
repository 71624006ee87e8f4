package import SottoCore

extension SQLiteStore {
  package func beginTurn(
    _ request: TurnRequest, model: ModelReference
  ) async throws -> TurnBeginning {
    if let parts = request.action.sentParts { try Self.check(parts) }
    let now = clock.now()
    return try await writer.writeBriefly { connection in
      if let known = try connection.turn(request.id)?.turn {
        guard known.conversationID == request.conversationID else {
          throw SottoError(
            .identifierInUse, "another conversation has a turn \(request.id)",
            hint: "use a new UUID")
        }
        return TurnBeginning(turn: known, isNew: false)
      }
      let conversation = try connection.visibleConversation(request.conversationID)
      try self.refuseWhileRunning(in: conversation.id, connection, now: now)
      let plan = try TurnPlan(request, in: conversation, model: model, now: now, connection)
      return TurnBeginning(
        turn: try plan.store(connection, owner: self.owner.id, now: now), isNew: true)
    }
  }

  package func flush() async throws { try await writer.flusher.flush() }

  /// A person's message has texts, files and tool results, and says something.
  static func check(_ parts: [Part]) throws(SottoError) {
    var saysSomething = false
    var size = 0
    var files = 0
    for part in parts {
      switch part {
      case .text(let text):
        size += text.utf8.count
        saysSomething = saysSomething || !text.allSatisfy(\.isWhitespace)
      case .file(let file):
        try Limits.check(file.name, "the file's name", most: Limits.title)
        files += 1
        saysSomething = true
      case .toolResult(let result):
        size += result.text.utf8.count
        saysSomething = true
      case .reasoning, .refusal, .toolCall, .signature, .opaque:
        throw SottoError(.invalidInput, "a person's message cannot hold what only a model writes")
      }
    }
    guard saysSomething else {
      throw SottoError(.invalidInput, "the message is empty", hint: "write something to send")
    }
    try Limits.check(size, "the message", most: Limits.message)
    guard files <= Limits.filesOfMessage else {
      throw SottoError(
        .invalidInput, "the message has \(files) files",
        hint: "use at most \(Limits.filesOfMessage)"
      )
    }
  }

  /// - Throws: ``SottoError`` of code `turnRunning`, unless the one who ran it is gone.
  func refuseWhileRunning(
    in conversation: ConversationID, _ connection: Connection, now: Timestamp
  ) throws {
    guard let running = try connection.runningTurn(in: conversation) else { return }
    guard !owner.isAlive(running.owner) else {
      throw SottoError(
        .turnRunning, "this conversation is being answered", hint: "wait for the answer, or stop it"
      )
    }
    try connection.interrupt(running.turn.id, now: now)
  }
}

extension TurnRequest.Action {
  /// What a person sends with it.
  fileprivate var sentParts: [Part]? {
    switch self {
    case .send(let parts, _), .sendFirst(let parts): parts
    case .answerAgain, .continue: nil
    }
  }
}
