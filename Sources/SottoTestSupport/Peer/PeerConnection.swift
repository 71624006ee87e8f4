import Synchronization

/// One connection of a client to a ``ScriptedPeer``, as its script sees it.
package final class PeerConnection: Sendable {
  enum Closing { case finish, reset }

  private struct State {
    var received: [UInt8] = []
    var outbox: [UInt8] = []
    /// How much of the outbox is sent.
    var sent = 0
    var readsPaused = false
    var closing: Closing?
    var closedHere = false
    var closedByClient = false
    var waiters: [@Sendable () -> Void] = []
  }

  /// Its place among this peer's connections, from 0.
  package let number: Int

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void
  private let requests: Recorder<RecordedRequest>
  private let closes: Recorder<Int>
  private let ends: Recorder<Int>

  init(
    number: Int, requests: Recorder<RecordedRequest>, closes: Recorder<Int>, ends: Recorder<Int>,
    wake: @escaping @Sendable () -> Void
  ) {
    self.number = number
    self.requests = requests
    self.closes = closes
    self.ends = ends
    self.wake = wake
  }

  /// Waits for the next whole request.
  ///
  /// - Throws: ``PeerError`` when the connection ends before.
  @discardableResult
  package func request() async throws -> RecordedRequest {
    let request = try await until { RecordedRequest.take(from: &$0.received) }
    requests.record(request)
    return request
  }

  /// Waits until `count` bytes are there, whatever they are, and takes them.
  ///
  /// - Throws: ``PeerError`` when the connection ends before.
  @discardableResult
  package func bytes(_ count: Int) async throws -> [UInt8] {
    try await until { state in
      guard state.received.count >= count else { return nil }
      defer { state.received.removeFirst(count) }
      return Array(state.received.prefix(count))
    }
  }

  /// Sends `bytes` and returns when the system has taken them all.
  ///
  /// - Throws: ``PeerError`` when the connection ends before.
  package func send(_ bytes: [UInt8]) async throws {
    state.withLock { $0.outbox += bytes }
    wake()
    try await until { $0.outbox.isEmpty ? true : nil }
  }

  /// Sends `text` as UTF-8.
  ///
  /// - Throws: ``PeerError`` when the connection ends before.
  package func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  /// Sends each byte on its own.
  ///
  /// - Throws: ``PeerError`` when the connection ends before.
  package func sendOneByOne(_ text: String) async throws {
    for byte in text.utf8 { try await send([byte]) }
  }

  /// Sends `text` as one chunk of a chunked body.
  ///
  /// - Throws: ``PeerError`` when the connection ends before.
  package func sendChunk(_ text: String) async throws {
    try await send("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
  }

  /// Reads no more from the client, so that what it sends piles up.
  package func stopReading() {
    state.withLock { $0.readsPaused = true }
    wake()
  }

  /// Closes the connection with FIN once everything is sent. Returning from the script does the
  /// same.
  package func finish() { close(.finish) }

  /// Breaks the connection with RST once everything is sent.
  package func reset() { close(.reset) }

  /// Waits until the client has closed the connection, or the peer was stopped.
  package func untilClosedByClient() async {
    // Throws exactly when the connection has ended.
    _ = try? await until { _ in nil as Bool? }
  }

  private func close(_ closing: Closing) {
    state.withLock { if $0.closing == nil { $0.closing = closing } }
    wake()
  }

  /// Waits until `take` answers something. It sees every change of the state.
  @discardableResult
  private func until<Value: Sendable>(
    _ take: @Sendable (inout State) -> Value?
  ) async throws -> Value {
    while true {
      let value = try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Value?, any Error>) in
        let result: Result<Value?, any Error>? = state.withLock { state in
          if let value = take(&state) { return .success(value) }
          if state.closedByClient { return .failure(PeerError.closedByClient) }
          if state.closedHere { return .failure(PeerError.closed) }
          state.waiters.append { continuation.resume(returning: nil) }
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
      if let value { return value }
    }
  }
}

// What the peer's thread does with a connection.
extension PeerConnection {
  /// What to poll for, and whether the connection is to be closed now.
  var wish: (reads: Bool, writes: Bool, closing: Closing?) {
    state.withLock { state in
      let writes = !state.outbox.isEmpty && !state.closedByClient
      return (
        !state.readsPaused && !state.closedByClient, writes, writes ? nil : state.closing
      )
    }
  }

  /// Writes as much of the outbox as `write` takes; it answers a count or a negative number.
  func flush(_ write: (ArraySlice<UInt8>) -> Int) {
    change { state in
      let count = write(state.outbox[state.sent...])
      if count > 0 { state.sent += count }
      if state.sent == state.outbox.count {
        state.outbox = []
        state.sent = 0
      }
    }
  }

  func received(_ bytes: ArraySlice<UInt8>) { change { $0.received += bytes } }

  func closedByClient() {
    let first = change { state in
      defer { state.closedByClient = true }
      return !state.closedByClient && !state.closedHere
    }
    if first { closes.record(number) }
  }

  func closedHere() {
    change { $0.closedHere = true }
    ends.record(number)
  }

  @discardableResult
  private func change<Value: Sendable>(_ body: (inout sending State) -> sending Value) -> Value {
    let (value, waiters) = state.withLock { state in
      let value = body(&state)
      defer { state.waiters = [] }
      return (value, state.waiters)
    }
    for waiter in waiters { waiter() }
    return value
  }
}
