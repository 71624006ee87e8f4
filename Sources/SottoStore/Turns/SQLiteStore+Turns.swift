package import SottoCore

extension SQLiteStore {
  package func turn(_ id: TurnID) async throws -> Turn {
    try await readers.read { connection in
      guard let found = try connection.turn(id) else {
        throw SottoError(.turnNotFound, "there is no turn \(id)")
      }
      return found.turn
    }
  }

  package func append(_ events: [TurnEvent], to turn: TurnID) async throws -> [StoredEvent] {
    try await appender.append(events, to: turn)
  }

  package func events(
    of turn: TurnID, after sequence: Int, limit: Int
  ) async throws -> [StoredEvent] {
    try await readers.read { connection in
      guard let found = try connection.turn(turn) else {
        throw SottoError(.turnNotFound, "there is no turn \(turn)")
      }
      guard !found.areEventsPruned else {
        throw SottoError(
          .gone, "the events of this turn are no longer kept", hint: "read its message instead")
      }
      return try connection.storedEvents(of: turn, after: sequence, limit: limit)
    }
  }

  package func interruptAbandonedTurns() async throws -> [TurnID] {
    guard health.refusal == nil else { return [] }
    let now = clock.now()
    // Without such turns, and that is nearly always, the write lock is not needed.
    let isDue = try await readers.read { connection in
      try !connection.runningTurns(notOf: self.owner.id).isEmpty
    }
    var ended: [TurnID] = []
    if isDue {
      ended = try await writer.write { connection in
        let turns = try connection.runningTurns(notOf: self.owner.id)
        let abandoned = turns.filter { !self.owner.isAlive($0.owner) }.map(\.turn.id)
        for turn in abandoned { try connection.interrupt(turn, now: now) }
        return abandoned
      }
    }
    owner.markDead()
    return ended
  }
}
