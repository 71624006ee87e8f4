import SottoCore
import SottoTestSupport
import SottoURLSession
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What this client does beyond the contract.
@Suite(
  .timeLimit(.minutes(2)),
  .enabled(if: URLSessionProcess.isThis, "URLSessionProcessTests runs it in a process of its own"))
struct URLSessionTransportTests {
  @Test func `uses a connection again`() async throws {
    let peer = try ScriptedPeer { connection in
      while true {
        try await connection.request()
        try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    defer { peer.stop() }
    let transport = URLSessionTransport()
    for _ in 0..<20 {
      #expect(try await transport.send(.post(peer.url(), "{}")).body.text() == "ok")
    }
    #expect(peer.connectionCount == 1)
  }

  @Test func `keeps no cookie`() async throws {
    let peer = try ScriptedPeer { connection in
      while true {
        try await connection.request()
        try await connection.send(
          "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nContent-Length: 0\r\n\r\n")
      }
    }
    defer { peer.stop() }
    let transport = URLSessionTransport()
    for _ in 0..<2 { _ = try await transport.send(.get(peer.url())).body.text() }
    let requests = try await peer.requests.wait(for: 2)
    #expect(requests.allSatisfy { $0.header("Cookie") == nil })
  }

  @Test func `asks again for an answer that may be kept`() async throws {
    let peer = try ScriptedPeer { connection in
      while true {
        try await connection.request()
        try await connection.send(
          "HTTP/1.1 200 OK\r\nCache-Control: max-age=3600\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    defer { peer.stop() }
    let transport = URLSessionTransport()
    for _ in 0..<2 { _ = try await transport.send(.get(peer.url())).body.text() }
    #expect(peer.requests.elements.count == 2)
  }

  @Test(arguments: [
    "Bearer", "", "Basic realm=\"a\"", "Digest realm=\"a\", nonce=\"b\"", "Bearer realm=\"API\"",
  ])
  func `gives the answer that asks for other credentials`(challenge: String) async throws {
    let peer = try ScriptedPeer { connection in
      while true {
        try await connection.request()
        try await connection.send(
          "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(challenge)\r\n"
            + "Content-Length: 7\r\n\r\nbad key")
      }
    }
    defer { peer.stop() }
    let transport = URLSessionTransport()
    for _ in 0..<2 {
      let response = try await transport.send(
        .post(peer.url(), "{}", headers: ["Authorization": "Bearer k"]))
      #expect(response.head.status == 401)
      #expect(try await response.body.text() == "bad key")
    }
    #expect(peer.requests.elements.map { $0.header("Authorization") } == ["Bearer k", "Bearer k"])
  }

  @Test func `a reader that comes late gets everything in order`() async throws {
    let bytes = (0..<1_000_000).flatMap { index in
      withUnsafeBytes(of: UInt64(index)) { Array($0) }
    }
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n")
      try await connection.send(bytes)
    }
    defer { peer.stop() }
    let response = try await URLSessionTransport().send(.get(peer.url()))
    #if canImport(FoundationNetworking)
      // Nothing holds the peer back, so that all of it waits.
      try await peer.ended.wait(for: 1)
    #endif
    #expect(try await response.body.collect(upTo: bytes.count) == bytes)
  }

  #if canImport(FoundationNetworking)
    @Test func `what waits unread is bounded by ending the answer`() async throws {
      let peer = try ScriptedPeer { connection in
        try await connection.request()
        try await connection.send("HTTP/1.1 200 OK\r\n\r\n")
        while true { try await connection.send([UInt8](repeating: 1, count: 65536)) }
      }
      defer { peer.stop() }
      let response = try await URLSessionTransport().send(.get(peer.url()))
      try await peer.closedByClient.wait(for: 1)
      let error = try await transportError { for try await _ in response.body {} }
      #expect(error?.code == .tooLarge)
      #expect(error.map { (16_000_000..<18_000_000).contains($0.bytesReceived) } == true)
    }
  #endif

  @Test func `a body keeps its transport`() async throws {
    let sent = Signal()
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send("HTTP/1.1 200 OK\r\n\r\na")
      try await sent.wait()
      try await connection.send("b")
    }
    defer { peer.stop() }
    let body = try await URLSessionTransport().send(.get(peer.url())).body
    sent.fire()
    #expect(try await body.text() == "ab")
  }

  // In processes of their own: the counts are the whole process's, and a fault of the library would
  // end all tests. The alarm ends one whose parent has gone.

  @Test func `a thousand cancelled requests leave nothing behind`() async {
    await withKnownIssue(
      "the library keeps a socket of a cancelled task open", isIntermittent: true
    ) {
      await #expect(processExitsWith: .success) {
        alarm(20)
        let peer = try ScriptedPeer(script: endless)
        // Starts what the process starts only once.
        try await cancelRandomly(peer, requests: 50, seed: 1)
        let (files, threads) = (ProcessResources.openFiles, ProcessResources.threads)
        try await cancelRandomly(peer, requests: 1000, seed: 77)
        try #require(ProcessResources.threads <= threads + 8)
        try #require(ProcessResources.openFiles <= files + 8)
      }
    } when: {
      #if os(Linux)
        true
      #else
        false
      #endif
    }
  }

  @Test func `a hundred transports come and go`() async {
    await #expect(processExitsWith: .success) {
      alarm(30)
      let peer = try ScriptedPeer { connection in
        try await connection.request()
        try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        await connection.untilClosedByClient()
      }
      for _ in 0..<100 {
        _ = try await URLSessionTransport().send(.get(peer.url())).body.text()
      }
      // Each has given up the connection that it had kept.
      try await peer.closedByClient.wait(for: 100)
    }
  }

  #if canImport(FoundationNetworking)
    // When one of these fails, the library was mended: the contract's tests need not exclude it.

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\nContent-Le",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-After: 1\r\n\r\n",
    ])
    func `the library still ends the process`(answer: String) async {
      await #expect(processExitsWith: .failure) { [answer] in
        alarm(30)
        // No minute for a backtrace that nobody reads.
        for number in [SIGILL, SIGTRAP, SIGABRT] { signal(number, SIG_DFL) }
        let peer = try ScriptedPeer { connection in
          try await connection.request()
          try await connection.send(answer)
        }
        _ = try? await URLSessionTransport().send(.get(peer.url())).body.text()
      }
    }
  #endif
}

/// Starts requests ten at a time and cancels each after some pieces, or none, or drops its body.
private func cancelRandomly(_ peer: ScriptedPeer, requests: Int, seed: UInt64) async throws {
  let transport = URLSessionTransport()
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
  _ = try await transport.send(.get(peer.url()))
  try await peer.ended.wait(for: peer.connectionCount)
}
