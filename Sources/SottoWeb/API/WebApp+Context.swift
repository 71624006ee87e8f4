import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  func addContextRoutes(to router: inout Router) {
    let engine = parts.engine
    let store = parts.store
    let requests = parts.sentRequests

    router.add(.get, "/api/v1/conversations/{id}/context") { request in
      let draft = request.query["text"] ?? ""
      let inspection = try await engine.inspect(
        request.conversationID(), draft: draft.isEmpty ? [] : [.text(draft)],
        model: request.model("model"))
      return .json(inspection.json)
    }

    // With a message that is too long for an address, or has files.
    router.add(.post, "/api/v1/conversations/{id}/context") { request in
      let conversation = try await store.conversation(request.conversationID())
      return try await inspect(request, in: conversation.projectID, after: conversation.id)
    }

    // Before there is a conversation.
    router.add(.post, "/api/v1/projects/{id}/context") { request in
      try await inspect(request, in: request.projectID(), after: nil)
    }

    @Sendable func inspect(
      _ request: ServerRequest, in project: ProjectID, after conversation: ConversationID?
    ) async throws -> ServerResponse {
      let body = try RequestBody(request, known: ["text", "attachments", "model"])
      let inspection = try await engine.inspect(
        MessageFields(body).parts(), in: project, after: conversation, model: body.model("model"))
      return .json(inspection.json)
    }

    router.add(.get, "/api/v1/conversations/{id}/summaries") { request in
      let summaries = try await engine.summaries(of: request.conversationID())
      return .json(.object(["summaries": .array(summaries.map { $0.json(part: \.json) })]))
    }

    router.add(.post, "/api/v1/conversations/{id}/summaries") { request in
      let summary = try await engine.summarise(request.conversationID())
      return .json(summary.json(part: \.json), status: 201)
    }

    router.add(.get, "/api/v1/turns/{id}/requests") { request in
      let sent = try await requests.sentRequests(of: request.turnID())
      return .json(.object(["requests": .array(sent.map(\.headJSON))]))
    }

    router.add(.get, "/api/v1/requests/{number}") { request in
      guard let number = Int(request.parameters["number"] ?? "") else {
        throw SottoError(.requestNotFound, "there is no such request")
      }
      let sent = try await requests.sentRequest(number)
      var object = sent.headJSON.object ?? JSONObject()
      // Every protocol writes JSON, which is UTF-8.
      object["body"] = .string(String(decoding: sent.body, as: UTF8.self))
      return .json(.object(object))
    }
  }
}

extension ServerRequest {
  /// A model from the query; `nil` when it is absent.
  fileprivate func model(_ name: String) throws -> ModelReference? {
    guard let text = query[name] else { return nil }
    guard let model = ModelReference(text) else {
      throw BadRequest.field(name, "of the form provider/model")
    }
    return model
  }
}

extension ContextInspection {
  fileprivate var json: JSONValue {
    var state: JSONObject = ["running": .bool(summary.isRunning)]
    if let problem = summary.problem {
      var error: JSONObject = [
        "code": .string(problem.code.rawValue), "message": .string(problem.message),
      ]
      error["hint"] = problem.hint.map(JSONValue.string)
      state["error"] = .object(error)
    }
    return .object([
      "model": .string(model.description), "policy": policy.json, "window": JSONValue(window),
      "output_reserved": JSONValue(reservedOutput), "margin": JSONValue(margin),
      "budget": JSONValue(budget), "total_tokens": .integer(Int64(total.count)),
      "is_exact": .bool(total.isExact), "over_by": .integer(Int64(excess)),
      "blocks": .array(blocks.map(\.json)), "omitted": .array(omitted.map(\.json)),
      "summary": .object(state), "method": .string(request.method), "url": .string(request.url),
      "headers": request.headers.json,
      "body": .string(String(decoding: request.body, as: UTF8.self)),
    ])
  }
}

extension ContextBlock {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["origin": .string(origin.rawValue)]
    object["message_id"] = messageID.map { .string($0.rawValue) }
    object["role"] = .string(role?.rawValue ?? "system")
    object["tokens"] = .integer(Int64(tokens.count))
    object["is_exact"] = .bool(tokens.isExact)
    object["parts"] = .array(parts.map(\.json))
    return .object(object)
  }
}

extension SentRequest {
  /// All but the body.
  fileprivate var headJSON: JSONValue {
    .object([
      "number": .integer(Int64(number)), "turn_id": JSONValue(turnID?.rawValue),
      "conversation_id": .string(conversationID.rawValue), "purpose": .string(purpose.rawValue),
      "model": .string(model.description), "sent_at": .integer(sentAt.milliseconds),
      "method": .string(method), "url": .string(url), "headers": headers.json,
      "size": .integer(Int64(size)), "omitted": omitted,
    ])
  }
}

extension HTTPHeaders {
  fileprivate var json: JSONValue {
    .array(fields.map { .object(["name": .string($0.name), "value": .string($0.value)]) })
  }
}
