internal import SottoCore

extension Connection {
  private static let egressColumns = """
    id, host, port, is_secure, purpose, provider, proxy, started_at, ended_at, sent_bytes, \
    received_bytes, status, outcome
    """

  func saveEgress(_ entry: EgressEntry) throws {
    try execute(
      """
      INSERT OR REPLACE INTO egress (\(Self.egressColumns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        DatabaseValue(entry.id), .text(entry.place.host), DatabaseValue(entry.place.port),
        .integer(entry.place.isSecure ? 1 : 0), .text(entry.errand.purpose.rawValue),
        DatabaseValue(entry.errand.provider), DatabaseValue(entry.proxy),
        DatabaseValue(entry.startedAt), DatabaseValue(entry.endedAt),
        DatabaseValue(entry.sentBytes), DatabaseValue(entry.receivedBytes),
        DatabaseValue(entry.status), .text(entry.outcome.rawValue),
      ])
  }

  /// Latest first.
  func egress(host: String?, before id: EgressID?, limit: Int) throws -> [EgressEntry] {
    let filter = host == nil ? "" : "AND host = ?3"
    return try rows(
      """
      SELECT \(Self.egressColumns) FROM egress WHERE id < ?1 \(filter) ORDER BY id DESC LIMIT ?2
      """,
      [.text(id?.rawValue ?? "~"), DatabaseValue(max(0, limit))] + (host.map { [.text($0)] } ?? []),
      Self.readEgress)
  }

  /// The latest host first.
  func egressTotals() throws -> [EgressTotal] {
    try rows(
      """
      SELECT host, count(*), sum(outcome = 'refused'), sum(sent_bytes), sum(received_bytes),
        max(started_at)
      FROM egress GROUP BY host ORDER BY max(started_at) DESC, host
      """
    ) { row in
      EgressTotal(
        host: row.text(0), requests: Int(row.integer(1)), refused: Int(row.integer(2)),
        sentBytes: Int(row.integer(3)), receivedBytes: Int(row.integer(4)),
        lastAt: Timestamp(milliseconds: row.integer(5)))
    }
  }

  /// Removes some of the entries from before `limit`, and of those beyond the latest `most`.
  ///
  /// - Returns: how many.
  func pruneEgress(before limit: Timestamp, most: Int) throws -> Int {
    let first = EgressID(at: limit).rawValue.prefix(13)
    let old = try execute(
      "DELETE FROM egress WHERE id IN (SELECT id FROM egress WHERE id < ? ORDER BY id LIMIT 1000)",
      [.text(String(first))])
    let excess = try execute(
      """
      DELETE FROM egress WHERE id IN (SELECT id FROM egress ORDER BY id
        LIMIT min(1000, max(0, (SELECT count(*) FROM egress) - ?)))
      """, [DatabaseValue(most)])
    return old + excess
  }

  func hasOldEgress(before limit: Timestamp, most: Int) throws -> Bool {
    let first = EgressID(at: limit).rawValue.prefix(13)
    return try firstRow(
      "SELECT 1 WHERE EXISTS (SELECT 1 FROM egress WHERE id < ?1) OR (SELECT count(*) FROM egress) > ?2",
      [.text(String(first)), DatabaseValue(most)]
    ) { _ in true } ?? false
  }

  func metHosts(_ condition: String, _ values: [DatabaseValue] = []) throws -> [MetHost] {
    try rows(
      "SELECT host, provider, first_sent_at, allowed_at FROM met_hosts \(condition) ORDER BY host",
      values
    ) { row in
      MetHost(
        host: row.text(0), provider: row.optionalText(1),
        firstSentAt: row.optionalInteger(2).map { Timestamp(milliseconds: $0) },
        allowedAt: row.optionalInteger(3).map { Timestamp(milliseconds: $0) })
    }
  }

  /// `nil` for a row whose identifier is damaged.
  private static func readEgress(_ row: borrowing Row) -> EgressEntry? {
    guard let id = EgressID(row.text(0)) else { return nil }
    var entry = EgressEntry(
      place: NetworkPlace(
        isSecure: row.integer(3) == 1, host: row.text(1), port: Int(row.integer(2))),
      errand: Errand(Errand.Purpose(rawValue: row.text(4)), provider: row.optionalText(5)),
      proxy: row.optionalText(6), startedAt: Timestamp(milliseconds: row.integer(7)),
      sentBytes: Int(row.integer(9)))
    entry.id = id
    entry.endedAt = row.optionalInteger(8).map { Timestamp(milliseconds: $0) }
    entry.receivedBytes = Int(row.integer(10))
    entry.status = row.optionalInteger(11).map { Int($0) }
    entry.outcome = EgressEntry.Outcome(rawValue: row.text(12))
    return entry
  }
}
