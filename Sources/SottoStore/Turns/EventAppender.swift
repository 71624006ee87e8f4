internal import SottoCore
internal import Synchronization

/// Appends the events of many turns. What arrives while a commit runs shares the next one, so that
/// two hundred answers cost little more commits than one.
final class EventAppender: Sendable {
  private struct Entry: Sendable {
    var turn: TurnID
    var events: [EncodedEvent]
    var continuation: CheckedContinuation<[StoredEvent], any Error>

    var isTerminal: Bool { events.last?.event.isTerminal ?? false }
  }

  private struct Pending {
    var entries: [Entry] = []
    var isScheduled = false
  }

  private let writer: Writer
  private let clock: WallClock
  private let pending = Mutex(Pending())

  init(writer: Writer, clock: WallClock) {
    self.writer = writer
    self.clock = clock
  }

  /// Returns when the events are committed.
  func append(_ events: [TurnEvent], to turn: TurnID) async throws -> [StoredEvent] {
    var encoded: [EncodedEvent] = []
    for event in EventList.joined(EventList.untilEnd(events)) {
      encoded.append(try EncodedEvent(event))
    }
    if encoded.isEmpty { return [] }
    return try await withCheckedThrowingContinuation { continuation in
      let entry = Entry(turn: turn, events: encoded, continuation: continuation)
      let mustSchedule = pending.withLock { pending in
        pending.entries.append(entry)
        defer { pending.isScheduled = true }
        return !pending.isScheduled
      }
      if mustSchedule, !commitNow() {
        writer.schedule { [self] connection in commit(on: connection) }
      }
    }
  }

  private func take() -> [Entry] {
    pending.withLock { pending in
      defer { pending = Pending() }
      return pending.entries
    }
  }

  /// Commits what is pending on this thread, if the writer is free.
  ///
  /// - Returns: whether that was done; what failed is pending again.
  private func commitNow() -> Bool {
    var entries: [Entry] = []
    do {
      let results = try writer.commitNow { connection in
        entries = take()
        return try append(entries, on: connection)
      }
      guard let results else { return false }
      deliver(results, to: entries)
      return true
    } catch {
      pending.withLock { pending in
        pending.entries = entries + pending.entries
        pending.isScheduled = true
      }
      return false
    }
  }

  private func commit(on connection: Result<Connection, any Error>) {
    let entries = take()
    if entries.isEmpty { return }
    var results: [Result<[StoredEvent], any Error>]
    do {
      results = try commit(entries, on: connection.get())
    } catch let error as DatabaseError where entries.count > 1 && error.code != .busy {
      // One may be at fault, or all together too much for the disk: each gets its own chance. Not
      // when another process has the lock, because each would wait for it again.
      results = entries.map { entry in
        Result { try commit([entry], on: connection.get())[0].get() }
      }
    } catch {
      results = entries.map { _ in .failure(error) }
    }
    deliver(results, to: entries)
  }

  private func deliver(_ results: [Result<[StoredEvent], any Error>], to entries: [Entry]) {
    for (entry, result) in zip(entries, results) {
      guard entry.isTerminal, case .success(let events) = result else {
        entry.continuation.resume(with: result.mapError(describe))
        continue
      }
      // The end of a turn is worth waiting for the disk. Pieces of text are not: a power cut may
      // take the last of them.
      writer.flusher.flush { flushed in
        entry.continuation.resume(with: flushed.map { events })
      }
    }
  }

  /// One transaction.
  private func commit(
    _ entries: [Entry], on connection: Connection
  ) throws -> [Result<[StoredEvent], any Error>] {
    try writer.commit(on: connection) { connection in try append(entries, on: connection) }
  }

  /// An entry that is refused has written nothing and does not stop the others.
  private func append(
    _ entries: [Entry], on connection: Connection
  ) throws -> [Result<[StoredEvent], any Error>] {
    let now = clock.now()
    return try entries.map { entry in
      do {
        return .success(try connection.append(entry.events, to: entry.turn, now: now))
      } catch let error as SottoError {
        return .failure(error)
      }
    }
  }

  private func describe(_ error: any Error) -> any Error {
    (error as? DatabaseError).map { writer.failure.describe($0) } ?? error
  }
}
