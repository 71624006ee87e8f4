import SottoCore
import SottoCurl
import SottoTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What this client does beyond the contract.
@Suite(.timeLimit(.minutes(2)))
struct CurlTransportTests {
  /// Answers every request of a connection.
  private static let answers: ScriptedPeer.Script = { connection in
    while true {
      let request = try await connection.request()
      try await connection.send(
        "HTTP/1.1 200 OK\r\nContent-Length: \(request.body.count)\r\n\r\n"
          + String(decoding: request.body, as: UTF8.self))
    }
  }

  @Test func `uses a connection again`() async throws {
    let peer = try ScriptedPeer(script: Self.answers)
    defer { peer.stop() }
    let transport = try CurlTransport()
    for number in 0..<20 {
      #expect(try await transport.send(.post(peer.url(), "\(number)")).body.text() == "\(number)")
    }
    #expect(peer.connectionCount == 1)
  }

  /// The peer reads the second request and leaves, as when its close crosses the request on the way,
  /// or as when it fails while it works on it: nobody can tell.
  private static func leavingOnce(_ connection: PeerConnection) async throws {
    try await connection.request()
    try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    if connection.number == 0 { try await connection.request() }
  }

  @Test func `does not pay twice when a kept connection breaks`() async throws {
    let peer = try ScriptedPeer(script: Self.leavingOnce)
    defer { peer.stop() }
    let transport = try CurlTransport()
    #expect(try await transport.send(.post(peer.url(), "{}")).body.text() == "ok")
    let error = try await transportError { _ = try await transport.send(.post(peer.url(), "{}")) }
    #expect(error?.code == .connectionLost)
    #expect(peer.requests.elements.count == 2)
  }

  @Test func `asks again for what costs nothing when a kept connection breaks`() async throws {
    let peer = try ScriptedPeer(script: Self.leavingOnce)
    defer { peer.stop() }
    let transport = try CurlTransport()
    for _ in 0..<2 { #expect(try await transport.send(.get(peer.url())).body.text() == "ok") }
    #expect(peer.connectionCount == 2)
  }

  @Test func `decodes a compressed body as it comes`() async throws {
    // "hello, " and a flush, "world" and the end.
    let first: [UInt8] = [
      0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCA, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0, 0, 0, 0,
      0xFF, 0xFF,
    ]
    let rest: [UInt8] = [
      0x2B, 0xCF, 0x2F, 0xCA, 0x49, 1, 0, 0x3A, 0x72, 0xAB, 0xFF, 0x0C, 0, 0, 0,
    ]
    let read = Signal()
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(first.count + rest.count)\r\n\r\n"
      )
      try await connection.send(first)
      try await read.wait()
      try await connection.send(rest)
    }
    defer { peer.stop() }
    var pieces = try await CurlTransport().send(.get(peer.url())).body.makeAsyncIterator()
    #expect(try await pieces.next() == Array("hello, ".utf8))
    read.fire()
    #expect(try await pieces.next() == Array("world".utf8))
    #expect(try await pieces.next() == nil)
  }

  @Test func `shutting down ends who waits, and later requests fail`() async throws {
    let peer = try ScriptedPeer(script: endless)
    defer { peer.stop() }
    let transport = try CurlTransport()
    let reads = Recorder<Void>()
    let task = Task {
      for try await _ in try await transport.send(.get(peer.url())).body { reads.record(()) }
    }
    try await reads.wait(for: 1)
    transport.shutdown()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await peer.closedByClient.wait(for: 1)
    let error = try await transportError { _ = try await transport.send(.get(peer.url())) }
    #expect(error?.code == .connectionLost)
    transport.shutdown()
  }

  @Test func `a body keeps its transport`() async throws {
    let sent = Signal()
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send("HTTP/1.1 200 OK\r\n\r\na")
      try await sent.wait()
      try await connection.send("b")
    }
    defer { peer.stop() }
    let body = try await CurlTransport().send(.get(peer.url())).body
    sent.fire()
    #expect(try await body.text() == "ab")
  }

  // In processes of their own: the counts and the environment are the whole process's. The alarm
  // ends one whose parent has gone.

  @Test func `a thousand cancelled requests leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      alarm(110)
      let peer = try ScriptedPeer(script: endless)
      // Starts what the process starts only once.
      try await cancelRandomly(peer, requests: 50, seed: 1)
      let (files, threads) = (ProcessResources.openFiles, ProcessResources.threads)
      try await cancelRandomly(peer, requests: 1000, seed: 77)
      try #require(ProcessResources.threads <= threads + 2)
      try #require(ProcessResources.openFiles <= files + 2)
    }
  }

  @Test func `a proxy of the environment is used, but not for this machine`() async {
    await #expect(processExitsWith: .success) {
      alarm(110)
      let proxy = try ScriptedPeer { connection in
        try await connection.request()
        try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nproxy")
      }
      let direct = try ScriptedPeer { connection in
        try await connection.request()
        try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ndirect")
      }
      setenv("http_proxy", proxy.url(), 1)
      let transport = try CurlTransport()
      let far = try await transport.send(.get("http://example.invalid/x")).body.text()
      try #require(far == "proxy")
      try #require(proxy.requests.elements[0].target == "http://example.invalid/x")
      for host in ["127.0.0.1", "localhost", "127.1"] {
        let url = "http://\(host):\(direct.port)/"
        try #require(try await transport.send(.get(url)).body.text() == "direct")
      }
    }
  }
}

/// Starts requests ten at a time and cancels each after some pieces, or none, or drops its body.
private func cancelRandomly(_ peer: ScriptedPeer, requests: Int, seed: UInt64) async throws {
  let transport = try CurlTransport()
  var random = SeededGenerator(seed: seed)
  for _ in 0..<(requests / 10) {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        let pieces = Int.random(in: 0..<5, using: &random)
        let yields = Int.random(in: 0..<20, using: &random)
        let drops = Bool.random(using: &random)
        group.addTask {
          let read = Recorder<Void>()
          let task = Task {
            for try await _ in try await transport.send(.get(peer.url())).body {
              read.record(())
              if drops, read.elements.count > pieces { break }
            }
          }
          try await read.wait(for: pieces)
          for _ in 0..<yields { await Task.yield() }
          if !drops { task.cancel() }
          _ = await task.result
        }
      }
      try await group.waitForAll()
    }
  }
  // Connections are accepted in their order: now the peer knows all of them, and closes its side of
  // each.
  _ = try await CurlTransport().send(.get(peer.url()))
  try await peer.ended.wait(for: peer.connectionCount)
}
