internal import SottoCore

/// Reads what a message of a ChatGPT export says: one of many kinds of content, and new ones.
struct ChatGPTContentReader {
  /// Whom a model's message is for: `all`, or a tool.
  let recipient: String
  /// The tool that speaks.
  let tool: String?
  let metadata: JSONValue
  let isUser: Bool
  var remarks = Remarks()

  init(recipient: String, tool: String?, metadata: JSONValue, isUser: Bool) {
    self.recipient = recipient
    self.tool = tool
    self.metadata = metadata
    self.isUser = isUser
  }

  mutating func parts(of content: JSONValue, _ kind: String) -> [ParsedPart] {
    var parts = body(of: content, kind)
    if isUser { parts += attachments(besides: parts) }
    return parts
  }

  private mutating func body(of content: JSONValue, _ kind: String) -> [ParsedPart] {
    switch kind {
    case "text", "multimodal_text":
      if let text = content.string { return texts(text) }
      return (content["parts"]?.array ?? []).flatMap { piece($0) }
    case "code": return code(content)
    case "execution_output": return block("Output", content.text("text"))
    case "thoughts": return thoughts(content)
    case "reasoning_recap":
      return (content.text("content")).map { [.part(.reasoning($0))] } ?? []
    case "tether_browsing_display":
      return block("Browsing", content.text("result") ?? content.text("summary"))
    case "tether_quote": return quote(content)
    case "system_error":
      return block(content.text("name") ?? "Error", content.text("text"))
    default: return unknown(content, kind)
    }
  }

  private func texts(_ text: String) -> [ParsedPart] {
    if text.allSatisfy(\.isWhitespace) { return [] }
    if recipient != "all" { return call(text) }
    return [.text(ChatGPTCitations.resolved(text, metadata))]
  }

  private func block(_ title: String, _ text: String?, _ language: String = "") -> [ParsedPart] {
    guard let text, !text.allSatisfy(\.isWhitespace) else { return [] }
    return [.text(Markdown.block(title, text, language))]
  }

  private func code(_ content: JSONValue) -> [ParsedPart] {
    guard let text = content.text("text") else { return [] }
    if recipient != "all" { return call(text) }
    let language = content.text("language") ?? ""
    return [.text(Markdown.fence(text, language == "unknown" ? "" : language))]
  }

  /// What a model wrote for a tool. A document of the canvas is what the person saw.
  private func call(_ text: String) -> [ParsedPart] {
    let value = try? JSONValue(parsing: text)
    if recipient.hasPrefix("canmore"), let value, let body = value.text("content") {
      let type = value.text("type") ?? "document"
      let title = "**\(value.text("name") ?? "Canvas")**\n\n"
      guard type.hasPrefix("code/") else { return [.text(title + body)] }
      return [.text(title + Markdown.fence(body, String(type.dropFirst(5))))]
    }
    let isPython = recipient == "python" || recipient == "code_interpreter"
    return block(recipient, text, isPython ? "python" : value == nil ? "" : "json")
  }

  private func thoughts(_ content: JSONValue) -> [ParsedPart] {
    let texts = (content["thoughts"]?.array ?? []).compactMap { thought -> String? in
      let parts = [thought.text("summary").map { "**\($0)**" }, thought.text("content")]
      let text = parts.compactMap(\.self).joined(separator: "\n\n")
      return text.isEmpty ? thought.string : text
    }
    return texts.isEmpty ? [] : [.part(.reasoning(texts.joined(separator: "\n\n")))]
  }

  private func quote(_ content: JSONValue) -> [ParsedPart] {
    guard let text = content.text("text") else { return [] }
    var title = content.text("title") ?? content.text("domain") ?? "Quote"
    if let url = content.text("url"), url.hasPrefix("http") { title = "[\(title)](\(url))" }
    return [.text("**\(title)**\n\n\(Markdown.quote(text))")]
  }

  /// One part of a message that mixes texts with pictures and sound.
  private mutating func piece(_ part: JSONValue) -> [ParsedPart] {
    if let text = part.string { return texts(text) }
    let kind = part.text("content_type") ?? "unknown"
    if let text = part.text("text"), part["asset_pointer"] == nil { return texts(text) }
    if let pointer = part.text("asset_pointer")
      ?? part["audio_asset_pointer"]?.text("asset_pointer")
    {
      return [asset(pointer, kind)]
    }
    return part.object == nil ? [] : unknown(part, kind)
  }

  private func asset(_ pointer: String, _ kind: String) -> ParsedPart {
    let id = Self.assetID(pointer)
    let attached = (metadata["attachments"]?.array ?? []).first { $0.text("id") == id }
    let name = attached?.text("name") ?? (kind.hasPrefix("image") ? "image" : "file")
    return .asset(id, name: name)
  }

  /// `file-service://file-ABC`, `sediment://file_0123` → `file-ABC`, `file_0123`.
  static func assetID(_ pointer: String) -> String {
    let name = pointer.split(separator: "/").last.map(String.init) ?? pointer
    return String(name.prefix { $0 != "?" && $0 != "#" })
  }

  /// Files that a person added and that no part names.
  private func attachments(besides parts: [ParsedPart]) -> [ParsedPart] {
    var known: Set<String> = []
    for case .asset(let id, _) in parts { known.insert(id) }
    return (metadata["attachments"]?.array ?? []).compactMap { attachment in
      guard let id = attachment.text("id"), known.insert(id).inserted else { return nil }
      return .asset(id, name: attachment.text("name") ?? "file")
    }
  }

  /// The words of a kind that is not known; without any, all of it.
  private mutating func unknown(_ content: JSONValue, _ kind: String) -> [ParsedPart] {
    if content.isNull { return [] }
    let name = kind.isEmpty ? "unknown" : kind
    let strings = (content["parts"]?.array ?? []).compactMap(\.string).filter { !$0.isEmpty }
    for text in [content.text("text"), content.text("result"), content.text("content")] {
      guard let text else { continue }
      remarks.convert("part", name, "kept as text")
      return block(name, text)
    }
    if !strings.isEmpty {
      remarks.convert("part", name, "kept as text")
      return block(name, strings.joined(separator: "\n\n"))
    }
    let isEmpty = (content.object?.members ?? []).allSatisfy {
      $0.key == "content_type" || $0.value.isNull || $0.value == [] || $0.value == ""
    }
    if isEmpty { return [] }
    remarks.convert("part", name, "kept as the JSON it was")
    return block(name, content.readable, "json")
  }
}

/// ChatGPT marks citations with characters of the private use area.
enum ChatGPTCitations {
  private static let start: Unicode.Scalar = "\u{E200}"
  private static let end: Unicode.Scalar = "\u{E201}"

  /// The text with what a reader saw in the place of each mark.
  static func resolved(_ text: String, _ metadata: JSONValue) -> String {
    guard text.unicodeScalars.contains(start) else { return text }
    var shown: [String: String] = [:]
    for reference in metadata["content_references"]?.array ?? [] {
      guard let mark = reference.text("matched_text") else { continue }
      shown[mark] = reference.text("alt") ?? ""
    }
    var result = ""
    var mark: String.UnicodeScalarView?
    for scalar in text.unicodeScalars {
      if scalar == start, mark == nil {
        mark = String.UnicodeScalarView([scalar])
      } else if var open = mark {
        open.append(scalar)
        mark = open
        if scalar == end {
          result += shown[String(open)] ?? ""
          mark = nil
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    if let mark { result += String(mark.dropFirst()) }
    return result
  }
}
