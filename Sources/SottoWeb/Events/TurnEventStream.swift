import SottoCore
import SottoEngine
import SottoHTTP

/// Sends the events of a turn to one client, as they are or with the text as HTML blocks.
struct TurnEventStream: Sendable {
  /// With HTML, what arrives within this time is sent together: a page shows no more than about
  /// thirty states a second, and each costs it work.
  private static let renderInterval = Duration.milliseconds(30)

  let turn: Turn
  let after: Int
  let engine: TurnEngine
  /// Whether the client has just asked for the turn and is told of it first.
  var isBeginning = false
  let rendersHTML: Bool

  func write(to writer: EventWriter) async throws {
    guard isBeginning else { return try await writeEvents(to: writer) }
    try await writer.send(ServerSentEvent(event: "turn", data: turn.beginningJSON.encodedText))
    async let secured: Void = engine.secure(turn)
    try await writeEvents(to: writer)
    try await secured
  }

  private func writeEvents(to writer: EventWriter) async throws {
    if rendersHTML { try await writeRendered(to: writer) } else { try await writePlain(to: writer) }
  }

  /// One server-sent event for each stored event.
  private func writePlain(to writer: EventWriter) async throws {
    for try await batch in engine.watch(turn.id, after: after) {
      try await writer.send(batch.map(ServerSentEvent.init))
    }
  }

  /// The text as blocks of HTML. What the client has seen is rendered again without being sent, so
  /// that it can go on from any event.
  private func writeRendered(to writer: EventWriter) async throws {
    var rendering = TurnRendering(base: turn.base, resumeAfter: after)
    for try await batch in engine.watch(turn.id, after: 0) {
      let events = rendering.events(for: batch)
      if events.isEmpty { continue }
      try await writer.send(events)
      if batch.last?.event.isTerminal != true { try await Task.sleep(for: Self.renderInterval) }
    }
  }
}

extension ServerSentEvent {
  init(_ stored: StoredEvent) {
    // The provider's own data may be long and says nothing to a reader.
    let data: JSONValue =
      switch stored.event {
      case .signature, .opaque: .object([:])
      default: stored.event.data
      }
    self.init(id: "\(stored.sequence)", event: stored.event.name, data: data.encodedText)
  }
}
