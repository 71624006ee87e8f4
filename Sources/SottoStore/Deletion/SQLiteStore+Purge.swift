internal import SottoCore

extension SQLiteStore {
  /// How long the notes of what left are kept, and how many of them.
  static let egressPeriod: Duration = .seconds(90 * 24 * 3600)
  static let mostEgress = 100_000

  /// Erases what is due: what was deleted longer ago than the undo time, conversations that are
  /// older than their project keeps them, the events of turns that ended and the files that no
  /// message has named for as long, the answers of projects that keep none, and old notes of what
  /// left. The words of an erased conversation are in no file of the data folder then, but for
  /// copies in `backups`, and for what a reader of that moment keeps in the log. Nothing while the
  /// clock is not to be trusted.
  ///
  /// - Returns: whether a conversation or a message was erased.
  @discardableResult
  package func purge() async throws -> Bool {
    let hasErased = try await purgeRows()
    if hasErased {
      try await failure.translating { try await indexer.work(least: SearchIndexer.least) }
      try await truncateLog()
    }
    return hasErased
  }

  /// The same without the wait for the search index, which forgets the words when there is time.
  @discardableResult
  func purgeRows() async throws -> Bool {
    let now = clock.now()
    guard health.refusal == nil, try await trustsClock(now) else { return false }
    let due = DueTimes(now: now)
    var hasErased = false
    // In small transactions, so that a running answer need not wait for all of it.
    while let step = try await purgeNext(due) {
      hasErased = hasErased || step != .other
    }
    if hasErased { await indexer.noteErased() }
    await fileWrites.run { files.removeStaleTemporaries() }
    return hasErased
  }

  /// Empties the write-ahead log, in which erased text stays until it is written over. Waits a
  /// moment for readers, no longer: then the next call does it.
  package func truncateLog() async throws {
    try await writer.failure.translating {
      try await background.run { connection in try connection.truncateLog() }
    }
  }

  private enum Step { case conversation, message, other }

  /// - Returns: what was erased; `nil` when nothing is due.
  private func purgeNext(_ due: DueTimes) async throws -> Step? {
    let isDue = try await readers.read { connection in try connection.hasPurgeable(due) }
    guard isDue else { return nil }
    return try await writer.write { connection in
      if let id = try connection.purgeableConversation(due) {
        try connection.eraseConversation(id)
        try connection.executeScript("PRAGMA incremental_vacuum(256)")
        return .conversation
      }
      if try connection.eraseAnswers(due) > 0 { return .other }
      if try connection.pruneEgress(before: due.egress, most: Self.mostEgress) > 0 {
        return .other
      }
      if let message = try connection.purgeableMessage(before: due.undo) {
        try connection.eraseMessage(message)
        return .message
      }
      let projects = try connection.execute(
        """
        DELETE FROM projects WHERE deleted_at < ?1
          AND NOT EXISTS (SELECT 1 FROM conversations WHERE project_id = projects.id)
        """, [DatabaseValue(due.undo)])
      let templates = try connection.execute(
        "DELETE FROM templates WHERE deleted_at < ?", [DatabaseValue(due.undo)])
      let turns = try connection.pruneEvents(before: due.undo)
      let unused = try connection.forgetUnusedFiles(before: due.undo)
      // Under the write lock: whoever adds the same file now waits, and then places it again. If the
      // commit fails, what is left is a row without a file, which no message names.
      for digest in unused { self.files.remove(digest) }
      return projects + templates + turns + unused.count > 0 ? .other : nil
    }
  }
}

/// The moments before which something is due.
struct DueTimes: Sendable {
  var now: Timestamp
  var undo: Timestamp { now - SQLiteStore.undoPeriod }
  var egress: Timestamp { now - SQLiteStore.egressPeriod }
}

extension Connection {
  fileprivate func hasPurgeable(_ due: DueTimes) throws -> Bool {
    if try purgeableConversation(due) != nil { return true }
    if try purgeableMessage(before: due.undo) != nil { return true }
    if try hasOldEgress(before: due.egress, most: SQLiteStore.mostEgress) { return true }
    let found = try firstRow(
      """
      SELECT EXISTS (SELECT 1 FROM projects WHERE deleted_at < ?1
          AND NOT EXISTS (SELECT 1 FROM conversations WHERE project_id = projects.id))
        OR EXISTS (SELECT 1 FROM templates WHERE deleted_at < ?1)
        OR EXISTS (SELECT 1 FROM turns WHERE ended_at < ?1 AND events_pruned = 0)
        OR EXISTS (SELECT 1 FROM files WHERE unused_since < ?1)
        OR EXISTS (SELECT 1 FROM projects p WHERE (p.deleted_at < ?1 OR p.answer_cache IS NULL)
          AND EXISTS (SELECT 1 FROM answers WHERE project_id = p.id))
        OR EXISTS (SELECT 1 FROM projects p WHERE p.retention_days IS NOT NULL
          AND EXISTS (SELECT 1 FROM answers WHERE project_id = p.id
            AND answered_at < ?2 - p.retention_days * 86400000))
      """, [DatabaseValue(due.undo), DatabaseValue(due.now)]
    ) { $0.integer(0) }
    return found == 1
  }

  /// One that was deleted, or whose project was, or that is older than its project keeps it. A turn
  /// that still runs there keeps it for now.
  fileprivate func purgeableConversation(_ due: DueTimes) throws -> String? {
    try firstRow(
      """
      SELECT c.id FROM conversations c JOIN projects p ON p.id = c.project_id
      WHERE (c.deleted_at < ?1 OR p.deleted_at < ?1
          OR c.updated_at < ?2 - p.retention_days * 86400000)
        AND NOT EXISTS (SELECT 1 FROM turns WHERE conversation_id = c.id AND status = 'running')
      LIMIT 1
      """, [DatabaseValue(due.undo), DatabaseValue(due.now)]
    ) { $0.text(0) }
  }

  /// The events of the first turns that ended before `limit`; their text is in the messages.
  ///
  /// - Returns: the number of turns.
  fileprivate func pruneEvents(before limit: Timestamp) throws -> Int {
    let turns = try rows(
      "SELECT id FROM turns WHERE ended_at < ? AND events_pruned = 0 LIMIT 16",
      [DatabaseValue(limit)]
    ) { $0.text(0) }
    for turn in turns {
      try execute("DELETE FROM turn_events WHERE turn_id = ?", [.text(turn)])
      try execute("UPDATE turns SET events_pruned = 1 WHERE id = ?", [.text(turn)])
    }
    return turns.count
  }
}
