import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  func addConversationRoutes(to router: inout Router) {
    let store = parts.store
    let changes = parts.changes
    let engine = parts.engine

    router.add(.get, "/api/v1/projects/{id}/conversations") { request in
      let limit = try request.limit(default: 50, most: 200)
      var cursor: ConversationCursor?
      if let text = request.query["before"] {
        cursor = ConversationCursor(text)
        if cursor == nil { throw BadRequest.field("before", "a cursor of an earlier answer") }
      }
      // One more than asked for tells whether there is a next page.
      let found = try await store.conversations(
        in: request.projectID(), areArchived: request.query["archived"] == "true", after: cursor,
        limit: limit + 1)
      let shown = found.prefix(limit)
      let next = found.count > limit ? shown.last : nil
      return .json(
        .object([
          "conversations": .array(shown.map(\.json)),
          "next": JSONValue(
            next.map { ConversationCursor(updatedAt: $0.updatedAt, id: $0.id).text }),
        ]))
    }

    router.add(.post, "/api/v1/projects/{id}/conversations") { request in
      let body = try RequestBody(request, known: ["title", "id"])
      let conversation = try await store.createConversation(
        in: request.projectID(), title: body.string("title") ?? "", id: body.identifier("id"))
      changes.publish(.conversations(conversation.projectID))
      return .json(conversation.json, status: 201)
    }

    router.add(.get, "/api/v1/conversations/{id}") { request in
      .json(try await store.conversation(request.conversationID()).json)
    }

    router.add(.patch, "/api/v1/conversations/{id}") { request in
      let body = try RequestBody(request, known: ["title", "archived", "project_id", "version"])
      let change = try ConversationChange(
        title: body.string("title"), isArchived: body.bool("archived"),
        projectID: body.identifier("project_id"))
      if change == ConversationChange() { throw BadRequest.nothingToChange }
      let version = try body.integer("version")
      let id = try request.conversationID()
      let former = try await store.conversation(id).projectID
      return try await APIFailure.showingConflict {
        let conversation = try await store.updateConversation(id, change, ifVersion: version)
        for project in Set([former, conversation.projectID]) {
          changes.publish(.conversations(project))
        }
        return .json(conversation.json)
      } current: {
        try await store.conversation(id).json
      }
    }

    router.add(.post, "/api/v1/conversations/{id}/branch") { request in
      let body = try RequestBody(request, known: ["message_id", "title"])
      guard let message: MessageID = try body.identifier("message_id") else {
        throw BadRequest.field("message_id", "the last message that the branch is to have")
      }
      let conversation = try await store.branch(
        request.conversationID(), upTo: message, title: body.string("title"))
      changes.publish(.conversations(conversation.projectID))
      return .json(conversation.json, status: 201)
    }

    router.add(.delete, "/api/v1/conversations/{id}") { request in
      let conversation = try await store.conversation(request.conversationID())
      let undoUntil = try await store.deleteConversation(conversation.id)
      // An answer that another process writes cannot be stopped from here; it ends by itself, unseen.
      if let turn = conversation.runningTurnID { try? await engine.stop(turn) }
      changes.publish(.conversations(conversation.projectID))
      return .json(.object(["undo_until": .integer(undoUntil.milliseconds)]))
    }

    router.add(.post, "/api/v1/conversations/{id}/restore") { request in
      let conversation = try await store.restoreConversation(request.conversationID())
      changes.publish(.conversations(conversation.projectID))
      return .json(conversation.json)
    }
  }
}
