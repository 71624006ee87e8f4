internal import SottoCore

/// A session of a Chatbox export. Its threads are conversations of their own.
enum ChatboxReader {
  static func conversations(_ value: JSONValue) throws -> [ParsedConversation] {
    guard let messages = value["messages"]?.array else {
      throw ExchangeError("it has no messages")
    }
    let session = value.text("id") ?? ""
    let name = value.text("name") ?? ""
    var found: [ParsedConversation] = []
    for thread in value["threads"]?.array ?? [] {
      let title = thread.text("name") ?? name
      found.append(
        conversation(
          key: "\(session)/\(thread.text("id") ?? "")", title: title,
          thread["messages"]?.array ?? [], forks: value["messageForksHash"],
          createdAt: thread.time("createdAt")))
    }
    let current = conversation(
      key: session, title: value.text("threadName") ?? name, messages,
      forks: value["messageForksHash"], createdAt: nil)
    if !current.messages.isEmpty || found.isEmpty { found.append(current) }
    return found
  }

  private static func conversation(
    key: String, title: String, _ messages: [JSONValue], forks: JSONValue?, createdAt: Timestamp?
  ) -> ParsedConversation {
    var parsed = ParsedConversation(
      draft: ConversationDraft(key: key, title: title, createdAt: createdAt))
    var nodes: [MessageTree.Node] = []
    add(messages, after: nil, to: &nodes, &parsed.remarks)
    let last = nodes.last?.key
    // Other answers hang on the message after which they were asked for.
    for node in nodes {
      for list in forks?[node.key]?["lists"]?.array ?? [] {
        add(list["messages"]?.array ?? [], after: node.key, to: &nodes, &parsed.remarks)
      }
    }
    let tree = MessageTree(nodes)
    parsed.messages = tree.messages
    parsed.draft.leaf = tree.place(of: last)
    return parsed
  }

  private static func add(
    _ messages: [JSONValue], after parent: String?, to nodes: inout [MessageTree.Node],
    _ remarks: inout Remarks
  ) {
    var previous = parent
    for value in messages {
      let key = value.text("id") ?? "#\(nodes.count)"
      nodes.append(
        MessageTree.Node(key: key, parent: previous, message: message(value, &remarks)))
      previous = key
    }
  }

  private static func message(_ value: JSONValue, _ remarks: inout Remarks) -> ParsedMessage? {
    let role = value.text("role") ?? ""
    if role == "system" {
      remarks.skip("message", role, "instructions of one session: Sotto keeps them in the project")
      return nil
    }
    let isUser = role == "user"
    var message = ParsedMessage(
      draft: MessageDraft(
        key: value.text("id") ?? "", role: isUser ? .user : .assistant,
        createdAt: value.time("timestamp")))
    if let text = value.text("reasoningContent") { message.append(.part(.reasoning(text))) }
    for block in value["contentParts"]?.array ?? [] {
      for part in parts(of: block, &remarks) { message.append(part) }
    }
    if message.parts.isEmpty, let text = value.text("content") { message.append(.text(text)) }
    for file in (value["files"]?.array ?? []) + (value["pictures"]?.array ?? []) {
      let name = file.text("name") ?? "file"
      if let url = file.text("url"), let content = DataURL.content(of: url) {
        message.parts.append(
          .file(name: name, mediaType: content.mediaType, bytes: content.bytes))
      } else {
        message.parts.append(.asset(file.text("storageKey") ?? name, name: name))
      }
    }
    for link in value["links"]?.array ?? [] {
      if let url = link.text("url") {
        message.append(.text("[\(link.text("title") ?? url)](\(url))"))
      }
    }
    if let error = value.text("error") { message.append(.text(Markdown.block("Error", error))) }
    if message.parts.isEmpty {
      remarks.skip("message", role.isEmpty ? "unknown" : role, "it is empty")
      return nil
    }
    if !isUser {
      message.draft.model = ImportedModel.reference(
        value.text("model"), provider: value.text("aiProvider"), source: "chatbox")
      message.draft.content.usage = TokenFigures.usage(value["usage"])
    }
    return message
  }

  private static func parts(of block: JSONValue, _ remarks: inout Remarks) -> [ParsedPart] {
    let kind = block.text("type") ?? "unknown"
    switch kind {
    case "text", "info":
      let text = block["text"]?.string ?? ""
      return text.allSatisfy(\.isWhitespace) ? [] : [.text(text)]
    case "reasoning":
      return block.text("text").map { [.part(.reasoning($0))] } ?? []
    case "image":
      let key = block.text("storageKey") ?? "image"
      return [.asset(key, name: "image")]
    case "tool-call":
      let name = block.text("toolName") ?? "tool"
      var parts: [ParsedPart] = [
        .text(Markdown.block(name, (block["args"] ?? .null).readable, "json"))
      ]
      if let result = block["result"], !result.isNull {
        let text = result.string ?? result.readable
        parts.append(
          .text(Markdown.block("\(name): result", text, result.string == nil ? "json" : "")))
      }
      return parts
    default:
      remarks.convert("part", kind, "kept as the JSON it was")
      return [.text(Markdown.block(kind, block.readable, "json"))]
    }
  }
}
