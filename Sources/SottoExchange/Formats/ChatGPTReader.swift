internal import SottoCore

/// Conversations of a ChatGPT export: a tree of nodes (`mapping`), each with its parent.
enum ChatGPTReader {
  static func conversation(_ value: JSONValue) throws -> ParsedConversation {
    guard let mapping = value["mapping"]?.object else {
      throw ExchangeError("it has no messages")
    }
    let updated = value.time("update_time")
    var parsed = ParsedConversation(
      draft: ConversationDraft(
        key: value.text("conversation_id") ?? value.text("id") ?? "",
        title: value.text("title") ?? "", createdAt: value.time("create_time"),
        updatedAt: updated,
        archivedAt: value["is_archived"]?.bool == true ? updated : nil))
    parsed.project = project(value)
    let parents = parents(in: mapping)
    let standard = value.text("default_model_slug")
    var nodes: [MessageTree.Node] = []
    for member in mapping.members {
      var reader = ChatGPTMessageReader(defaultModel: standard)
      let message = member.value["message"].flatMap { reader.message($0, key: member.key) }
      reader.remarks.skipped.forEach { parsed.remarks.skip($0.subject, $0.name, $0.reason) }
      reader.remarks.converted.forEach { parsed.remarks.convert($0.subject, $0.name, $0.reason) }
      nodes.append(
        MessageTree.Node(key: member.key, parent: parents[member.key], message: message))
    }
    let tree = MessageTree(nodes, foldsAnswers: true)
    parsed.messages = tree.messages
    parsed.draft.leaf = tree.place(of: value.text("current_node"))
    return parsed
  }

  /// A node names its parent, or its parent names it.
  private static func parents(in mapping: JSONObject) -> [String: String] {
    var parents: [String: String] = [:]
    for member in mapping.members {
      for child in member.value["children"]?.array ?? [] {
        if let child = child.string { parents[child] = member.key }
      }
    }
    for member in mapping.members {
      if let parent = member.value.text("parent") { parents[member.key] = parent }
    }
    return parents
  }

  /// A project has an id, and its name is not in the file.
  private static func project(_ value: JSONValue) -> ProjectDraft? {
    let id = value.text("conversation_template_id") ?? value.text("gizmo_id") ?? ""
    guard id.hasPrefix("g-p-") else { return nil }
    return ProjectDraft(
      key: id, details: ProjectDetails(name: "ChatGPT project \(id.dropFirst(4).prefix(8))"))
  }
}

/// Reads one message of a ChatGPT export.
struct ChatGPTMessageReader {
  let defaultModel: String?
  var remarks = Remarks()

  init(defaultModel: String?) { self.defaultModel = defaultModel }

  /// `nil` for a message that is not shown.
  mutating func message(_ value: JSONValue, key: String) -> ParsedMessage? {
    guard value.object != nil else { return nil }
    let role = value["author"]?.text("role") ?? value.text("role") ?? ""
    let content = value["content"] ?? .null
    let kind = content.text("content_type") ?? (content.string == nil ? "" : "text")
    let metadata = value["metadata"] ?? .null
    let isHidden =
      role == "system" || metadata["is_visually_hidden_from_conversation"]?.bool == true
      || kind == "user_editable_context" || kind == "model_editable_context"
    if isHidden {
      // The root of each conversation is an empty one; nobody misses it.
      if ChatGPTMessageReader.hasWords(content) {
        remarks.skip("message", kind, "hidden in ChatGPT: context that nobody wrote or was shown")
      }
      return nil
    }
    var message = ParsedMessage(
      draft: MessageDraft(
        key: value.text("id") ?? key, role: role == "user" ? .user : .assistant,
        createdAt: value.time("create_time") ?? value.time("update_time")))
    var reader = ChatGPTContentReader(
      recipient: value.text("recipient") ?? "all", tool: value["author"]?.text("name"),
      metadata: metadata, isUser: role == "user")
    for part in reader.parts(of: content, kind) { message.append(part) }
    reader.remarks.converted.forEach { remarks.convert($0.subject, $0.name, $0.reason) }
    if message.parts.isEmpty { return nil }
    if role == "assistant" {
      message.draft.model = ImportedModel.reference(
        metadata.text("model_slug") ?? defaultModel, provider: "openai", source: "openai")
    }
    if message.draft.role == .assistant { finish(&message, value, metadata) }
    return message
  }

  private func finish(_ message: inout ParsedMessage, _ value: JSONValue, _ metadata: JSONValue) {
    switch metadata["finish_details"]?.text("type") {
    case "stop": message.draft.content.stopReason = .stop
    case "max_tokens": message.draft.content.stopReason = .length
    case "interrupted": message.draft.status = .stopped
    default: break
    }
    if value.text("status") == "in_progress" { message.draft.status = .interrupted }
  }

  private static func hasWords(_ content: JSONValue) -> Bool {
    for part in content["parts"]?.array ?? [] where part.string != "" { return true }
    return content.text("text") != nil || content.text("user_profile") != nil
      || content.text("user_instructions") != nil
  }
}
