import SottoHTTP
import Testing

extension SocketSuite {
  @Suite struct ServerStreamTests {
    @Test func `sends each event as it comes, in one piece`() async throws {
      let gate = Counter()
      let started = Counter()
      var router = Router()
      router.add(.get, "/events") { _ in
        .events { writer in
          let opened = gate.value
          started.increment()
          for index in 0..<5 {
            await gate.reach(opened + index + 1)
            try await writer.send(ServerSentEvent(id: "\(index)", data: "x"))
          }
        }
      }
      try await withServer(.init(), router) { server in
        let client = try RawClient(port: server.port)
        for round in 0..<2 {
          try await client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
          let head = try await client.read(through: "\r\n\r\n")
          #expect(head.contains("text/event-stream"))
          await started.reach(round + 1)
          for index in 0..<5 {
            gate.increment()
            #expect(try await client.chunk() == Array("id: \(index)\ndata: x\n\n".utf8))
          }
          #expect(try await client.chunk() == nil)
        }
      }
    }

    @Test func `streams from an immediate handler and for HEAD`() async throws {
      let runs = Counter()
      let response = ServerResponse(
        body: .stream { writer in
          runs.increment()
          try await writer.write(Array("one".utf8))
          try await writer.write([])
          try await writer.write(Array("two".utf8))
        })
      var router = Router()
      router.addImmediate(.get, "/now") { _ in response }
      router.add(.get, "/later") { _ in response }
      router.add(.get, "/none") { _ in
        ServerResponse(status: 204, body: response.body)
      }
      try await withServer(.init(), router) { server in
        let client = try RawClient(port: server.port)
        for path in ["/now", "/later"] {
          #expect(try await client.get(path, method: "HEAD").status == 200)
          #expect(try await client.get(path).text == "onetwo")
        }
        #expect(try await client.get("/none").status == 204)
        #expect(try await client.get("/now").text == "onetwo")
        #expect(runs.value == 3)
      }
    }

    @Test func `cuts the connection when the producer fails`() async throws {
      struct Mishap: Error {}
      var router = Router()
      router.add(.get, "/") { _ in
        ServerResponse(
          body: .stream { writer in
            try await writer.write(Array("half".utf8))
            throw Mishap()
          })
      }
      try await withServer(.init(), router) { server in
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let answer = String(decoding: try await client.readToEnd(), as: UTF8.self)
        #expect(!answer.hasSuffix("0\r\n\r\n"))
      }
    }

    @Test func `a client that does not read holds its producer at the bound`() async throws {
      let written = Counter()
      let ended = Counter()
      var router = Router()
      router.add(.get, "/flood") { _ in
        ServerResponse(
          body: .stream { writer in
            defer { ended.increment() }
            let piece = [UInt8](repeating: 65, count: 10_000)
            for _ in 0..<10_000 {
              try await writer.write(piece)
              written.increment()
            }
          })
      }
      try await withServer(.init(), router) { server in
        let client = try RawClient(port: server.port, receiveBuffer: 8192)
        try await client.send("GET /flood HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try await client.read(through: "\r\n\r\n")
        // What the sockets' buffers take is a few megabytes; the producer wants to write 100.
        try await settle(written)
        #expect(written.value < 2000)
        #expect(ended.value == 0)
        client.close()
        await ended.reach(1)
        #expect(written.value < 2000)
      }
    }

    @Test func `a slow client gets every byte`() async throws {
      var router = Router()
      router.add(.get, "/numbers") { _ in
        ServerResponse(
          body: .stream { writer in
            for number in 0..<200_000 { try await writer.write(Array("\(number)\n".utf8)) }
          })
      }
      try await withServer(.init(), router) { server in
        let client = try RawClient(port: server.port, receiveBuffer: 4096)
        let answer = try await client.get("/numbers")
        #expect(answer.body.count == 1_288_890)
        #expect(answer.text.hasSuffix("\n199999\n"))
      }
    }

    @Test func `a client that leaves cancels a quiet stream`() async throws {
      let started = Counter()
      let ended = Counter()
      var router = Router()
      router.add(.get, "/") { _ in
        .events { writer in
          defer { ended.increment() }
          try await writer.send(ServerSentEvent(data: "x"))
          started.increment()
          try await waitForCancellation()
        }
      }
      try await withServer(.init(), router) { server in
        for leave in [RawClient.close, RawClient.reset] {
          let client = try RawClient(port: server.port)
          try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
          await started.reach(ended.value + 1)
          leave(client)()
          await ended.reach(started.value)
        }
        #expect(ended.value == 2)
      }
    }

    @Test func `pings while there is nothing to send`() async throws {
      var router = Router()
      router.add(.get, "/") { _ in
        .events(pingInterval: .milliseconds(1)) { _ in try await waitForCancellation() }
      }
      try await withServer(.init(), router) { server in
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try await client.read(through: ": ping\n\n")
        _ = try await client.read(through: ": ping\n\n")
      }
    }

    @Test func `writes of several tasks are not mixed`() async throws {
      var router = Router()
      router.add(.get, "/") { _ in
        ServerResponse(
          body: .stream { writer in
            try await withThrowingTaskGroup(of: Void.self) { group in
              for letter in [UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "c")] {
                group.addTask {
                  let line = [UInt8](repeating: letter, count: 30_000) + [UInt8(ascii: "\n")]
                  for _ in 0..<8 { try await writer.write(line) }
                }
              }
              try await group.waitForAll()
            }
          })
      }
      try await withServer(.init(), router) { server in
        let client = try RawClient(port: server.port)
        let lines = try await client.get("/").body.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == 24)
        #expect(lines.allSatisfy { line in line.allSatisfy { $0 == line.first } })
      }
    }

    /// Returns when a count has stopped growing.
    private func settle(_ counter: Counter) async throws {
      var last = -1
      while counter.value != last {
        last = counter.value
        try await Task.sleep(for: .milliseconds(300))
      }
    }
  }
}
