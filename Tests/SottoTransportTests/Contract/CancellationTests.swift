import SottoCore
import SottoTestSupport
import Testing

/// Who no longer listens closes the connection.
@Suite(.timeLimit(.minutes(1)))
struct CancellationTests {
  @Test(arguments: Subject.allCases)
  func `cancelling before the head closes the connection`(subject: Subject) async throws {
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      await connection.untilClosedByClient()
    }
    defer { peer.stop() }
    let transport = try subject.make()
    let task = Task { try await transport.send(.get(peer.url())) }
    try await peer.requests.wait(for: 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await peer.closedByClient.wait(for: 1)
  }

  @Test(arguments: Subject.allCases)
  func `cancelling while reading closes the connection`(subject: Subject) async throws {
    let peer = try ScriptedPeer(script: endless)
    defer { peer.stop() }
    let transport = try subject.make()
    let reads = Recorder<Void>()
    let task = Task {
      for try await _ in try await transport.send(.get(peer.url())).body { reads.record(()) }
    }
    try await reads.wait(for: 3)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await peer.closedByClient.wait(for: 1)
  }

  @Test(arguments: Subject.allCases)
  func `dropping the body closes the connection`(subject: Subject) async throws {
    let peer = try ScriptedPeer(script: endless)
    defer { peer.stop() }
    let transport = try subject.make()
    do {
      let response = try await transport.send(.get(peer.url()))
      #expect(response.head.status == 200)
    }
    try await peer.closedByClient.wait(for: 1)
  }

  @Test(arguments: Subject.allCases)
  func `dropping the iterator in the middle closes the connection`(subject: Subject) async throws {
    let peer = try ScriptedPeer(script: endless)
    defer { peer.stop() }
    let transport = try subject.make()
    for try await _ in try await transport.send(.get(peer.url())).body { break }
    try await peer.closedByClient.wait(for: 1)
  }

  @Test(arguments: Subject.allCases)
  func `cancelling a body that waits unread closes the connection`(subject: Subject) async throws {
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send("HTTP/1.1 200 OK\r\n\r\n")
      // More than any buffer on the way.
      try await connection.send([UInt8](repeating: 1, count: 50_000_000))
      // A client that cannot hold back may have all of it before it closes.
      await connection.untilClosedByClient()
    }
    defer { peer.stop() }
    let transport = try subject.make()
    do {
      var pieces = try await transport.send(.get(peer.url())).body.makeAsyncIterator()
      _ = try await pieces.next()
    }
    try await peer.closedByClient.wait(for: 1)
  }

  @Test(arguments: Subject.allCases)
  func `cancelling during the attempt to connect ends at once`(subject: Subject) async throws {
    let peer = try UnresponsivePeer()
    let transport = try subject.make()
    let patient = Deadlines(connect: .seconds(600))
    let task = Task { try await transport.send(.get(peer.url, patient)) }
    await Task.yield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(arguments: Subject.allCases)
  func `a task that was cancelled before sends nothing`(subject: Subject) async throws {
    let peer = try ScriptedPeer { try await $0.request() }
    defer { peer.stop() }
    let transport = try subject.make()
    let go = Signal()
    let task = Task {
      try? await go.wait()
      return try await transport.send(.get(peer.url()))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(peer.connectionCount == 0)
  }
}

/// Sends small chunks until the client has enough.
func endless(_ connection: PeerConnection) async throws {
  try await connection.request()
  try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
  while true { try await connection.sendChunk("data: {}\n\n") }
}
