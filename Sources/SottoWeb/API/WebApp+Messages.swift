import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  func addMessageRoutes(to router: inout Router) {
    let store = parts.store
    let changes = parts.changes

    let page = { @Sendable (request: ServerRequest) async throws -> ServerResponse in
      let limit = try request.limit(default: 50, most: 200)
      let conversation = try request.conversationID()
      let page =
        if let around = try request.message("around") {
          try await store.messagePage(in: conversation, at: .around(around), limit: limit)
        } else if let after = try request.message("after") {
          try await store.messagePage(in: conversation, at: .after(after), limit: limit)
        } else {
          try await store.messagePage(
            in: conversation, before: request.message("before"), limit: limit)
        }
      return .json(page.json(part: request.partWriter))
    }
    router.add(.get, "/api/v1/conversations/{id}/messages", page)

    router.add(.put, "/api/v1/conversations/{id}/path") { request in
      let body = try RequestBody(request, known: ["message_id"])
      guard let message: MessageID = try body.identifier("message_id") else {
        throw BadRequest.field("message_id", "a message that the path is to go through")
      }
      let conversation = try request.conversationID()
      try await store.choosePath(through: message, in: conversation)
      changes.publish(.messages(conversation))
      return try await page(request)
    }

    router.add(.patch, "/api/v1/messages/{id}") { request in
      let body = try RequestBody(request, known: ["text", "pinned", "version"])
      let change = MessageChange(text: try body.string("text"), isPinned: try body.bool("pinned"))
      if change == MessageChange() { throw BadRequest.nothingToChange }
      let version = try body.integer("version")
      let id = try request.messageID()
      return try await APIFailure.showingConflict {
        let message = try await store.updateMessage(id, change, ifVersion: version)
        changes.publish(.messages(message.conversationID))
        return .json(message.json(part: request.partWriter))
      } current: {
        try await store.message(id).json(part: request.partWriter)
      }
    }

    router.add(.delete, "/api/v1/messages/{id}") { request in
      let message = try await store.message(request.messageID())
      let undoUntil = try await store.deleteMessage(message.id)
      changes.publish(.messages(message.conversationID))
      return .json(.object(["undo_until": .integer(undoUntil.milliseconds)]))
    }

    router.add(.post, "/api/v1/messages/{id}/restore") { request in
      let message = try await store.restoreMessage(request.messageID())
      changes.publish(.messages(message.conversationID))
      return .json(message.json(part: request.partWriter))
    }
  }
}

extension ServerRequest {
  fileprivate func messageID() throws -> MessageID {
    try identifier(missing: .messageNotFound, "there is no such message")
  }

  /// The message that a parameter of the address names; `nil` when it is absent.
  fileprivate func message(_ name: String) throws -> MessageID? {
    guard let text = query[name] else { return nil }
    guard let id = MessageID(text) else { throw BadRequest.field(name, "a message id") }
    return id
  }

  /// How the answer has the parts of messages: with their HTML where the request asks for it.
  fileprivate var partWriter: (Part) -> JSONValue {
    if query["render"] == "html" { return { part in PartRendering.json(part) } }
    return { part in part.json }
  }
}
