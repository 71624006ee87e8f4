import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  func addChangeRoutes(to router: inout Router) {
    let changes = parts.changes
    router.add(.get, "/api/v1/events") { _ in
      .events { writer in
        let listener = changes.listen()
        // The client knows by this that it will miss nothing from here on.
        try await writer.send(ServerSentEvent(event: "ready", data: "{}"))
        for await change in listener {
          try await writer.send(ServerSentEvent(event: "change", data: change.json.encodedText))
        }
      }
    }
  }
}

extension Change {
  fileprivate var json: JSONValue {
    switch self {
    case .projects: .object(["kind": "projects"])
    case .conversations(let project):
      .object(["kind": "conversations", "project_id": .string(project.rawValue)])
    case .messages(let conversation):
      .object(["kind": "messages", "conversation_id": .string(conversation.rawValue)])
    case .title(let title):
      .object([
        "kind": "title", "conversation_id": .string(title.conversationID.rawValue),
        "model": .string(title.model.description), "used": .bool(title.isUsed),
        "usage": title.usage?.json ?? .null,
      ])
    case .turn(let turn, let conversation):
      .object([
        "kind": "turn", "turn_id": .string(turn.rawValue),
        "conversation_id": .string(conversation.rawValue),
      ])
    case .providers: .object(["kind": "providers"])
    case .anything: .object(["kind": "anything"])
    }
  }
}
