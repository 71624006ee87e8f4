internal import SottoCore

extension SQLiteStore {
  /// Erases what was deleted longer ago than the undo time, the events of turns that ended and the
  /// files that no message has named for as long, and the answers of projects that keep none.
  package func purge() async throws {
    let limit = clock.now() - Self.undoPeriod
    // In small transactions, so that a running answer need not wait for all of it.
    var hasErased = false
    while try await purgeNext(before: limit) { hasErased = true }
    if hasErased { await indexer.noteErased() }
    await fileWrites.run { files.removeStaleTemporaries() }
  }

  /// - Returns: whether there was something.
  private func purgeNext(before limit: Timestamp) async throws -> Bool {
    let isDue = try await readers.read { connection in try connection.hasPurgeable(before: limit) }
    guard isDue else { return false }
    return try await writer.write { connection in
      if let id = try connection.purgeableConversation(before: limit) {
        try connection.eraseConversation(id)
        try connection.executeScript("PRAGMA incremental_vacuum(256)")
        return true
      }
      if try connection.eraseAnswers(before: limit) > 0 { return true }
      let projects = try connection.execute(
        """
        DELETE FROM projects WHERE deleted_at < ?1
          AND NOT EXISTS (SELECT 1 FROM conversations WHERE project_id = projects.id)
        """, [DatabaseValue(limit)])
      let turns = try connection.pruneEvents(before: limit)
      let unused = try connection.forgetUnusedFiles(before: limit)
      // Under the write lock: whoever adds the same file now waits, and then places it again. If the
      // commit fails, what is left is a row without a file, which no message names.
      for digest in unused { files.remove(digest) }
      return projects + turns + unused.count > 0
    }
  }
}

extension Connection {
  fileprivate func hasPurgeable(before limit: Timestamp) throws -> Bool {
    if try purgeableConversation(before: limit) != nil { return true }
    let found = try firstRow(
      """
      SELECT EXISTS (SELECT 1 FROM projects WHERE deleted_at < ?1
          AND NOT EXISTS (SELECT 1 FROM conversations WHERE project_id = projects.id))
        OR EXISTS (SELECT 1 FROM turns WHERE ended_at < ?1 AND events_pruned = 0)
        OR EXISTS (SELECT 1 FROM files WHERE unused_since < ?1)
        OR EXISTS (SELECT 1 FROM projects p WHERE (p.deleted_at < ?1 OR p.answer_cache IS NULL)
          AND EXISTS (SELECT 1 FROM answers WHERE project_id = p.id))
      """, [DatabaseValue(limit)]
    ) { $0.integer(0) }
    return found == 1
  }

  /// One that was deleted, or whose project was. A turn that still runs there keeps it for now.
  fileprivate func purgeableConversation(before limit: Timestamp) throws -> String? {
    try firstRow(
      """
      SELECT c.id FROM conversations c JOIN projects p ON p.id = c.project_id
      WHERE (c.deleted_at < ?1 OR p.deleted_at < ?1) AND NOT EXISTS
        (SELECT 1 FROM turns WHERE conversation_id = c.id AND status = 'running')
      LIMIT 1
      """, [DatabaseValue(limit)]
    ) { $0.text(0) }
  }

  /// In this order, so that no deleted row has to look for rows that refer to it among many.
  fileprivate func eraseConversation(_ conversation: String) throws {
    let id = [DatabaseValue.text(conversation)]
    try execute(
      "DELETE FROM turn_events WHERE turn_id IN (SELECT id FROM turns WHERE conversation_id = ?)",
      id)
    try execute("DELETE FROM turns WHERE conversation_id = ?", id)
    try unlinkFiles(ofConversation: conversation)
    try execute("DELETE FROM messages WHERE conversation_id = ?", id)
    try execute("DELETE FROM conversations WHERE id = ?", id)
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
