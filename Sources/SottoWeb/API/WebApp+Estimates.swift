import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  func addEstimateRoutes(to router: inout Router) {
    let engine = parts.engine
    let store = parts.store

    // A call of its own and not a turn: it stores nothing, and nothing leaves this machine for it.
    router.add(.post, "/api/v1/conversations/{id}/estimate") { request in
      let conversation = try await store.conversation(request.conversationID())
      return try await estimate(request, in: conversation.projectID, after: conversation.id)
    }

    // Before there is a conversation.
    router.add(.post, "/api/v1/projects/{id}/estimate") { request in
      try await estimate(request, in: request.projectID(), after: nil)
    }

    @Sendable func estimate(
      _ request: ServerRequest, in project: ProjectID, after conversation: ConversationID?
    ) async throws -> ServerResponse {
      let body = try RequestBody(request, known: ["text", "attachments", "model"])
      let estimate = try await engine.estimate(
        MessageFields(body).parts(), in: project, after: conversation, model: body.model("model"))
      return .json(estimate.json)
    }
  }
}

extension RequestEstimate {
  fileprivate var json: JSONValue {
    .object([
      "model": .string(model.description), "input_tokens": .integer(Int64(input.count)),
      "exact": .bool(input.isExact), "context": JSONValue(info.contextWindow),
      "output_limit": JSONValue(outputLimit), "input_cost": inputCost?.json ?? .null,
      "omitted_messages": .integer(Int64(omittedMessages)),
      "omits_older": .bool(leavesOutOlder), "over_by": .integer(Int64(excess)),
      "highest_cost": highestCost?.json ?? .null, "prices_of": JSONValue(info.date),
    ])
  }
}
