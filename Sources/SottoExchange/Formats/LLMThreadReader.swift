internal import SottoCore

/// Conversations as `llm` logs them from version 0.32 on: each message once, under a hash, with the hash
/// of the one before it; a thread names its last one.
struct LLMThreadReader {
  let database: any RecordDatabase

  /// Whether the log has such conversations.
  static func isThere(_ tables: Set<String>) -> Bool {
    tables.isSuperset(of: ["threads", "turns", "messages", "parts"])
  }

  /// One conversation with its whole chain of messages.
  func conversation(_ id: String, name: String) throws -> ParsedConversation {
    var parsed = ParsedConversation(
      draft: ConversationDraft(key: id, title: name, titleOrigin: .message))
    let chain = try json(
      """
      WITH RECURSIVE chain (hash, parent_hash, role, depth) AS (
        SELECT m.hash, m.parent_hash, m.role, 1
        FROM threads t JOIN messages m ON m.hash = t.tip_message_hash WHERE t.id = ?1
        UNION ALL
        SELECT m.hash, m.parent_hash, m.role, chain.depth + 1
        FROM chain JOIN messages m ON m.hash = chain.parent_hash WHERE chain.depth < 100000
      )
      SELECT json_object('hash', hash, 'role', role) FROM chain ORDER BY depth DESC
      """, id)
    let turns = try json(
      """
      SELECT json_object('question', parent_message_hash, 'answer', tip_message_hash,
        'model', coalesce(nullif(resolved_model, ''), model), 'time', datetime_utc,
        'input_tokens', input_tokens, 'output_tokens', output_tokens)
      FROM turns WHERE thread_id = ? ORDER BY datetime_utc, id
      """, id)
    var byHash: [String: JSONValue] = [:]
    for turn in turns {
      for end in ["question", "answer"] {
        if let hash = turn.text(end), byHash[hash] == nil { byHash[hash] = turn }
      }
    }
    var nodes: [MessageTree.Node] = []
    for value in chain {
      let hash = value.text("hash") ?? ""
      nodes.append(
        MessageTree.Node(
          key: hash, parent: nodes.last?.key,
          message: try message(value, hash, byHash[hash], &parsed.remarks)))
    }
    parsed.messages = MessageTree(nodes, foldsAnswers: true).messages
    parsed.draft.createdAt = parsed.messages.lazy.compactMap(\.draft.createdAt).first
    return parsed
  }

  private func json(_ sql: String, _ value: String) throws -> [JSONValue] {
    try database.texts(sql, [value]).map { try JSONValue(parsing: $0) }
  }

  private func message(
    _ value: JSONValue, _ hash: String, _ turn: JSONValue?, _ remarks: inout Remarks
  ) throws -> ParsedMessage? {
    let role = value.text("role") ?? ""
    if role == "system" {
      remarks.skip(
        "message", role, "instructions of one prompt: Sotto keeps them in the project")
      return nil
    }
    // A tool's result stands between two answers, and is shown as part of them.
    var message = ParsedMessage(
      draft: MessageDraft(
        key: hash, role: role == "user" ? .user : .assistant, createdAt: turn?.time("time")))
    let parts = try json(
      """
      SELECT json_object('id', id, 'type', type, 'tool', tool_name, 'text', text,
        'payload', payload) FROM parts WHERE message_hash = ? ORDER BY position
      """, hash)
    for part in parts {
      for piece in try pieces(of: part, &remarks) { message.append(piece) }
    }
    if message.parts.isEmpty {
      remarks.skip("message", role.isEmpty ? "unknown" : role, "it is empty")
      return nil
    }
    if role == "assistant", let turn {
      message.draft.model = ImportedModel.reference(turn.text("model"), source: "llm")
      message.draft.content.usage = TokenFigures.usage(turn)
    }
    return message
  }

  private func pieces(of part: JSONValue, _ remarks: inout Remarks) throws -> [ParsedPart] {
    let kind = part.text("type") ?? "unknown"
    let payload = part.text("payload").flatMap { try? JSONValue(parsing: $0) } ?? .null
    let tool = part.text("tool") ?? "tool"
    switch kind {
    case "text", "reasoning":
      let text = try part.text("text") ?? text(of: payload)
      if text.isEmpty { return [] }
      return kind == "text" ? [.text(text)] : [.part(.reasoning(text))]
    case "tool_call":
      return [.text(Markdown.block(tool, (payload["arguments"] ?? payload).readable, "json"))]
    case "tool_result":
      let output = try payload.text("output") ?? text(of: payload)
      return [
        .text(Markdown.block("\(tool): result", output.isEmpty ? payload.readable : output))
      ]
    case "attachment": return try attachments(of: part["id"]?.int ?? 0)
    default:
      remarks.convert("part", kind, "kept as the JSON it was")
      return [.text(Markdown.block(kind, part.readable, "json"))]
    }
  }

  /// A text that is put together of its own words and of fragments that are kept elsewhere.
  private func text(of payload: JSONValue) throws -> String {
    var text = ""
    for segment in payload["text_ref"]?.array ?? [] {
      if let literal = segment["literal"]?.string {
        text += literal
      } else if let id = (segment["fragment"] ?? segment["fragment_id"])?.int {
        text += try database.texts("SELECT content FROM fragments WHERE id = ?", ["\(id)"])
          .joined()
      }
    }
    return text
  }

  private func attachments(of part: Int) throws -> [ParsedPart] {
    try json(
      """
      SELECT json_object('type', a.type, 'path', a.path, 'url', a.url, 'content', hex(a.content))
      FROM part_attachments p JOIN attachments a ON a.id = p.attachment_id
      WHERE p.part_id = CAST(? AS INTEGER) ORDER BY p."order"
      """, "\(part)"
    ).map(LLMLogReader.attachment)
  }
}
