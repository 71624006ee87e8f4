import SottoCore
import SottoCurl
import SottoTestSupport
import Testing

@Suite(.timeLimit(.minutes(2)), .enabled(if: HTTP2Peer.isAvailable))
struct HTTP2Tests {
  private func withPeer(_ body: (HTTP2Peer, CurlTransport) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let peer = try await HTTP2Peer(in: folder)
      defer { peer.stop() }
      var options = CurlTransport.Options()
      options.certificateFile = peer.certificateFile
      try await body(peer, CurlTransport(options: options))
    }
  }

  @Test func `many streams share one connection`() async throws {
    try await withPeer { peer, transport in
      let url = peer.url
      let expected = (0..<50).map { "data: \($0)\n\n" }.joined()
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<60 {
          group.addTask {
            try await transport.send(.post(url + "/count?50", "{}")).body.text()
          }
        }
        for try await text in group { #expect(text == expected) }
      }
      #expect(try await transport.send(.get(url + "/sessions")).body.text() == "1")
    }
  }

  @Test func `cancelling resets the stream and leaves the others`() async throws {
    try await withPeer { peer, transport in
      let url = peer.url
      var other = try await transport.send(.get(url + "/endless")).body.makeAsyncIterator()
      _ = try await other.next()
      for count in 1...20 {
        let reads = Recorder<Void>()
        let task = Task {
          for try await _ in try await transport.send(.get(url + "/endless")).body {
            reads.record(())
          }
        }
        try await reads.wait(for: count % 4)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        if count % 4 == 0 { continue }
        for _ in 0..<5 { _ = try await other.next() }
      }
      // Those that were cancelled before they were sent are not known to the server.
      let resets = try await transport.send(.get(url + "/resets?15")).body.text()
      #expect(Int(resets) ?? 0 >= 15)
      #expect(try await transport.send(.get(url + "/sessions")).body.text() == "1")
    }
  }

  @Test(arguments: ["/broken", "/gone"])
  func `a stream that breaks is lost, not ended`(path: String) async throws {
    try await withPeer { peer, transport in
      let url = peer.url + path
      let error = try await transportError {
        _ = try await transport.send(.get(url)).body.text()
      }
      #expect(error?.code == .connectionLost)
      #expect(error?.bytesReceived == 3)
    }
  }

  @Test func `a slow reader does not hold back the other streams`() async throws {
    try await withPeer { peer, transport in
      let url = peer.url
      var slow = try await transport.send(.get(url + "/big?40000000")).body.makeAsyncIterator()
      var read = try await slow.next()?.count ?? 0
      for _ in 0..<10 {
        #expect(try await transport.send(.get(url + "/count?3")).body.text().count == 27)
      }
      while let piece = try await slow.next() { read += piece.count }
      #expect(read == 40_000_000)
    }
  }

  @Test func `a certificate of an unknown authority is insecure`() async throws {
    try await withPeer { peer, _ in
      let url = peer.url
      let error = try await transportError {
        _ = try await CurlTransport().send(.get(url + "/count?1"))
      }
      #expect(error?.code == .insecure)
    }
  }
}
