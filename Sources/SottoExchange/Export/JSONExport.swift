internal import SottoCore

/// The records of an export (`Docs/export-format.md`). Members that are not set are left out or `null`,
/// always in the same order.
enum JSONExport {
  static func json(_ project: Project) -> JSONValue {
    let details = project.details
    let settings = details.settings
    let cache = details.answerCache.map { cache in
      JSONValue.object([
        "lifetime_seconds": .integer(cache.lifetime.components.seconds),
        "maximum_bytes": .integer(Int64(cache.maximumSize)),
      ])
    }
    return .object([
      "id": .string(project.id.rawValue), "name": .string(details.name),
      "description": .string(details.description),
      "system_prompt": .string(details.systemPrompt),
      "model": JSONValue(details.model?.description),
      "fallback_model": JSONValue(details.fallbackModel?.description),
      "temperature": JSONValue(settings.temperature),
      "max_output_tokens": JSONValue(settings.maxOutputTokens),
      "stop_sequences": .array(settings.stopSequences.map(JSONValue.string)),
      "seed": JSONValue(settings.seed),
      "reasoning_effort": JSONValue(settings.reasoningEffort?.rawValue),
      "answer_cache": cache ?? .null, "context": details.context.json,
      "titles": details.titles.json, "retention_days": JSONValue(details.retentionDays),
      "opening_message": .string(details.openingMessage),
      "behaviours": details.behaviours.json,
      "version": .integer(Int64(project.version)), "created_at": json(project.createdAt),
      "updated_at": json(project.updatedAt),
    ])
  }

  static func json(_ template: TemplateRecord) -> JSONValue {
    var object: JSONObject = ["id": .string(template.id)]
    object.members += template.fields.members
    return .object(object)
  }

  static func json(_ tree: ConversationTree) -> JSONValue {
    let conversation = tree.conversation
    let messages = tree.messages.map { json($0, chosenChild: tree.chosenChildren[$0.id]) }
    return .object([
      "id": .string(conversation.id.rawValue),
      "project_id": .string(conversation.projectID.rawValue),
      "title": .string(conversation.title),
      "title_origin": .string(conversation.titleOrigin.rawValue),
      "version": .integer(Int64(conversation.version)),
      "created_at": json(conversation.createdAt), "updated_at": json(conversation.updatedAt),
      "archived_at": conversation.archivedAt.map(json) ?? .null,
      "leaf_id": JSONValue(conversation.leafID?.rawValue), "messages": .array(messages),
    ])
  }

  private static func json(_ message: Message, chosenChild: MessageID?) -> JSONValue {
    let content = message.content
    var object: JSONObject = [
      "id": .string(message.id.rawValue), "parent_id": JSONValue(message.parentID?.rawValue),
      "role": .string(message.role.rawValue), "status": .string(message.status.rawValue),
    ]
    object["chosen_child_id"] = chosenChild.map { .string($0.rawValue) }
    object["model"] = message.model.map { .string($0.description) }
    object["stop_reason"] = content.stopReason.map { .string($0.rawValue) }
    object["usage"] = content.usage?.json
    object["error"] = content.error?.json
    if !content.notes.isEmpty { object["notes"] = .array(content.notes.map(\.json)) }
    object["created_at"] = json(message.createdAt)
    object["version"] = .integer(Int64(message.version))
    object["edited_at"] = message.editedAt.map(json)
    object["pinned_at"] = message.pinnedAt.map(json)
    object["parts"] = .array(content.parts.map(\.json))
    return .object(object)
  }

  private static func json(_ time: Timestamp) -> JSONValue { .integer(time.milliseconds) }
}
