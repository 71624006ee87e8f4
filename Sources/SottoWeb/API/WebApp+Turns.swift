import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  func addTurnRoutes(to router: inout Router) {
    let engine = parts.engine
    let store = parts.store

    router.add(.post, "/api/v1/conversations/{id}/turns") { request in
      let wanted = try TurnFields(request).turnRequest()
      guard request.asksForEvents else {
        return .json(try await engine.start(wanted).beginningJSON, status: 202)
      }
      let stream = TurnEventStream(
        turn: try await engine.begin(wanted), after: 0, engine: engine, isBeginning: true,
        rendersHTML: request.rendersHTML)
      return .events(stream.write)
    }

    router.add(.post, "/api/v1/turns/{id}/stop") { request in
      let id = try request.turnID()
      try await engine.stop(id)
      return .json(.object(["status": .string(try await store.turn(id).status.rawValue)]))
    }

    let answer = { @Sendable (request: ServerRequest, turn: Turn, start: Int) in
      let stream = TurnEventStream(
        turn: turn, after: start, engine: engine, rendersHTML: request.rendersHTML)
      return ServerResponse.events(stream.write)
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

extension ServerRequest {
  fileprivate var asksForEvents: Bool {
    headers["accept"]?.lowercased().contains("text/event-stream") == true
  }

  fileprivate var rendersHTML: Bool { query["render"] == "html" }
}

extension Turn {
  /// What whoever begins a turn needs to know of it.
  var beginningJSON: JSONValue {
    .object([
      "turn": .object(["id": .string(id.rawValue)]),
      "user_message": .object(["id": .string(userMessageID.rawValue)]),
      "assistant_message": .object(["id": .string(assistantMessageID.rawValue)]),
    ])
  }
}
