internal import SottoCore
internal import SottoMarkdown

/// Conversations as one page that needs nothing else: styles inside, pictures as data, no scripts.
enum HTMLExport {
  /// A page is made in pieces, so that pictures are never all in memory.
  enum Piece {
    case text(String)
    /// The address of a picture.
    case image(FileReference)
  }

  private static let style = """
    :root { color-scheme: light dark; --line: #ddd; --soft: #666; --user: #f3f3f1; }
    @media (prefers-color-scheme: dark) {
      :root { --line: #444; --soft: #aaa; --user: #2a2a28; }
      body { background: #1b1b1a; color: #e8e8e6; }
    }
    body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; }
    article { border-bottom: 1px solid var(--line); padding-bottom: 2rem; margin-bottom: 2rem; }
    header p, h2, .note { color: var(--soft); font-size: 0.85rem; font-weight: normal; margin: 0; }
    section { margin: 1.5rem 0; overflow-wrap: break-word; }
    section.user { background: var(--user); border-radius: 0.6rem; padding: 0.6rem 1rem; }
    pre { overflow-x: auto; padding: 0.8rem; border: 1px solid var(--line); border-radius: 0.4rem; }
    code { font: 0.9em ui-monospace, monospace; }
    table { border-collapse: collapse; } td, th { border: 1px solid var(--line); padding: 0.3rem 0.6rem; }
    blockquote { margin-left: 0; padding-left: 1rem; border-left: 3px solid var(--line); }
    img { max-width: 100%; } details { color: var(--soft); }
    """

  static func head(title: String) -> String {
    """
    <!doctype html>
    <html>
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
    <title>\(escaped(title))</title>
    <style>
    \(style)
    </style>
    </head>
    <body>

    """
  }

  static let end = "</body>\n</html>\n"

  static func article(of tree: ConversationTree, in project: Project) -> [Piece] {
    let conversation = tree.conversation
    let title = conversation.title.isEmpty ? "Untitled" : conversation.title
    var html = "<article id=\"\(conversation.id)\">\n<header>\n<h1>\(escaped(title))</h1>\n"
    html += "<p>\(escaped(project.details.name)) · \(day(conversation.createdAt))</p>\n</header>\n"
    var pieces: [Piece] = [.text(html)]
    for message in tree.path { pieces += section(message) }
    return pieces + [.text("</article>\n")]
  }

  private static func section(_ message: Message) -> [Piece] {
    let speaker = message.role == .user ? "User" : message.model?.model ?? "Assistant"
    let time = "<time datetime=\"\(message.createdAt.iso8601)\">\(day(message.createdAt))</time>"
    var pieces: [Piece] = [
      .text(
        "<section class=\"\(message.role.rawValue)\">\n<h2>\(escaped(speaker)) · \(time)</h2>\n")
    ]
    for part in message.content.parts { pieces += self.pieces(of: part) }
    if let note = MarkdownExport.note(on: message) {
      pieces.append(.text("<p class=\"note\">\(escaped(note))</p>\n"))
    }
    return pieces + [.text("</section>\n")]
  }

  private static func pieces(of part: Part) -> [Piece] {
    let renderer = MarkdownRenderer()
    switch part {
    case .text(let text), .refusal(let text): return [.text(renderer.html(of: text) + "\n")]
    case .reasoning(let text):
      return [
        .text(
          "<details><summary>Reasoning</summary>\n\(renderer.html(of: text))\n</details>\n")
      ]
    case .file(let file):
      let isShown = ["image/png", "image/jpeg", "image/gif", "image/webp"].contains(file.mediaType)
      guard isShown else {
        return [.text("<p class=\"note\">\(escaped(file.name)) (\(file.size) bytes)</p>\n")]
      }
      return [
        .text("<p><img alt=\"\(escaped(file.name))\" src=\""), .image(file), .text("\"></p>\n"),
      ]
    case .toolCall(let call):
      return [.text(renderer.html(of: Markdown.block(call.name, call.arguments, "json")) + "\n")]
    case .toolResult(let result):
      let title = "\(result.name): \(result.isError ? "error" : "result")"
      return [.text(renderer.html(of: Markdown.block(title, result.text)) + "\n")]
    case .signature, .opaque: return []
    }
  }

  /// Such as `2026-11-30 15:39 UTC`.
  private static func day(_ time: Timestamp) -> String {
    let text = time.iso8601
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
  }

  private static func escaped(_ text: String) -> String {
    var html = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      default: html.unicodeScalars.append(character)
      }
    }
    return html
  }
}
