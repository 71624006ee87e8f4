import SottoCore

// The JSON shapes of the app API (Docs/http-api.md).

extension Project {
  var json: JSONValue {
    .object([
      "id": .string(id.rawValue), "name": .string(details.name),
      "description": .string(details.description),
      "system_prompt": .string(details.systemPrompt),
      "model": JSONValue(details.model?.description),
      "fallback_model": JSONValue(details.fallbackModel?.description),
      "temperature": JSONValue(details.settings.temperature),
      "max_output_tokens": JSONValue(details.settings.maxOutputTokens),
      "stop_sequences": .array(details.settings.stopSequences.map(JSONValue.string)),
      "seed": JSONValue(details.settings.seed),
      "reasoning_effort": JSONValue(details.settings.reasoningEffort?.rawValue),
      "answer_cache": details.answerCache?.json ?? .null,
      "context": details.context.json, "titles": details.titles.json,
      "retention_days": JSONValue(details.retentionDays),
      "opening_message": .string(details.openingMessage),
      "behaviours": details.behaviours.json, "version": .integer(Int64(version)),
      "created_at": .integer(createdAt.milliseconds),
      "updated_at": .integer(updatedAt.milliseconds),
    ])
  }
}

extension Conversation {
  var json: JSONValue {
    .object([
      "id": .string(id.rawValue), "project_id": .string(projectID.rawValue),
      "title": .string(title), "title_origin": .string(titleOrigin.rawValue),
      "version": .integer(Int64(version)),
      "archived_at": JSONValue(archivedAt.map { Int($0.milliseconds) }),
      "created_at": .integer(createdAt.milliseconds),
      "updated_at": .integer(updatedAt.milliseconds),
      "running_turn_id": JSONValue(runningTurnID?.rawValue),
    ])
  }
}

extension ConversationCursor {
  var text: String { "\(updatedAt.milliseconds).\(id.rawValue)" }

  init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let milliseconds = Int64(parts[0]),
      let id = ConversationID(String(parts[1]))
    else { return nil }
    self.init(updatedAt: Timestamp(milliseconds: milliseconds), id: id)
  }
}

extension MessagePage {
  /// The page as the API shows it. `part` writes a part, with or without its HTML.
  func json(part: (Part) -> JSONValue) -> JSONValue {
    .object([
      "messages": .array(
        messages.map { message in
          var json = message.json(part: part)
          if let siblings = siblings[message.id], case .object(var object) = json {
            object["siblings"] = siblings.json
            json = .object(object)
          }
          return json
        }),
      "has_more": .bool(hasMore), "has_newer": .bool(hasNewer),
    ])
  }
}

extension Siblings {
  fileprivate var json: JSONValue {
    .object([
      "index": .integer(Int64(index)), "count": .integer(Int64(count)),
      "previous_id": JSONValue(previousID?.rawValue), "next_id": JSONValue(nextID?.rawValue),
    ])
  }
}

extension Message {
  /// The message as the API shows it. `part` writes a part, with or without its HTML.
  func json(part: (Part) -> JSONValue) -> JSONValue {
    var object: JSONObject = [
      "id": .string(id.rawValue), "parent_id": JSONValue(parentID?.rawValue),
      "role": .string(role.rawValue), "parts": .array(content.parts.map(part)),
      "status": .string(status.rawValue),
    ]
    object["model"] = model.map { .string($0.description) }
    object["usage"] = content.usage?.json
    object["error"] = content.error?.json
    if !content.notes.isEmpty { object["notes"] = .array(content.notes.map(\.json)) }
    object["stop_reason"] = content.stopReason.map { .string($0.rawValue) }
    object["turn_id"] = turnID.map { .string($0.rawValue) }
    object["created_at"] = .integer(createdAt.milliseconds)
    object["version"] = .integer(Int64(version))
    object["edited_at"] = editedAt.map { .integer($0.milliseconds) }
    object["pinned_at"] = pinnedAt.map { .integer($0.milliseconds) }
    return .object(object)
  }
}
