internal import SottoCore
internal import SottoSearch

/// What the index reads of a message, a title or a file.
struct SearchText {
  /// UTF-8.
  var bytes: [UInt8]
  /// Terms that stand for the project, the role and the model.
  var labels: [[UInt8]] = []
}

/// The terms that stand for where a text is, so that a filter costs what a rare word costs. No text has
/// them, because they begin with a control character.
enum SearchLabel {
  static func project(_ id: String) -> [UInt8] { label("p", id) }
  static func role(_ role: String) -> [UInt8] { label("r", role) }
  static func model(_ model: String) -> [UInt8] { label("m", model) }

  private static func label(_ kind: String, _ value: String) -> [UInt8] {
    [1] + Array((kind + value).utf8.prefix(WordScanner.longest))
  }
}

/// The bytes of a file by its digest; `nil` when it cannot be read.
typealias FileReading = @Sendable (_ digest: String) -> [UInt8]?

extension MessageContent {
  /// What a search finds of it: what is shown as text, what tools answered, and the names of files.
  var searchText: [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      switch part {
      case .text(let text), .refusal(let text): bytes.append(contentsOf: text.utf8)
      case .toolResult(let result): bytes.append(contentsOf: result.text.utf8)
      case .file(let file): bytes.append(contentsOf: file.name.utf8)
      case .reasoning, .toolCall, .signature, .opaque: continue
      }
      bytes.append(0x0A)
    }
    return bytes
  }
}

extension Connection {
  /// So much of a file is found, in bytes.
  private static let mostOfFile = 1 << 20

  /// `nil` when there is nothing to find there any more.
  func searchText(_ source: Int64, readingFilesWith read: FileReading) throws -> SearchText? {
    if source > 0 { return try messageSearchText(source) }
    guard let other = try searchSource(source) else { return nil }
    switch other {
    case .title(let conversation): return try titleSearchText(conversation)
    case .file(let digest):
      guard let bytes = try documentText(digest) ?? read(digest) else { return nil }
      let projects = try rows(
        """
        SELECT DISTINCT c.project_id FROM message_files f JOIN messages m ON m.id = f.message_id
          JOIN conversations c ON c.id = m.conversation_id
        WHERE f.digest = ?
        """, [.text(digest)]
      ) { $0.text(0) }
      return SearchText(
        bytes: Array(bytes.prefix(Self.mostOfFile)), labels: projects.map(SearchLabel.project))
    }
  }

  /// The text of a document, nothing as long as it has not been read; `nil` for a file that is a text itself.
  private func documentText(_ digest: String) throws -> [UInt8]? {
    try firstRow(
      """
      SELECT d.text FROM files f
        LEFT JOIN document_texts d ON d.digest = f.digest AND d.state = 'read'
      WHERE f.digest = ? AND f.media_type = 'application/pdf'
      """, [.text(digest)]
    ) { row in Array((row.optionalText(0) ?? "").utf8) }
  }

  private func messageSearchText(_ number: Int64) throws -> SearchText? {
    try firstRow(
      """
      SELECT m.parts, c.project_id, m.role, m.model
      FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.number = ?
      """, [.integer(number)]
    ) { row in
      SearchText(
        bytes: MessageContent(parts: row.text(0)).searchText,
        labels: [SearchLabel.project(row.text(1)), SearchLabel.role(row.text(2))]
          + (row.optionalText(3).map { [SearchLabel.model($0)] } ?? []))
    }
  }

  private func titleSearchText(_ conversation: String) throws -> SearchText? {
    try firstRow(
      """
      SELECT title, project_id FROM conversations
      WHERE id = ? AND title <> '' AND title_origin <> 'message'
      """, [.text(conversation)]
    ) { row in
      SearchText(bytes: Array(row.text(0).utf8), labels: [SearchLabel.project(row.text(1))])
    }
  }

  enum OtherSource {
    case title(conversation: String)
    case file(digest: String)
  }

  /// What a negative source stands for.
  func searchSource(_ source: Int64) throws -> OtherSource? {
    try firstRow("SELECT kind, key FROM search_sources WHERE number = ?", [.integer(-source)]) {
      let key = $0.text(1)
      return $0.text(0) == "title" ? .title(conversation: key) : .file(digest: key)
    }
  }
}
