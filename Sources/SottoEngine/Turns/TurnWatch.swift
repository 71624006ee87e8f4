public import SottoCore

/// The events of a turn after a place, each exactly once and in order, until its terminal event.
///
/// It pulls: a slow reader costs nothing but its own delay. The elements are whole batches, so that
/// a reader that is behind can treat many events at once.
public struct TurnWatch: AsyncSequence, Sendable {
  /// How often a turn that another process runs is looked at.
  static let pollInterval = Duration.milliseconds(100)
  static let pageSize = 512

  let turn: TurnID
  let start: Int
  let store: any ConversationStore
  let findLive: @Sendable (TurnID) -> LiveTurn?

  /// Reads the batches; one reader at a time.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let watch: TurnWatch
    var cursor: Int
    var live: LiveTurn?
    var hasEnded = false

    /// The next events; waits until there are some. `nil` after the terminal one.
    ///
    /// - Throws: ``SottoError``, of code `gone` when the events are no longer kept;
    ///   `CancellationError`.
    public mutating func next() async throws -> [StoredEvent]? {
      while !hasEnded {
        try Task.checkCancellation()
        if live == nil { live = watch.findLive(watch.turn) }
        guard let live else {
          if let events = try await nextOfStoredTurn() { return deliver(events) }
          continue
        }
        switch live.events(after: cursor) {
        case .events(let events): return deliver(events)
        case .readStore: return deliver(try await readStore())
        case .nothing: await live.waitForEvents(after: cursor)
        case .ended: hasEnded = true
        }
      }
      return nil
    }

    /// A turn that has ended, or that another process runs. `nil` asks for another round.
    private mutating func nextOfStoredTurn() async throws -> [StoredEvent]? {
      // The status is read first: events are written before it changes.
      let status = try await watch.store.turn(watch.turn).status
      let events = try await readStore()
      if !events.isEmpty { return events }
      if status == .running {
        try await Task.sleep(for: TurnWatch.pollInterval)
      } else {
        hasEnded = true
      }
      return nil
    }

    private func readStore() async throws -> [StoredEvent] {
      try await watch.store.events(of: watch.turn, after: cursor, limit: TurnWatch.pageSize)
    }

    private mutating func deliver(_ events: [StoredEvent]) -> [StoredEvent] {
      if let last = events.last {
        cursor = last.sequence
        if last.event.isTerminal { hasEnded = true }
      }
      return events
    }
  }

  /// A reader of its own, from the place that the watch begins at.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(watch: self, cursor: start)
  }
}
