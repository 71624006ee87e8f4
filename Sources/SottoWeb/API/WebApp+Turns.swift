import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  func addTurnRoutes(to router: inout Router) {
    let engine = parts.engine
    let store = parts.store

    router.add(.post, "/api/v1/conversations/{id}/turns") { request in
      let turn = try await engine.start(TurnFields(request).turnRequest())
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

    let answer = { @Sendable (request: ServerRequest, turn: Turn, start: Int) in
      let stream = TurnEventStream(turn: turn, after: start, engine: engine)
      return ServerResponse.events(
        request.query["render"] == "html" ? stream.writeRendered : stream.writePlain)
    }
    router.add(.get, "/api/v1/turns/{id}/events") { request in
      let start = try Self.resumePoint(request)
      // A turn that runs here is known, and whoever began it waits for the first word.
      return try engine.runningTurn(request.turnID()).map { answer(request, $0, start) }
    } otherwise: { request in
      let turn = try await store.turn(request.turnID())
      let start = try Self.resumePoint(request)
      // Events that are no longer kept are an error of their own, not a stream that breaks off.
      _ = try await store.events(of: turn.id, after: start, limit: 1)
      return answer(request, turn, start)
    }
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
