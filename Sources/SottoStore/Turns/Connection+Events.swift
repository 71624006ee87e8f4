internal import SottoCore

extension Connection {
  /// Appends events, of which at most the last is terminal, to a running turn and, with a terminal
  /// one, ends it. Nothing is written before everything that can be refused has been checked.
  ///
  /// - Returns: the events with their places; empty when the turn has ended and so do `events`.
  /// - Throws: ``SottoError`` of code `turnNotFound`, also when the turn has ended before.
  func append(_ events: [EncodedEvent], to turn: TurnID, now: Timestamp) throws -> [StoredEvent] {
    // The last number is asked of the table each time: one seek, and no copy in memory that can be
    // wrong.
    let state = try firstRow(
      """
      SELECT status, (SELECT max(seq) FROM turn_events WHERE turn_id = turns.id), first_word_at
      FROM turns WHERE id = ?
      """, [DatabaseValue(turn)]
    ) { row in
      (
        isRunning: row.text(0) == Turn.Status.running.rawValue, last: Int(row.integer(1)),
        hasWords: !row.isNull(2)
      )
    }
    guard let state else { throw SottoError(.turnNotFound, "there is no turn \(turn)") }
    guard state.isRunning else {
      if events.allSatisfy(\.event.isTerminal) { return [] }
      throw SottoError(.turnNotFound, "the turn \(turn) has ended")
    }
    var stored: [StoredEvent] = []
    var requestID: String?
    for (index, encoded) in events.enumerated() {
      let sequence = state.last + index + 1
      try execute(
        "INSERT INTO turn_events (turn_id, seq, name, data) VALUES (?, ?, ?, ?)",
        [DatabaseValue(turn), DatabaseValue(sequence), .text(encoded.name), .text(encoded.data)])
      stored.append(StoredEvent(sequence: sequence, event: encoded.event))
      switch encoded.event {
      case .fallback(let model, _): try setModel(model, of: turn)
      case .started(_, let name?): requestID = name
      case .failed(let error): requestID = error.requestID ?? requestID
      default: break
      }
    }
    let hasFirstWord = !state.hasWords && events.contains(where: \.event.hasWords)
    if requestID != nil || hasFirstWord {
      try execute(
        """
        UPDATE turns SET request_id = coalesce(?2, request_id),
          first_word_at = coalesce(?3, first_word_at)
        WHERE id = ?1
        """,
        [
          DatabaseValue(turn), DatabaseValue(requestID),
          hasFirstWord ? DatabaseValue(now) : .null,
        ])
    }
    if let last = events.last?.event, last.isTerminal { try end(turn, with: last, now: now) }
    return stored
  }

  /// Stored events after `sequence`, in order. One that cannot be read is left out.
  func storedEvents(of turn: TurnID, after sequence: Int, limit: Int) throws -> [StoredEvent] {
    try rows(
      """
      SELECT seq, name, data FROM turn_events WHERE turn_id = ? AND seq > ? ORDER BY seq LIMIT ?
      """, [DatabaseValue(turn), DatabaseValue(sequence), DatabaseValue(max(0, limit))]
    ) { row in
      let sequence = Int(row.integer(0))
      return Self.readEvent(name: row.text(1), data: row.text(2))
        .map { StoredEvent(sequence: sequence, event: $0) }
    }
  }

  /// `base` with all stored events of the turn.
  func fold(_ turn: TurnID, onto base: MessageContent) throws -> MessageContent {
    var joiner = EventJoiner()
    try forEachRow(
      "SELECT name, data FROM turn_events WHERE turn_id = ? ORDER BY seq", [DatabaseValue(turn)]
    ) { row in
      if let event = Self.readEvent(name: row.text(0), data: row.text(1)) { joiner.add(event) }
      return true
    }
    var content = base
    for event in joiner.finish() { content.apply(event) }
    return content
  }

  private static func readEvent(name: String, data: String) -> TurnEvent? {
    if let delta = plainDelta(data) {
      // Nearly all events are one of these, and a long answer has tens of thousands.
      switch name {
      case "text": return .text(delta)
      case "reasoning": return .reasoning(delta)
      default: break
      }
    }
    guard let json = try? JSONValue(parsing: data) else { return nil }
    return TurnEvent(name: name, data: json)
  }

  /// The text of `{"delta":"text"}`, when nothing in it is escaped; `nil` for anything else.
  private static func plainDelta(_ data: String) -> String? {
    let bytes = data.utf8
    let opening = #"{"delta":""#.utf8
    let closing = #""}"#.utf8
    guard bytes.count >= opening.count + closing.count, bytes.starts(with: opening) else {
      return nil
    }
    let text = bytes.dropFirst(opening.count).dropLast(closing.count)
    guard bytes[text.endIndex...].elementsEqual(closing),
      !text.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") || $0 < 0x20 })
    else { return nil }
    return String(Substring(text))
  }
}
