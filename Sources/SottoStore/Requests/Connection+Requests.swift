internal import SottoCore

extension Connection {
  /// Chunks with consecutive numbers. A growing conversation makes its chunks in their order, so that
  /// a request is one or a few runs however long it is.
  private struct Run {
    var first: Int64
    var count: Int64

    /// What of it is in none of `others`, which are in their order and do not touch.
    func without(_ others: [Run]) -> [Run] {
      var rest: [Run] = []
      var next = first
      let end = first + count
      for other in others where other.first < end && other.first + other.count > first {
        if other.first > next { rest.append(Run(first: next, count: other.first - next)) }
        next = max(next, other.first + other.count)
      }
      if next < end { rest.append(Run(first: next, count: end - next)) }
      return rest
    }
  }

  /// Writes a request, and of its body what the conversation has not sent before.
  func insert(_ request: SentRequest, chunks: [RequestChunk], rest: [UInt8]) throws {
    var runs: [Run] = []
    for chunk in chunks {
      let number = try number(of: chunk)
      if let last = runs.last, last.first + last.count == number {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(first: number, count: 1))
      }
    }
    try execute(
      """
      INSERT INTO sent_requests (turn_id, conversation_id, purpose, model, sent_at, method, url,
        headers, size, rest, omitted)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        DatabaseValue(request.turnID), DatabaseValue(request.conversationID),
        .text(request.purpose.rawValue), .text(request.model.description),
        DatabaseValue(request.sentAt), .text(request.method), .text(request.url),
        .text(request.headers.column), DatabaseValue(request.size), .blob(rest),
        .text(request.omitted.encodedText),
      ])
    let number = try firstRow("SELECT last_insert_rowid()") { $0.integer(0) } ?? 0
    for (position, run) in runs.enumerated() {
      try execute(
        """
        INSERT INTO sent_request_chunks (request, position, first_chunk, count) VALUES (?, ?, ?, ?)
        """,
        [.integer(number), DatabaseValue(position), .integer(run.first), .integer(run.count)])
    }
  }

  private func number(of chunk: RequestChunk) throws -> Int64 {
    let known = try firstRow(
      "SELECT number FROM request_chunks WHERE digest = ?", [.blob(chunk.digest)]
    ) { $0.integer(0) }
    if let known { return known }
    try execute(
      "INSERT INTO request_chunks (digest, bytes) VALUES (?, ?)",
      [.blob(chunk.digest), .blob(chunk.bytes)])
    return try firstRow("SELECT last_insert_rowid()") { $0.integer(0) } ?? 0
  }

  private static let requestColumns = """
    r.number, r.turn_id, r.conversation_id, r.purpose, r.model, r.sent_at, r.method, r.url,
    r.headers, r.size, r.omitted, r.rest
    """

  /// Without their bodies, in the order they were sent.
  func sentRequests(of turn: TurnID) throws -> [SentRequest] {
    try rows(
      "SELECT \(Self.requestColumns) FROM sent_requests r WHERE r.turn_id = ? ORDER BY r.number",
      [DatabaseValue(turn)]
    ) { Self.readRequest($0, rest: false) }
  }

  /// With its body; `nil` when there is none, or its conversation is deleted.
  func sentRequest(_ number: Int) throws -> SentRequest? {
    let found = try firstRow(
      """
      SELECT \(Self.requestColumns) FROM sent_requests r
      JOIN conversations c ON c.id = r.conversation_id JOIN projects p ON p.id = c.project_id
      WHERE r.number = ? AND c.deleted_at IS NULL AND p.deleted_at IS NULL
      """, [DatabaseValue(number)]
    ) { Self.readRequest($0, rest: true) }
    guard var found else { return nil }
    var body: [UInt8] = []
    try forEachRow(
      """
      SELECT k.bytes FROM sent_request_chunks s JOIN request_chunks k
        ON k.number BETWEEN s.first_chunk AND s.first_chunk + s.count - 1
      WHERE s.request = ? ORDER BY s.position, k.number
      """, [DatabaseValue(number)]
    ) { row in
      body += row.optionalBlob(0) ?? []
      return true
    }
    found.body = body + found.body
    guard found.body.count == found.size else {
      throw SottoError(.storage, "the body of request \(number) is damaged")
    }
    return found
  }

  /// Erases what was sent for a conversation, or what of it from `start` on. Its chunks are its own, so
  /// that none of another's goes.
  func eraseRequests(
    ofConversation conversation: String, since start: Timestamp = Timestamp(milliseconds: .min)
  ) throws {
    let values: [DatabaseValue] = [.text(conversation), DatabaseValue(start)]
    let requests = "SELECT number FROM sent_requests WHERE conversation_id = ?1 AND sent_at"
    let runs = { (comparison: String) in
      try self.rows(
        """
        SELECT first_chunk, count FROM sent_request_chunks WHERE request IN (\(requests) \(comparison) ?2)
        """, values
      ) { Run(first: $0.integer(0), count: $0.integer(1)) }
    }
    let kept = Self.joined(try runs("<"))
    for run in Self.joined(try runs(">=")).flatMap({ $0.without(kept) }) {
      try execute(
        "DELETE FROM request_chunks WHERE number BETWEEN ? AND ?",
        [.integer(run.first), .integer(run.first + run.count - 1)])
    }
    try execute("DELETE FROM sent_request_chunks WHERE request IN (\(requests) >= ?2)", values)
    try execute("DELETE FROM sent_requests WHERE conversation_id = ? AND sent_at >= ?", values)
  }

  /// The same numbers in runs that do not touch: those of a growing conversation cover each other.
  private static func joined(_ runs: [Run]) -> [Run] {
    var joined: [Run] = []
    for run in runs.sorted(by: { $0.first < $1.first }) {
      if let last = joined.last, run.first <= last.first + last.count {
        joined[joined.count - 1].count = max(last.count, run.first + run.count - last.first)
      } else {
        joined.append(run)
      }
    }
    return joined
  }

  private static func readRequest(_ row: borrowing Row, rest: Bool) -> SentRequest? {
    guard let conversation = ConversationID(row.text(2)) else { return nil }
    let model = row.text(4)
    return SentRequest(
      number: Int(row.integer(0)), turnID: row.optionalText(1).flatMap { TurnID($0) },
      conversationID: conversation, purpose: Errand.Purpose(rawValue: row.text(3)),
      model: ModelReference(model) ?? ModelReference(provider: "", model: model),
      sentAt: Timestamp(milliseconds: row.integer(5)), method: row.text(6), url: row.text(7),
      headers: HTTPHeaders(column: row.text(8)), body: rest ? row.optionalBlob(11) ?? [] : [],
      size: Int(row.integer(9)),
      omitted: row.optionalText(10).flatMap { try? JSONValue(parsing: $0) } ?? .array([]))
  }
}

/// A piece of a body and the name under which its conversation keeps it.
struct RequestChunk: Sendable {
  var digest: [UInt8]
  var bytes: [UInt8]
}

extension HTTPHeaders {
  /// A list of pairs: the order and the case of names stay.
  fileprivate var column: String {
    JSONValue.array(fields.map { .array([.string($0.name), .string($0.value)]) }).encodedText
  }

  fileprivate init(column: String) {
    self.init()
    for pair in (try? JSONValue(parsing: column))?.array ?? [] {
      if let name = pair[0]?.string, let value = pair[1]?.string { append(name, value) }
    }
  }
}
