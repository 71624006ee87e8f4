package import SottoCore

extension SQLiteStore: UsageStore {
  /// Without a wait for the disk: a power cut may take the sums of the last moments.
  package func addUsage(
    _ usage: Usage?, of model: ModelReference, for purpose: Errand.Purpose,
    in conversation: ConversationID
  ) async throws {
    let now = clock.now()
    try await writer.writeWithoutFlush { connection in
      try connection.addUsage(
        usage, of: model.description, for: purpose, in: conversation, now: now)
    }
  }

  package func usage(_ query: UsageQuery) async throws -> UsageReport {
    let rows = try await readers.read { connection in try connection.usageRows(query) }
    return UsageReport(query: query, rows: rows)
  }

  package func turnReport(_ id: TurnID) async throws -> TurnReport {
    try await readers.read { connection in
      let report = try connection.firstRow(
        "SELECT created_at, first_word_at, ended_at, request_id FROM turns WHERE id = ?",
        [DatabaseValue(id)]
      ) { row in
        try connection.turn(id).map { found in
          TurnReport(
            turn: found.turn, startedAt: Timestamp(milliseconds: row.integer(0)),
            firstWordAt: row.optionalInteger(1).map { Timestamp(milliseconds: $0) },
            endedAt: row.optionalInteger(2).map { Timestamp(milliseconds: $0) },
            requestID: row.optionalText(3))
        }
      }
      guard let report else { throw SottoError(.turnNotFound, "there is no turn \(id)") }
      return report
    }
  }
}
