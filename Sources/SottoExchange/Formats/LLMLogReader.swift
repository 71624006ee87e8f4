internal import SottoCore

/// The log of the command-line tool `llm`: an SQLite file with a row for each prompt and its response,
/// and from version 0.32 on with threads of messages as well.
final class LLMLogReader {
  private let database: any RecordDatabase
  private let tables: Set<String>
  private let responseColumns: Set<String>
  private var rest: ArraySlice<String>
  /// Conversations, and the responses that belong to none.
  let count: Int

  /// - Throws: ``ExchangeError`` when it is another program's, ``SottoError`` when it cannot be read.
  init(_ database: any RecordDatabase) throws {
    self.database = database
    tables = Set(try database.texts("SELECT name FROM sqlite_schema WHERE type = 'table'", []))
    guard tables.contains("responses"), tables.contains("conversations") else {
      throw ExchangeError("the database is not the log of 'llm'")
    }
    responseColumns = Set(try database.texts("SELECT name FROM pragma_table_info('responses')", []))
    // A thread has all that was said in it, also what the older tables have of it.
    let hasThreads = LLMThreadReader.isThere(tables)
    let threads = hasThreads ? "SELECT id FROM threads" : "SELECT NULL WHERE 0"
    let turns = hasThreads ? "SELECT id FROM turns" : "SELECT NULL WHERE 0"
    let ids = try database.texts(
      """
      SELECT json_object('id', id, 'name', name) FROM conversations WHERE id NOT IN (\(threads))
      UNION ALL
      SELECT json_object('response', id) FROM responses
        WHERE conversation_id IS NULL AND id NOT IN (\(turns))
      ORDER BY 1
      """, [])
    let newer =
      hasThreads
      ? try database.texts(
        "SELECT json_object('thread', id, 'name', name) FROM threads ORDER BY id", []) : []
    count = ids.count + newer.count
    rest = (ids + newer)[...]
  }

  /// The next conversation; `nil` after the last one.
  func next() throws -> ParsedConversation? {
    guard let row = rest.popFirst() else { return nil }
    let value = try JSONValue(parsing: row)
    if let thread = value.text("thread") {
      return try LLMThreadReader(database: database)
        .conversation(thread, name: value.text("name") ?? "")
    }
    let id = value.text("id") ?? value.text("response") ?? ""
    var parsed = ParsedConversation(
      draft: ConversationDraft(key: id, title: value.text("name") ?? "", titleOrigin: .message))
    let condition = value["id"] == nil ? "id" : "conversation_id"
    for response in try responses(where: condition, id) {
      try add(response, to: &parsed)
    }
    parsed.draft.createdAt = parsed.messages.first?.draft.createdAt
    return parsed
  }

  private func responses(where column: String, _ id: String) throws -> [JSONValue] {
    let wanted = [
      "id", "model", "resolved_model", "prompt", "system", "response", "datetime_utc",
      "input_tokens", "output_tokens", "schema_id",
    ].filter { responseColumns.contains($0) }
    let pairs = wanted.map { "'\($0)', \($0)" }.joined(separator: ", ")
    return try json(
      "SELECT json_object(\(pairs)) FROM responses WHERE \(column) = ? ORDER BY datetime_utc, id",
      id)
  }

  private func json(_ sql: String, _ value: String) throws -> [JSONValue] {
    try database.texts(sql, [value]).map { try JSONValue(parsing: $0) }
  }

  private func add(_ response: JSONValue, to parsed: inout ParsedConversation) throws {
    let id = response.text("id") ?? ""
    let time = response.time("datetime_utc")
    var question = ParsedMessage(
      draft: MessageDraft(key: "\(id)/prompt", role: .user, createdAt: time))
    question.parts = try fragments(of: id) + attachments(of: id)
    for result in try results(of: id) { question.append(.text(result)) }
    if let prompt = response.text("prompt") { question.append(.text(prompt)) }
    if let schema = response.text("schema_id"), tables.contains("schemas") {
      for content in try database.texts("SELECT content FROM schemas WHERE id = ?", [schema]) {
        question.append(.text(Markdown.block("Schema of the answer", content, "json")))
      }
    }
    if response.text("system") != nil {
      parsed.remarks.skip(
        "message", "system", "instructions of one prompt: Sotto keeps them in the project")
    }
    if question.parts.isEmpty {
      parsed.remarks.skip("message", "user", "it is empty")
    } else {
      append(question, to: &parsed)
    }
    var answer = ParsedMessage(
      draft: MessageDraft(
        key: "\(id)/response", role: .assistant,
        model: ImportedModel.reference(
          response.text("resolved_model") ?? response.text("model"), source: "llm"),
        createdAt: time))
    answer.draft.content.usage = TokenFigures.usage(response)
    if let text = response.text("response") { answer.append(.text(text)) }
    for call in try calls(of: id) { answer.append(.text(call)) }
    if answer.parts.isEmpty {
      parsed.remarks.skip("message", "assistant", "it is empty")
    } else {
      append(answer, to: &parsed)
    }
  }

  private func append(_ message: ParsedMessage, to parsed: inout ParsedConversation) {
    var message = message
    message.draft.parent = parsed.messages.isEmpty ? nil : parsed.messages.count - 1
    parsed.messages.append(message)
  }

  private func attachments(of response: String) throws -> [ParsedPart] {
    guard tables.contains("prompt_attachments") else { return [] }
    let rows = try json(
      """
      SELECT json_object('type', a.type, 'path', a.path, 'url', a.url, 'content', hex(a.content))
      FROM prompt_attachments p JOIN attachments a ON a.id = p.attachment_id
      WHERE p.response_id = ? ORDER BY p."order"
      """, response)
    return rows.map(Self.attachment)
  }

  /// An attachment with its content in hexadecimal digits.
  static func attachment(_ row: JSONValue) -> ParsedPart {
    let place = row.text("path") ?? row.text("url") ?? "attachment"
    let name = place.split(separator: "/").last.map(String.init) ?? place
    let bytes = bytes(ofHex: row.text("content") ?? "")
    if bytes.isEmpty { return .asset(place, name: name) }
    return .file(name: name, mediaType: row.text("type") ?? "", bytes: bytes)
  }

  private func fragments(of response: String) throws -> [ParsedPart] {
    guard tables.contains("prompt_fragments") else { return [] }
    let rows = try json(
      """
      SELECT json_object('content', f.content, 'source', f.source)
      FROM prompt_fragments p JOIN fragments f ON f.id = p.fragment_id
      WHERE p.response_id = ? ORDER BY p."order"
      """, response)
    return rows.compactMap { row in
      guard let content = row.text("content") else { return nil }
      let source = row.text("source") ?? "fragment"
      let name = source.split(separator: "/").last.map(String.init) ?? source
      return .file(name: name, mediaType: "text/plain", bytes: Array(content.utf8))
    }
  }

  private func calls(of response: String) throws -> [String] {
    guard tables.contains("tool_calls") else { return [] }
    return try json(
      """
      SELECT json_object('name', name, 'arguments', arguments) FROM tool_calls
      WHERE response_id = ? ORDER BY id
      """, response
    ).map { Markdown.block($0.text("name") ?? "tool", $0.text("arguments") ?? "", "json") }
  }

  private func results(of response: String) throws -> [String] {
    guard tables.contains("tool_results") else { return [] }
    return try json(
      """
      SELECT json_object('name', name, 'output', output) FROM tool_results
      WHERE response_id = ? ORDER BY id
      """, response
    ).map { Markdown.block("\($0.text("name") ?? "tool"): result", $0.text("output") ?? "") }
  }

  private static func bytes(ofHex text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 2)
    var high: UInt8?
    for character in text.utf8 {
      let value = character < 0x3A ? character &- 0x30 : character &- 0x37
      if let first = high {
        bytes.append(first << 4 | value & 0xF)
        high = nil
      } else {
        high = value & 0xF
      }
    }
    return bytes
  }
}
