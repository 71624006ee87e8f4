internal import SottoCore

/// Conversations and projects of a Claude export.
enum ClaudeReader {
  static func conversation(_ value: JSONValue) throws -> ParsedConversation {
    guard let messages = value["chat_messages"]?.array else {
      throw ExchangeError("it has no messages")
    }
    var parsed = ParsedConversation(
      draft: ConversationDraft(
        key: value.text("uuid") ?? value.text("id") ?? "",
        title: value.text("name") ?? value.text("title") ?? "",
        createdAt: value.time("created_at"), updatedAt: value.time("updated_at")))
    let project = value["project"] ?? .null
    if let id = value.text("project_uuid") ?? project.text("uuid") {
      parsed.project = ProjectDraft(
        key: id, details: ProjectDetails(name: project.text("name") ?? "Claude project"))
    }
    var nodes: [MessageTree.Node] = []
    var seen: Set<String> = []
    var previous: String?
    let model = value.text("model")
    for (index, message) in messages.enumerated() {
      guard message.object != nil else {
        parsed.remarks.skip("message", "unknown", "it is no object")
        continue
      }
      let key = message.text("uuid") ?? ""
      // Equal and missing ids stay apart.
      let place = key.isEmpty || seen.contains(key) ? "\(key)#\(index)" : key
      let parent = message.text("parent_message_uuid")
      let isKnown = parent.map { seen.contains($0) } ?? false
      seen.insert(place)
      nodes.append(
        MessageTree.Node(
          key: place, parent: isRoot(parent) ? nil : isKnown ? parent : previous,
          message: Self.message(message, key: key, model, &parsed.remarks)))
      previous = place
    }
    let tree = MessageTree(nodes)
    parsed.messages = tree.messages
    parsed.draft.leaf = tree.place(of: value.text("current_leaf_message_uuid"))
    return parsed
  }

  /// The first messages of a conversation name this one.
  private static func isRoot(_ parent: String?) -> Bool {
    parent == "00000000-0000-4000-8000-000000000000"
  }

  private static func message(
    _ value: JSONValue, key: String, _ model: String?, _ remarks: inout Remarks
  ) -> ParsedMessage? {
    let isUser = value.text("sender") != "assistant" && value.text("role") != "assistant"
    var message = ParsedMessage(
      draft: MessageDraft(
        key: key, role: isUser ? .user : .assistant,
        createdAt: value.time("created_at") ?? value.time("updated_at")))
    if !isUser {
      message.draft.model = ImportedModel.reference(
        value.text("model") ?? model, provider: "anthropic", source: "anthropic")
    }
    var reader = ClaudeBlockReader()
    for block in value["content"]?.array ?? [] {
      for part in reader.parts(of: block) { message.append(part) }
    }
    reader.remarks.converted.forEach { remarks.convert($0.subject, $0.name, $0.reason) }
    let hasText = message.parts.contains { if case .part(.text) = $0 { true } else { false } }
    let plain = value.text("text") ?? value["content"]?.string ?? ""
    if !hasText, !plain.allSatisfy(\.isWhitespace) { message.append(.text(plain)) }
    message.parts += attachments(of: value)
    if message.parts.isEmpty {
      remarks.skip("message", isUser ? "user" : "assistant", "it is empty")
      return nil
    }
    return message
  }

  /// Of a document the export has the words, of a picture only the name.
  private static func attachments(of value: JSONValue) -> [ParsedPart] {
    var parts: [ParsedPart] = []
    for attachment in value["attachments"]?.array ?? [] {
      let name = attachment.text("file_name") ?? "attachment"
      if let text = attachment.text("extracted_content") {
        parts.append(.file(name: name, mediaType: "text/plain", bytes: Array(text.utf8)))
      } else {
        parts.append(.asset(attachment.text("id") ?? name, name: name))
      }
    }
    for file in (value["files"]?.array ?? []) + (value["files_v2"]?.array ?? []) {
      guard let name = file.text("file_name") ?? file.string else { continue }
      let isThere = parts.contains {
        switch $0 {
        case .file(name, _, _), .asset(_, name: name): true
        default: false
        }
      }
      if !isThere { parts.append(.asset(file.text("file_uuid") ?? name, name: name)) }
    }
    return parts
  }

  /// What `projects.json` says of one; its instructions are the system prompt.
  static func project(_ value: JSONValue, _ balance: inout ImportBalance) -> ProjectDraft? {
    guard let id = value.text("uuid"), let name = value.text("name") else { return nil }
    for document in value["docs"]?.array ?? [] {
      balance.skip(
        "project", document.text("filename") ?? "document",
        "a document of the project '\(name)': projects keep no documents of their own")
    }
    return ProjectDraft(
      key: id,
      details: ProjectDetails(
        name: name, description: value.text("description") ?? "",
        systemPrompt: value.text("prompt_template") ?? ""))
  }
}

/// Reads the blocks that a message of Claude's consists of.
struct ClaudeBlockReader {
  var remarks = Remarks()

  mutating func parts(of block: JSONValue) -> [ParsedPart] {
    if let text = block.string { return words(text) }
    let kind = block.text("type") ?? "unknown"
    switch kind {
    case "text": return words(block["text"]?.string ?? "")
    case "thinking":
      return block.text("thinking").map { [.part(.reasoning($0))] } ?? []
    case "redacted_thinking", "token_budget", "flag": return []
    case "tool_use", "server_tool_use":
      let name = block.text("name") ?? "tool"
      if name == "artifacts", let body = block["input"]?.text("content") {
        return artifact(block["input"] ?? .null, body)
      }
      return words(Markdown.block(name, (block["input"] ?? .null).readable, "json"))
    case "tool_result", "web_search_tool_result":
      return result(block)
    case "image":
      if let source = block["source"], let data = source.text("data"),
        let bytes = Base64.decode(data.utf8)
      {
        let type = source.text("media_type") ?? ""
        return [.file(name: "image", mediaType: type, bytes: bytes)]
      }
      return [.asset(block.text("file_uuid") ?? "image", name: block.text("file_name") ?? "image")]
    default:
      if let text = block.text("text") {
        remarks.convert("part", kind, "kept as text")
        return words(text)
      }
      remarks.convert("part", kind, "kept as the JSON it was")
      return words(Markdown.block(kind, block.readable, "json"))
    }
  }

  private func words(_ text: String) -> [ParsedPart] {
    text.allSatisfy(\.isWhitespace) ? [] : [.text(text)]
  }

  private func artifact(_ input: JSONValue, _ body: String) -> [ParsedPart] {
    let title = input.text("title") ?? "Artifact"
    if input.text("type") == "text/markdown" { return words("**\(title)**\n\n\(body)") }
    return words(Markdown.block(title, body, input.text("language") ?? ""))
  }

  private mutating func result(_ block: JSONValue) -> [ParsedPart] {
    let name = block.text("name") ?? "tool"
    let title = block["is_error"]?.bool == true ? "\(name): error" : "\(name): result"
    if let text = block.text("content") { return words(Markdown.block(title, text)) }
    var texts: [String] = []
    var others: [JSONValue] = []
    for piece in block["content"]?.array ?? [] {
      if let text = piece.text("text") {
        texts.append(text)
      } else if let link = piece.text("title"), let url = piece.text("url") {
        texts.append("\(link) \(url)")
      } else {
        others.append(piece)
      }
    }
    var parts = words(texts.isEmpty ? "" : Markdown.block(title, texts.joined(separator: "\n\n")))
    if !others.isEmpty {
      parts += words(Markdown.block(title, JSONValue.array(others).readable, "json"))
    }
    return parts
  }
}
