import SottoCore
import SottoEngine

extension Services {
  /// Runs the engine while `body` runs: turns that are started in it go on until it returns.
  func withEngine<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask {
        await engine.run()
        return nil
      }
      group.addTask { try await body() }
      var value: Value?
      while value == nil, let next = try await group.next() { value = next }
      group.cancelAll()
      guard let value else { throw CancellationError() }
      return value
    }
  }

  /// Sends a message to a conversation. Who sits at the terminal is asked about a new host.
  func begin(
    _ parts: [Part], in conversation: ConversationID, model: ModelReference?, terminal: Terminal,
    isStreamed: Bool = true, systemPrompt: String? = nil, wantsTitle: Bool = true
  ) async throws -> Turn {
    let request = TurnRequest(
      id: TurnID(at: WallClock.system.now()), conversationID: conversation,
      action: .send(parts, parent: nil), model: model, isStreamed: isStreamed,
      systemPrompt: systemPrompt, wantsTitle: wantsTitle)
    return try await ConsentPrompt(hosts: hosts, terminal: terminal).asking {
      try await engine.start(request)
    }
  }

  /// Follows a turn to its end and hands on each event. When the calling task is cancelled, the
  /// turn is stopped, its text kept.
  ///
  /// - Returns: the message as it stands at the end.
  func follow(_ turn: Turn, _ show: (TurnEvent) -> Void) async throws -> MessageContent {
    var content = turn.base
    do {
      for try await batch in engine.watch(turn.id, after: 0) {
        for stored in batch {
          content.apply(stored.event)
          show(stored.event)
        }
      }
    } catch is CancellationError {
      try await stop(turn.id)
      throw CancellationError()
    }
    return content
  }

  /// Stops a turn also from a task that is cancelled already.
  private func stop(_ turn: TurnID) async throws {
    try await Task { try await engine.stop(turn) }.value
  }
}
