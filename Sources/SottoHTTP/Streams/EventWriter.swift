/// Where the events of a `text/event-stream` answer go.
package struct EventWriter: Sendable {
  let writer: StreamWriter

  /// Sends one event, waiting while the client is slower.
  /// - Throws: ``ServerError/Code/clientGone`` once the client has left, `CancellationError` when
  ///   the task is cancelled.
  package func send(_ event: ServerSentEvent) async throws {
    try await writer.write(event.encoded())
  }

  /// Sends several events as one piece.
  package func send(_ events: [ServerSentEvent]) async throws {
    try await writer.write(events.flatMap { $0.encoded() })
  }
}

extension ServerResponse {
  /// An answer of server-sent events, which ends when `produce` returns.
  ///
  /// While nothing else is to be sent a comment goes out every `pingInterval`: a network that has
  /// lost the client is noticed, and proxies keep the connection.
  package static func events(
    pingInterval: Duration = .seconds(15), clock: any Clock<Duration> = ContinuousClock(),
    _ produce: @escaping @Sendable (EventWriter) async throws -> Void,
  ) -> ServerResponse {
    let headers = [
      HeaderField("Content-Type", "text/event-stream; charset=utf-8"),
      // A proxy that compresses would collect events, too.
      HeaderField("Cache-Control", "no-store, no-transform"),
      // nginx would otherwise collect events before it passes them on.
      HeaderField("X-Accel-Buffering", "no"),
    ]
    let body = Body.stream { writer in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          let ping = ServerSentEvent.comment("ping")
          while true {
            try await clock.sleep(for: pingInterval)
            try writer.writeIfIdle(ping)
          }
        }
        defer { group.cancelAll() }
        try await produce(EventWriter(writer: writer))
      }
    }
    return ServerResponse(headers: headers, body: body)
  }
}
