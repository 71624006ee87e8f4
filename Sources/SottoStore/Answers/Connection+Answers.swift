internal import SottoCore

extension Connection {
  /// `nil` when there is none, or it cannot be read as a whole.
  func keptAnswer(to digest: String, in project: ProjectID) throws -> KeptAnswer? {
    try firstRow(
      "SELECT content, model, answered_at FROM answers WHERE project_id = ? AND digest = ?",
      [DatabaseValue(project), .text(digest)]
    ) { row in
      guard let content = MessageContent(answerColumn: row.text(0)) else { return nil }
      return KeptAnswer(
        content: content, model: row.text(1),
        answeredAt: Timestamp(milliseconds: row.integer(2)))
    }
  }

  /// Writes an answer, in place of an earlier one to the same request.
  func saveAnswer(
    _ answer: KeptAnswer, column: String, to digest: String, in project: ProjectID
  ) throws {
    try execute(
      """
      INSERT INTO answers (project_id, digest, model, content, size, answered_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (project_id, digest) DO UPDATE
        SET model = ?3, content = ?4, size = ?5, answered_at = ?6
      """,
      [
        DatabaseValue(project), .text(digest), .text(answer.model), .text(column),
        DatabaseValue(column.utf8.count), DatabaseValue(answer.answeredAt),
      ])
  }

  /// Removes a project's answers from before `limit`, then the oldest ones beyond `maximumSize`.
  func evictAnswers(of project: ProjectID, before limit: Timestamp, maximumSize: Int) throws {
    try execute(
      "DELETE FROM answers WHERE project_id = ? AND answered_at < ?",
      [DatabaseValue(project), DatabaseValue(limit)])
    let size = try firstRow(
      "SELECT total(size) FROM answers WHERE project_id = ?", [DatabaseValue(project)]
    ) { $0.optionalReal(0) }
    var excess = Int(size ?? 0) - maximumSize
    if excess <= 0 { return }
    var oldest: [Int64] = []
    try forEachRow(
      "SELECT rowid, size FROM answers WHERE project_id = ? ORDER BY answered_at, size, rowid",
      [DatabaseValue(project)]
    ) { row in
      oldest.append(row.integer(0))
      excess -= Int(row.integer(1))
      return excess > 0
    }
    for row in oldest { try execute("DELETE FROM answers WHERE rowid = ?", [.integer(row)]) }
  }

  /// Erases some answers of projects that were deleted before the undo time, or keep none any more,
  /// and those that are older than their project keeps its conversations.
  ///
  /// - Returns: how many.
  func eraseAnswers(_ due: DueTimes) throws -> Int {
    // The cross join makes SQLite begin with the few projects, not with all answers.
    try execute(
      """
      DELETE FROM answers WHERE rowid IN (
        SELECT a.rowid FROM projects p CROSS JOIN answers a ON a.project_id = p.id
        WHERE p.deleted_at < ?1 OR p.answer_cache IS NULL
          OR a.answered_at < ?2 - p.retention_days * 86400000 LIMIT 256)
      """, [DatabaseValue(due.undo), DatabaseValue(due.now)])
  }
}

extension MessageContent {
  /// The whole content as one JSON object.
  var answerColumn: String {
    var object: JSONObject = ["parts": .array(parts.map(\.json))]
    object["usage"] = usage?.json
    object["stop_reason"] = stopReason.map { .string($0.rawValue) }
    return JSONValue.object(object).encodedText
  }

  /// Reads ``answerColumn``. Unlike a message, an answer of which a piece cannot be read is none: it
  /// can be had again.
  init?(answerColumn: String) {
    guard let json = try? JSONValue(parsing: answerColumn), let written = json["parts"]?.array
    else {
      return nil
    }
    let parts = written.compactMap { Part(json: $0) }
    guard parts.count == written.count, !parts.isEmpty else { return nil }
    self.init(
      parts: parts, usage: json["usage"].map { Usage(json: $0) },
      stopReason: json["stop_reason"]?.string.map { StopReason(rawValue: $0) })
  }
}
