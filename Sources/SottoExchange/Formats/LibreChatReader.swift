internal import SottoCore

/// A conversation of LibreChat: messages nested in each other, or in a list where each names its parent.
enum LibreChatReader {
  static func conversation(_ value: JSONValue) throws -> ParsedConversation {
    let roots =
      value["messagesTree"]?.array ?? value["messages"]?.array
      ?? (value["messages"]?.object != nil ? value["messages"]?["children"]?.array : nil)
    guard let roots else { throw ExchangeError("it has no messages") }
    var parsed = ParsedConversation(
      draft: ConversationDraft(
        key: value.text("conversationId") ?? "", title: value.text("title") ?? "",
        createdAt: value.time("createdAt"), updatedAt: value.time("updatedAt")))
    var nodes: [MessageTree.Node] = []
    let endpoint = value.text("endpoint")
    // The last is the one to go on with, so that a deep conversation needs no stack.
    var open = roots.reversed().map { Open(value: $0, parent: nil) }
    while let next = open.popLast() {
      guard next.value.object != nil else {
        parsed.remarks.skip("message", "unknown", "it is no object")
        continue
      }
      let key = next.value.text("messageId") ?? next.value.text("id") ?? "#\(nodes.count)"
      nodes.append(
        MessageTree.Node(
          key: key, parent: next.parent ?? next.value.text("parentMessageId"),
          message: message(next.value, endpoint, &parsed.remarks)))
      for child in (next.value["children"]?.array ?? []).reversed() {
        open.append(Open(value: child, parent: key))
      }
    }
    let tree = MessageTree(nodes)
    parsed.messages = tree.messages
    return parsed
  }

  private struct Open {
    var value: JSONValue
    var parent: String?
  }

  private static func message(
    _ value: JSONValue, _ endpoint: String?, _ remarks: inout Remarks
  ) -> ParsedMessage? {
    let isUser = value["isCreatedByUser"]?.bool ?? (value.text("sender") == "User")
    var message = ParsedMessage(
      draft: MessageDraft(
        key: value.text("messageId") ?? "", role: isUser ? .user : .assistant,
        createdAt: value.time("createdAt")))
    for block in value["content"]?.array ?? [] {
      for part in parts(of: block, &remarks) { message.append(part) }
    }
    if message.parts.isEmpty, let text = value.text("text") { message.append(.text(text)) }
    for file in (value["files"]?.array ?? []) + (value["attachments"]?.array ?? []) {
      let name = file.text("filename") ?? "file"
      if let text = file.text("text") {
        message.parts.append(
          .file(name: name, mediaType: file.text("type") ?? "text/plain", bytes: Array(text.utf8)))
      } else {
        message.parts.append(.asset(file.text("file_id") ?? name, name: name))
      }
    }
    if message.parts.isEmpty {
      remarks.skip("message", isUser ? "user" : "assistant", "it is empty")
      return nil
    }
    if !isUser {
      message.draft.model = ImportedModel.reference(
        value.text("model"), provider: value.text("endpoint") ?? endpoint, source: "librechat")
      if value["unfinished"]?.bool == true { message.draft.status = .interrupted }
    }
    return message
  }

  private static func parts(of block: JSONValue, _ remarks: inout Remarks) -> [ParsedPart] {
    let kind = block.text("type") ?? "unknown"
    let body = block[kind] ?? .null
    let text = body.string ?? body.text("value") ?? ""
    switch kind {
    case "text": return text.allSatisfy(\.isWhitespace) ? [] : [.text(text)]
    case "think": return text.isEmpty ? [] : [.part(.reasoning(text))]
    case "error": return [.text(Markdown.block("Error", text.isEmpty ? body.readable : text))]
    case "tool_call":
      let call = body["function"] ?? body
      let name = call.text("name") ?? body.text("name") ?? "tool"
      let arguments = call.text("args") ?? call.text("arguments") ?? call["args"]?.readable ?? ""
      var parts: [ParsedPart] = [.text(Markdown.block(name, arguments, "json"))]
      if let output = body.text("output") ?? call.text("output") {
        parts.append(.text(Markdown.block("\(name): result", output)))
      }
      return parts
    case "image_url":
      let url = body.string ?? body.text("url") ?? ""
      if let content = DataURL.content(of: url) {
        return [.file(name: "image", mediaType: content.mediaType, bytes: content.bytes)]
      }
      return [.asset(url, name: "image")]
    case "image_file":
      return [
        .asset(body.text("file_id") ?? "image", name: body.text("filename") ?? "image")
      ]
    default:
      remarks.convert("part", kind, "kept as the JSON it was")
      return block.isNull ? [] : [.text(Markdown.block(kind, block.readable, "json"))]
    }
  }
}
