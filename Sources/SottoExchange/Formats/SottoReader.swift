internal import SottoCore

/// Conversations, projects and templates of our own export (`Docs/export-format.md`).
enum SottoReader {
  static func conversation(_ value: JSONValue) throws -> ParsedConversation {
    guard let id = value.text("id").flatMap({ ConversationID($0) }),
      let messages = value["messages"]?.array
    else { throw ExchangeError("it has no id or no messages") }
    var parsed = ParsedConversation(
      draft: ConversationDraft(
        key: id.rawValue, id: id, title: value["title"]?.string ?? "",
        titleOrigin: Conversation.TitleOrigin(rawValue: value.text("title_origin") ?? "")
          ?? .person,
        version: max(1, value["version"]?.int ?? 1), createdAt: value.time("created_at"),
        updatedAt: value.time("updated_at"), archivedAt: value.time("archived_at")))
    if let project = value.text("project_id") {
      parsed.project = ProjectDraft(key: project, details: ProjectDetails(name: "Sotto"))
    }
    var nodes: [MessageTree.Node] = []
    for message in messages {
      guard let key = message.text("id") else {
        parsed.remarks.skip("message", message.text("role") ?? "unknown", "it has no id")
        continue
      }
      nodes.append(
        MessageTree.Node(
          key: key, parent: message.text("parent_id"),
          message: self.message(message, key: key, &parsed.remarks)))
    }
    let tree = MessageTree(nodes)
    parsed.messages = tree.messages
    for index in parsed.messages.indices {
      let draft = parsed.messages[index].draft
      guard draft.role == .summary, draft.parent == nil else { continue }
      parsed.messages[index].draft.role = .assistant
      parsed.remarks.convert(
        "message", "summary", "what it stands for is missing; kept as an answer")
    }
    parsed.draft.leaf = tree.place(of: value.text("leaf_id"))
    for message in messages {
      guard let place = tree.place(of: message.text("id")),
        let child = tree.place(of: message.text("chosen_child_id")), child != place
      else { continue }
      parsed.messages[place].draft.chosenChild = child
    }
    return parsed
  }

  private static func message(
    _ value: JSONValue, key: String, _ remarks: inout Remarks
  ) -> ParsedMessage {
    var message = ParsedMessage(
      draft: MessageDraft(
        key: key, id: MessageID(key),
        role: Message.Role(rawValue: value.text("role") ?? "") ?? .assistant,
        status: status(value.text("status")),
        model: value.text("model").flatMap { ModelReference($0) },
        createdAt: value.time("created_at"), version: max(1, value["version"]?.int ?? 1),
        editedAt: value.time("edited_at"), pinnedAt: value.time("pinned_at")))
    message.draft.content.usage = value["usage"].flatMap {
      $0.object == nil ? nil : Usage(json: $0)
    }
    message.draft.content.error = value["error"].flatMap {
      $0.object == nil ? nil : ProviderError(json: $0)
    }
    message.draft.content.notes = (value["notes"]?.array ?? []).compactMap { MessageNote(json: $0) }
    message.draft.content.stopReason = value.text("stop_reason").map { StopReason(rawValue: $0) }
    for json in value["parts"]?.array ?? [] {
      guard let part = Part(json: json) else {
        let kind = json.text("type") ?? "unknown"
        remarks.convert("part", kind, "kept as the JSON it was")
        message.parts.append(.text(Markdown.block(kind, json.readable, "json")))
        continue
      }
      if case .file(let file) = part {
        message.parts.append(.kept(file))
      } else {
        message.parts.append(.part(part))
      }
    }
    return message
  }

  private static func status(_ word: String?) -> Message.Status {
    let status = word.flatMap { Message.Status(rawValue: $0) } ?? .complete
    return status.isRunning ? .interrupted : status
  }

  /// `nil` for what is no project.
  static func project(_ value: JSONValue) -> ProjectDraft? {
    guard let id = value.text("id").flatMap({ ProjectID($0) }), let name = value.text("name"),
      let created = value.time("created_at")
    else { return nil }
    var details = ProjectDetails(
      name: name, description: value["description"]?.string ?? "",
      systemPrompt: value["system_prompt"]?.string ?? "",
      model: value.text("model").flatMap { ModelReference($0) },
      fallbackModel: value.text("fallback_model").flatMap { ModelReference($0) },
      settings: GenerationSettings(
        temperature: value["temperature"]?.double,
        maxOutputTokens: value["max_output_tokens"]?.int,
        stopSequences: (value["stop_sequences"]?.array ?? []).compactMap(\.string),
        seed: value["seed"]?.int,
        reasoningEffort: value.text("reasoning_effort").map { ReasoningEffort(rawValue: $0) }),
      context: value["context"].flatMap { ContextPolicy(json: $0) } ?? .fit,
      titles: value["titles"].flatMap { TitlePolicy(json: $0) } ?? .model(nil),
      retentionDays: value["retention_days"]?.int,
      openingMessage: value["opening_message"]?.string ?? "",
      behaviours: value["behaviours"].flatMap { ProjectBehaviours(json: $0) }
        ?? ProjectBehaviours())
    if let cache = value["answer_cache"], let seconds = cache["lifetime_seconds"]?.int,
      let bytes = cache["maximum_bytes"]?.int
    {
      details.answerCache = AnswerCachePolicy(lifetime: .seconds(seconds), maximumSize: bytes)
    }
    return ProjectDraft(
      key: id.rawValue, details: details,
      own: Project(
        id: id, details: details, createdAt: created,
        updatedAt: value.time("updated_at") ?? created,
        version: max(1, value["version"]?.int ?? 1)))
  }

  /// `nil` for what is no template.
  static func template(_ value: JSONValue) -> TemplateRecord? {
    guard let id = value.text("id").flatMap({ Identifier<TemplateRecord>($0) }),
      let name = value.text("name")
    else { return nil }
    func number(_ key: String) -> JSONValue { .integer(Int64(max(1, value[key]?.int ?? 1))) }
    return TemplateRecord(
      id: id.rawValue,
      fields: [
        "name": .string(name), "description": .string(value["description"]?.string ?? ""),
        "system_prompt": .string(value["system_prompt"]?.string ?? ""),
        "opening_message": .string(value["opening_message"]?.string ?? ""),
        "model": JSONValue(value["model"]?.string),
        "settings": JSONValue(value["settings"]?.string),
        "variables": JSONValue(value["variables"]?.string),
        "behaviours": JSONValue(value["behaviours"]?.string), "version": number("version"),
        "created_at": number("created_at"), "updated_at": number("updated_at"),
      ])
  }
}
