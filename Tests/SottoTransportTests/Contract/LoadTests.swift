import SottoCore
import SottoTestSupport
import Synchronization
import Testing

/// Many streams at once, ended in every way.
@Suite(.timeLimit(.minutes(2)))
struct LoadTests {
  @Test(arguments: Subject.allCases, [(30, 50), (200, 200)])
  func `reads many streams at once`(
    subject: Subject, size: (streams: Int, chunks: Int)
  ) async throws {
    let all = Signal()
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      // All are open before any goes on.
      try await all.wait()
      for chunk in 0..<size.chunks { try await connection.sendChunk("data: \(chunk)\n\n") }
      try await connection.send("0\r\n\r\n")
    }
    defer { peer.stop() }
    let expected = (0..<size.chunks).map { "data: \($0)\n\n" }.joined()
    let transport = try subject.make()
    let opened = Recorder<Void>()
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<size.streams {
        group.addTask {
          let response = try await transport.send(.post(peer.url(), "{}"))
          opened.record(())
          return try await response.body.text()
        }
      }
      try await opened.wait(for: size.streams)
      all.fire()
      for try await text in group { #expect(text == expected) }
    }
  }

  @Test(arguments: Subject.allCases)
  func `cancels a hundred streams at random points`(subject: Subject) async throws {
    let peer = try ScriptedPeer(script: endless)
    defer { peer.stop() }
    let transport = try subject.make()
    var random = SeededGenerator(seed: 74)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        let pieces = Int.random(in: 0..<40, using: &random)
        group.addTask {
          let read = Recorder<Void>()
          let task = Task {
            for try await _ in try await transport.send(.get(peer.url())).body { read.record(()) }
          }
          try await read.wait(for: pieces)
          task.cancel()
          await #expect(throws: CancellationError.self) { try await task.value }
        }
      }
      try await group.waitForAll()
    }
    // Some are cancelled before they connect.
    try await peer.closedByClient.wait(for: peer.connectionCount)
  }

  @Test(arguments: Subject.allCases)
  func `a slow reader holds the sender back and nobody else`(subject: Subject) async throws {
    try subject.excludesURLSession("it cannot hold a sender back", .linux)
    let sent = Mutex(0)
    let slow = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 67108864\r\n\r\n")
      for _ in 0..<1024 {
        try await connection.send([UInt8](repeating: 7, count: 65536))
        sent.withLock { $0 += 65536 }
      }
    }
    let fast = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 67108864\r\n\r\n")
      for _ in 0..<1024 { try await connection.send([UInt8](repeating: 8, count: 65536)) }
    }
    defer {
      slow.stop()
      fast.stop()
    }
    let transport = try subject.make()
    var pieces = try await transport.send(.get(slow.url())).body.makeAsyncIterator()
    var read = try await pieces.next()?.count ?? 0
    // In the time of this the other would have sent all of its answer too.
    let other = try await transport.send(.get(fast.url())).body.collect(upTo: 67_108_864)
    #expect(other.count == 67_108_864)
    // What the system's buffers and ours hold.
    #expect(sent.withLock { $0 } < 20_000_000)
    while let piece = try await pieces.next() { read += piece.count }
    #expect(read == 67_108_864)
  }
}
