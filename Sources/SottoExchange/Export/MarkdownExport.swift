internal import SottoCore

/// A conversation's chosen path as Markdown, for people; ``MarkdownReader`` reads it again.
enum MarkdownExport {
  /// The conversation with its front matter; `isFirst` when it begins the file.
  static func text(of tree: ConversationTree, in project: Project, isFirst: Bool) -> String {
    let conversation = tree.conversation
    let title = conversation.title.isEmpty ? "Untitled" : conversation.title
    var text = isFirst ? "---\n" : "\n--- # sotto\n"
    text += "sotto: 1\n"
    text += "title: \(JSONValue.string(title).encodedText)\n"
    text += "id: \(conversation.id)\n"
    text += "project: \(JSONValue.string(project.details.name).encodedText)\n"
    text += "created: \(conversation.createdAt.iso8601)\n"
    text += "updated: \(conversation.updatedAt.iso8601)\n"
    let models = Set(tree.path.compactMap { $0.model?.description })
    if !models.isEmpty { text += "models: \(models.sorted().joined(separator: ", "))\n" }
    text += "---\n\n# \(title.split(whereSeparator: \.isNewline).joined(separator: " "))\n"
    for message in tree.path { text += Self.text(of: message) }
    return text
  }

  private static func text(of message: Message) -> String {
    var text = "\n## "
    switch message.role {
    case .user: text += "User"
    case .assistant: text += "Assistant"
    case .summary: text += "Summary"
    }
    if let model = message.model { text += " · \(model)" }
    text += "\n<!-- \(message.id) \(message.createdAt.iso8601) -->\n\n"
    text += message.content.parts.compactMap(body).joined(separator: "\n\n")
    if let note = note(on: message) { text += "\n\n*\(note)*" }
    return text + "\n"
  }

  private static func body(_ part: Part) -> String? {
    switch part {
    case .text(let text), .refusal(let text): text
    case .reasoning(let text):
      "<details>\n<summary>Reasoning</summary>\n\n\(text)\n\n</details>"
    case .file(let file):
      "\(file.isImage ? "!" : "")[\(file.name.filter { $0 != "]" && $0 != "[" })](files/\(file.digest))"
    case .toolCall(let call): Markdown.block(call.name, call.arguments, "json")
    case .toolResult(let result):
      Markdown.block("\(result.name): \(result.isError ? "error" : "result")", result.text)
    case .signature, .opaque: nil
    }
  }

  /// What a reader should know of an answer that is not complete.
  static func note(on message: Message) -> String? {
    switch message.status {
    case .complete: message.content.stopReason == .length ? "cut off at the length limit" : nil
    case .stopped: "stopped"
    case .failed: "failed: \(message.content.error?.message ?? "unknown")"
    case .interrupted, .waiting, .streaming: "interrupted"
    }
  }
}
