import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  func addTurnRoutes(to router: inout Router) {
    let engine = parts.engine
    let store = parts.store

    router.add(.post, "/api/v1/conversations/{id}/turns") { request in
      let turn = try await engine.start(Self.turnRequest(request))
      return .json(
        .object([
          "turn": .object(["id": .string(turn.id.rawValue)]),
          "user_message": .object(["id": .string(turn.userMessageID.rawValue)]),
          "assistant_message": .object(["id": .string(turn.assistantMessageID.rawValue)]),
        ]), status: 202)
    }

    router.add(.post, "/api/v1/turns/{id}/stop") { request in
      let id = try request.turnID()
      try await engine.stop(id)
      return .json(.object(["status": .string(try await store.turn(id).status.rawValue)]))
    }

    router.add(.get, "/api/v1/turns/{id}/events") { request in
      let turn = try await store.turn(request.turnID())
      let start = try Self.resumePoint(request)
      // Events that are no longer kept are an error of their own, not a stream that breaks off.
      _ = try await store.events(of: turn.id, after: start, limit: 1)
      let stream = TurnEventStream(turn: turn, after: start, engine: engine)
      return .events(
        request.query["render"] == "html" ? stream.writeRendered : stream.writePlain)
    }
  }

  private static func turnRequest(_ request: ServerRequest) throws -> TurnRequest {
    let body = try RequestBody(
      request, known: ["id", "text", "model", "parent_id", "continue_message_id"])
    guard let id: TurnID = try body.identifier("id") else {
      throw BadRequest.field("id", "a UUID made by the client")
    }
    let text = try body.string("text")
    let parent: MessageID? = try body.identifier("parent_id")
    let action: TurnRequest.Action
    if let message: MessageID = try body.identifier("continue_message_id") {
      if text != nil || parent != nil {
        throw BadRequest(
          code: "invalid_input", message: "'continue_message_id' stands without text and parent")
      }
      action = .continue(message)
    } else if let text {
      action = .send([.text(text)], parent: parent)
    } else if let parent {
      action = .answerAgain(parent)
    } else {
      throw BadRequest.field("text", "the message")
    }
    return TurnRequest(
      id: id, conversationID: try request.conversationID(), action: action,
      model: try body.model("model"))
  }

  /// A reconnecting browser sends `Last-Event-ID`; it counts before the address it first connected
  /// to.
  private static func resumePoint(_ request: ServerRequest) throws -> Int {
    guard let text = request.headers["last-event-id"] ?? request.query["after"] else { return 0 }
    guard let sequence = Int(text), sequence >= 0 else {
      throw BadRequest.field("after", "the id of an event")
    }
    return sequence
  }
}
