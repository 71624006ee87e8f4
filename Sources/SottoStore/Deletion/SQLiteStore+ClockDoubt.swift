internal import SottoCore

/// A clock that jumps ahead by years must not end the undo time of everything at once. So a time
/// long after all that is stored is believed only when it is still there a day later.
extension SQLiteStore {
  /// Nobody doubts a clock after a shorter absence.
  private static let longestAbsence: Duration = .seconds(30 * 24 * 3600)
  private static let doubtPeriod: Duration = .seconds(24 * 3600)
  /// The setting with the time that was doubted first.
  private static let doubtedTime = "clock_doubted_at"

  /// Whether what is past its time at `now` may be erased.
  func trustsClock(_ now: Timestamp) async throws -> Bool {
    let known = try await readers.read { connection in
      KnownTimes(
        doubted: try connection.setting(Self.doubtedTime).flatMap { Int64($0) }
          .map(Timestamp.init(milliseconds:)),
        newest: try connection.newestChange())
    }
    if let doubted = known.doubted, doubted <= now {
      guard doubted + Self.doubtPeriod <= now else { return false }
      // Only cleared once something new is stored, so that the same absence is not doubted again.
      if known.newest >= doubted { try await setSetting(Self.doubtedTime, to: nil) }
      return true
    }
    if known.newest + Self.longestAbsence < now {
      try await setSetting(Self.doubtedTime, to: String(now.milliseconds))
      return false
    }
    if known.doubted != nil { try await setSetting(Self.doubtedTime, to: nil) }
    return true
  }
}

private struct KnownTimes: Sendable {
  /// Cleared when the clock has gone back behind it.
  var doubted: Timestamp?
  var newest: Timestamp
}

extension Connection {
  /// When something was last done in any project or conversation.
  fileprivate func newestChange() throws -> Timestamp {
    let found = try firstRow(
      """
      SELECT max((SELECT coalesce(max(updated_at), 0) FROM projects),
        (SELECT coalesce(max(updated_at), 0) FROM conversations))
      """
    ) { $0.integer(0) }
    return Timestamp(milliseconds: found ?? 0)
  }
}
