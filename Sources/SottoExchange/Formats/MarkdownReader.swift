internal import SottoCore

/// Dialogs in Markdown: our own export, and any text in which headings such as `## User` and
/// `## Assistant`, or lines such as `**You:**`, say who speaks.
enum MarkdownReader {
  /// Several conversations follow each other in a file of our own.
  static func conversations(in text: String, name: String) -> [ParsedConversation] {
    var found: [ParsedConversation] = []
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.last == "\r" ? line.dropLast() : line
    }[...]
    while !lines.isEmpty {
      let head = FrontMatter(takingFrom: &lines)
      let end = lines.firstIndex { FrontMatter.isOwnStart($0) } ?? lines.endIndex
      let body = lines[..<end]
      lines = lines[end...]
      if head == nil, body.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { continue }
      found.append(conversation(head ?? FrontMatter(), body, name: name))
    }
    return found
  }

  private static func conversation(
    _ head: FrontMatter, _ lines: ArraySlice<Substring>, name: String
  ) -> ParsedConversation {
    let isOwn = head["sotto"] != nil
    var parsed = ParsedConversation(
      draft: ConversationDraft(
        key: head["id"] ?? name, id: isOwn ? head["id"].flatMap { ConversationID($0) } : nil,
        title: head["title"] ?? "", createdAt: head.time("created") ?? head.time("date"),
        updatedAt: head.time("updated")))
    if let project = head["project"] {
      parsed.project = ProjectDraft(key: project, details: ProjectDetails(name: project))
    }
    var speech: Speech?
    var fence: Substring?
    for (offset, line) in lines.enumerated() {
      let next = offset + 1 < lines.count ? lines[lines.startIndex + offset + 1] : ""
      if let mark = Self.fence(line) {
        if let open = fence { if mark.hasPrefix(open) { fence = nil } } else { fence = mark }
      } else if fence == nil || isOwn, let start = Speech(heading: line, next, isOwn: isOwn) {
        parsed.add(speech, head["model"])
        speech = start
        fence = nil
        continue
      }
      if speech != nil {
        speech?.lines.append(line)
      } else if parsed.draft.title.isEmpty, line.hasPrefix("# ") {
        parsed.draft.title = String(line.dropFirst(2))
      }
    }
    parsed.add(speech, head["model"])
    return parsed
  }

  /// The marks that begin or end a block of code.
  private static func fence(_ line: Substring) -> Substring? {
    let text = line.drop { $0 == " " }
    for mark: Character in ["`", "~"] {
      let marks = text.prefix { $0 == mark }
      if marks.count >= 3 { return marks }
    }
    return nil
  }
}

/// What one side says, line by line.
private struct Speech {
  var role: Message.Role
  var model: String?
  var id: String?
  var time: Timestamp?
  var isHidden = false
  var lines: [Substring] = []

  /// `nil` for a line that does not say who speaks.
  init?(heading line: Substring, _ next: Substring, isOwn: Bool) {
    let text = line.drop { $0 == "#" || $0 == "*" || $0 == " " || $0 == ">" }
    let isHeading = line.first == "#" || line.hasPrefix("**")
    let words = text.split { $0 == ":" || $0 == "*" || $0 == "·" || $0 == "(" }
    let who = (words.first ?? "").lowercased().filter { !$0.isWhitespace }
    let isAlone = isHeading || (line.last == ":" && words.count == 1)
    guard isAlone, text.utf8.count < 200 else { return nil }
    if Self.people.contains(who) {
      role = .user
    } else if Self.models.contains(who) {
      role = .assistant
    } else if who == "system" || who == "systemprompt" {
      role = .user
      isHidden = true
    } else {
      return nil
    }
    if isOwn {
      guard next.hasPrefix("<!-- "), next.hasSuffix(" -->") else { return nil }
      let marks = next.dropFirst(5).dropLast(4).split(separator: " ")
      guard let own = marks.first.flatMap({ MessageID(String($0)) }) else { return nil }
      id = own.rawValue
      time = marks.dropFirst().first.flatMap { Timestamp(iso8601: String($0)) }
      isHidden = false
    }
    if words.count > 1, isHeading {
      let model = words[1].drop { $0 == " " }.prefix { $0 != ")" }
      if !model.isEmpty, !model.contains(" ") { self.model = String(model) }
    }
  }

  private static let people: Set<String> = [
    "user", "you", "human", "me", "prompt", "question", "person", "用户", "我",
  ]
  private static let models: Set<String> = [
    "assistant", "ai", "chatgpt", "gpt", "claude", "gemini", "bot", "model", "answer", "response",
    "llm", "助手",
  ]

  var text: String {
    var lines = self.lines[...]
    if id != nil { lines = lines.dropFirst() }
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}

extension ParsedConversation {
  fileprivate mutating func add(_ speech: Speech?, _ model: String?) {
    guard let speech else { return }
    let text = speech.text
    if speech.isHidden {
      return remarks.skip(
        "message", "system", "instructions of one dialog: Sotto keeps them in the project")
    }
    if text.isEmpty { return remarks.skip("message", speech.role.rawValue, "it is empty") }
    var message = ParsedMessage(
      draft: MessageDraft(
        key: speech.id ?? "", id: speech.id.flatMap { MessageID($0) },
        parent: messages.isEmpty ? nil : messages.count - 1, role: speech.role,
        createdAt: speech.time))
    if speech.role == .assistant, let model = speech.model ?? model {
      message.draft.model =
        ModelReference(model) ?? ImportedModel.reference(model, source: "markdown")
    }
    message.parts = [.text(text)]
    messages.append(message)
  }
}

/// What is between two lines of `---` at the beginning: simple `key: value` lines.
private struct FrontMatter {
  private var values: [String: String] = [:]

  init() {}

  /// `nil`, and nothing taken, where there is none.
  init?(takingFrom lines: inout ArraySlice<Substring>) {
    var rest = lines.drop { $0.allSatisfy(\.isWhitespace) }
    guard let first = rest.first, first == "---" || Self.isOwnStart(first) else { return nil }
    rest.removeFirst()
    guard let end = rest.firstIndex(of: "---") else { return nil }
    for line in rest[..<end] {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      // A quoted value is a JSON text, which YAML's double quotes take as well.
      let plain = value.first == "\"" ? (try? JSONValue(parsing: String(value)))?.string : nil
      values[String(line[..<colon])] = plain ?? String(value)
    }
    lines = rest[rest.index(after: end)...]
  }

  /// The line that begins each further conversation of our own export.
  static func isOwnStart(_ line: Substring) -> Bool { line == "--- # sotto" }

  subscript(_ key: String) -> String? {
    guard let value = values[key], !value.isEmpty else { return nil }
    return value
  }

  func time(_ key: String) -> Timestamp? { self[key].flatMap { Timestamp(iso8601: $0) } }
}
