import SottoCore
import SottoHTTP

/// What a client asks for with `POST …/turns`.
struct TurnFields {
  private let request: ServerRequest
  private let body: RequestBody

  init(_ request: ServerRequest) throws {
    self.request = request
    body = try RequestBody(
      request,
      known: [
        "id", "text", "attachments", "tool_results", "model", "parent_id", "continue_message_id",
        "tools", "tool_choice", "output_schema",
      ])
  }

  func turnRequest() throws -> TurnRequest {
    guard let id: TurnID = try body.identifier("id") else {
      throw BadRequest.field("id", "a UUID made by the client")
    }
    var turn = TurnRequest(
      id: id, conversationID: try request.conversationID(), action: try action(),
      model: try body.model("model"))
    turn.tools = try tools()
    turn.toolChoice = try toolChoice()
    if let schema = try body.object("output_schema") {
      turn.outputFormat = .jsonSchema(
        OutputSchema(
          name: schema["title"]?.string.flatMap(Self.schemaName) ?? "answer",
          schema: .object(schema)))
    }
    return turn
  }

  private func action() throws -> TurnRequest.Action {
    let parts = try MessageFields(body).parts()
    let parent: MessageID? = try body.identifier("parent_id")
    if let message: MessageID = try body.identifier("continue_message_id") {
      if !parts.isEmpty || parent != nil {
        throw BadRequest(
          code: "invalid_input", message: "'continue_message_id' stands without text and parent")
      }
      return .continue(message)
    }
    if !parts.isEmpty {
      // An absent parent is the end of the chosen path, `null` is none.
      let isFirst = parent == nil && body.has("parent_id")
      return isFirst ? .sendFirst(parts) : .send(parts, parent: parent)
    }
    guard let parent else { throw BadRequest.field("text", "the message") }
    return .answerAgain(parent)
  }

  private func tools() throws -> [ToolDefinition] {
    try (body.array("tools") ?? []).map { tool in
      guard let name = tool["name"]?.string, Self.schemaName(name) == name else {
        throw BadRequest.field(
          "tools", "a list of objects with a 'name' of letters, digits, '_' and '-'")
      }
      let parameters = tool["parameters"] ?? .object(["type": "object"])
      guard parameters.object != nil else {
        throw BadRequest.field("tools", "objects whose 'parameters' are a JSON Schema")
      }
      return ToolDefinition(
        name: name, description: tool["description"]?.string ?? "", parameters: parameters)
    }
  }

  private func toolChoice() throws -> ToolChoice {
    switch try body.string("tool_choice") {
    case nil, "auto": .auto
    case "none": .none
    case "required": .required
    case let name?: .named(name)
    }
  }

  /// 1 to 64 of the characters that providers take; `nil` for any other text.
  private static func schemaName(_ text: String) -> String? {
    let isFine = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return isFine && (1...64).contains(text.utf8.count) ? text : nil
  }
}

/// The message of a person's side, as the API takes it.
struct MessageFields {
  private let body: RequestBody

  init(_ body: RequestBody) { self.body = body }

  /// Results of tools first, as models want them, then files, then the text.
  func parts() throws -> [Part] {
    var parts: [Part] = []
    for result in try body.array("tool_results") ?? [] {
      guard let callID = result["call_id"]?.string, let text = result["text"]?.string else {
        throw BadRequest.field("tool_results", "a list of objects with 'call_id' and 'text'")
      }
      parts.append(
        .toolResult(
          ToolResult(
            callID: callID, name: result["name"]?.string ?? "", text: text,
            isError: result["is_error"]?.bool ?? false)))
    }
    for file in try body.array("attachments") ?? [] {
      guard let digest = file["digest"]?.string ?? file.string else {
        throw BadRequest.field("attachments", "a list of objects with the 'digest' of a file")
      }
      parts.append(
        .file(
          FileReference(
            digest: digest, name: file["name"]?.string ?? "", mediaType: "", size: 0)))
    }
    if let text = try body.string("text") { parts.append(.text(text)) }
    return parts
  }
}
