internal import SottoCore

/// Chats of an Open WebUI export: a tree in `history.messages`, its end in `history.currentId`.
enum OpenWebUIReader {
  /// The chat itself, inside or without the row of the database that it is exported with.
  static func chat(of value: JSONValue) -> JSONValue? {
    if let chat = value["chat"], chat.object != nil { return chat }
    return value["history"]?.object != nil ? value : nil
  }

  static func conversation(_ value: JSONValue) throws -> ParsedConversation {
    guard let chat = chat(of: value) else { throw ExchangeError("it has no messages") }
    let updated = value.time("updated_at")
    var parsed = ParsedConversation(
      draft: ConversationDraft(
        key: value.text("id") ?? chat.text("id") ?? "",
        title: value.text("title") ?? chat.text("title") ?? "",
        createdAt: value.time("created_at") ?? chat.time("timestamp"), updatedAt: updated,
        archivedAt: value["archived"]?.bool == true ? updated : nil))
    if let folder = value.text("folder_id") {
      // Of a folder the file has only the id.
      parsed.project = ProjectDraft(
        key: folder, details: ProjectDetails(name: "Open WebUI folder \(folder.prefix(8))"))
    }
    let tree: MessageTree
    if let messages = chat["history"]?["messages"]?.object {
      let nodes = messages.members.map { member in
        MessageTree.Node(
          key: member.key, parent: member.value.text("parentId"),
          message: message(member.value, key: member.key, &parsed.remarks))
      }
      tree = MessageTree(nodes)
      parsed.draft.leaf = tree.place(of: chat["history"]?.text("currentId"))
    } else {
      tree = Self.list(chat["messages"]?.array ?? [], &parsed.remarks)
    }
    parsed.messages = tree.messages
    return parsed
  }

  /// Old exports have only the shown messages, one after the other.
  private static func list(_ messages: [JSONValue], _ remarks: inout Remarks) -> MessageTree {
    var nodes: [MessageTree.Node] = []
    for (index, value) in messages.enumerated() {
      let key = value.text("id") ?? ""
      nodes.append(
        MessageTree.Node(
          key: "\(index)", parent: index == 0 ? nil : "\(index - 1)",
          message: message(value, key: key, &remarks)))
    }
    return MessageTree(nodes)
  }

  private static func message(
    _ value: JSONValue, key: String, _ remarks: inout Remarks
  ) -> ParsedMessage? {
    let role = value.text("role") ?? ""
    if role == "system" {
      remarks.skip("message", role, "instructions of one chat: Sotto keeps them in the project")
      return nil
    }
    let isUser = role == "user"
    var message = ParsedMessage(
      draft: MessageDraft(
        key: key, role: isUser ? .user : .assistant, createdAt: value.time("timestamp")))
    for part in ReasoningDetails.parts(of: value["content"]?.string ?? "") { message.append(part) }
    for file in value["files"]?.array ?? [] { message.parts.append(self.file(file)) }
    if let error = value["error"]?.text("content") ?? value.text("error") {
      message.append(.text(Markdown.block("Error", error)))
    }
    if message.parts.isEmpty {
      remarks.skip("message", role.isEmpty ? "unknown" : role, "it is empty")
      return nil
    }
    if !isUser {
      message.draft.model = ImportedModel.reference(value.text("model"), source: "open-webui")
      message.draft.content.usage = TokenFigures.usage(value["usage"] ?? value["info"])
      if value["done"]?.bool == false { message.draft.status = .interrupted }
    }
    return message
  }

  private static func file(_ value: JSONValue) -> ParsedPart {
    let file = value["file"] ?? .null
    let name = value.text("name") ?? file.text("filename") ?? value.text("type") ?? "file"
    if let url = value.text("url"), let content = DataURL.content(of: url) {
      return .file(name: name, mediaType: content.mediaType, bytes: content.bytes)
    }
    if let text = file["data"]?.text("content") {
      return .file(name: name, mediaType: "text/plain", bytes: Array(text.utf8))
    }
    return .asset(value.text("id") ?? value.text("url") ?? name, name: name)
  }
}

/// Reasoning that is written into the text as an HTML element.
enum ReasoningDetails {
  private static let start = "<details type=\"reasoning\""
  private static let end = "</details>"

  static func parts(of text: String) -> [ParsedPart] {
    var parts: [ParsedPart] = []
    var rest = text[...]
    func addText(_ text: Substring) {
      let trimmed = text.drop(while: \.isNewline)
      if !trimmed.allSatisfy(\.isWhitespace) { parts.append(.text(String(trimmed))) }
    }
    while let opening = rest.firstRange(of: start) {
      let after = rest[opening.upperBound...]
      guard let bracket = after.firstIndex(of: ">"), let closing = after.firstRange(of: end) else {
        break
      }
      addText(rest[..<opening.lowerBound])
      if bracket < closing.lowerBound {
        let reasoning = plain(after[after.index(after: bracket)..<closing.lowerBound])
        if !reasoning.isEmpty { parts.append(.part(.reasoning(reasoning))) }
      }
      rest = after[closing.upperBound...]
    }
    addText(rest)
    return parts
  }

  /// Without the summary and the marks of the quotation.
  private static func plain(_ text: Substring) -> String {
    var body = text
    if let summary = body.firstRange(of: "</summary>") { body = body[summary.upperBound...] }
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("> ") ? line.dropFirst(2) : line == ">" ? "" : line
    }
    let joined = lines.joined(separator: "\n")
    return String(joined.drop(while: \.isNewline).reversed().drop(while: \.isNewline).reversed())
  }
}

extension Substring {
  /// The first place of `text` in it, compared byte by byte.
  fileprivate func firstRange(of text: String) -> Range<Index>? {
    let wanted = Array(text.utf8)
    var index = utf8.startIndex
    while index < utf8.endIndex {
      if utf8[index] == wanted[0], utf8[index...].starts(with: wanted) {
        return index..<utf8.index(index, offsetBy: wanted.count)
      }
      utf8.formIndex(after: &index)
    }
    return nil
  }
}

/// Token figures as OpenAI's protocol and its followers write them.
enum TokenFigures {
  static func usage(_ value: JSONValue?) -> Usage? {
    guard let value else { return nil }
    let input =
      value["prompt_tokens"]?.int ?? value["input_tokens"]?.int
      ?? value["inputTokens"]?.int ?? value["prompt_eval_count"]?.int
    let output =
      value["completion_tokens"]?.int ?? value["output_tokens"]?.int
      ?? value["outputTokens"]?.int ?? value["eval_count"]?.int
    if input == nil, output == nil { return nil }
    return Usage(inputTokens: input, outputTokens: output)
  }
}
