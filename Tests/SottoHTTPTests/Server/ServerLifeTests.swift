import Foundation
import SottoHTTP
import Testing

extension SocketSuite {
  @Suite struct ServerLifeTests {
    @Test(arguments: [("127.0.0.1", ["127.0.0.1"]), ("0.0.0.0", ["127.0.0.1"])])
    func `listens on IPv4`(host: String, reached: [String]) async throws {
      try await expectAnswers(host: host, at: reached)
    }

    @Test(
      .enabled(if: hasIPv6, "this machine has no IPv6 loopback"),
      arguments: [
        ("::1", ["::1"]), ("::", ["::1", "127.0.0.1"]), ("localhost", ["::1", "127.0.0.1"]),
      ])
    func `listens on IPv6`(host: String, reached: [String]) async throws {
      try await expectAnswers(host: host, at: reached)
    }

    @Test func `says that a port is taken`() async throws {
      try await withServer(.init(), HTTPServerTests.router) { server in
        let error = #expect(throws: ServerError.self) {
          try HTTPServer.start(ServerConfiguration(port: server.port), router: Router())
        }
        #expect(error?.code == .portInUse)
      }
    }

    @Test(arguments: ["192.0.2.1", "no.such.host.invalid", "", "1.2.3.4.5"])
    func `says that an address is not its own`(host: String) {
      let error = #expect(throws: ServerError.self) {
        try HTTPServer.start(ServerConfiguration(host: host), router: Router())
      }
      #expect(error?.code == .badAddress)
    }

    @Test func `a client that leaves cancels the handler`() async throws {
      let started = Counter()
      let cancelled = Counter()
      var router = Router()
      router.add(.get, "/") { _ in
        started.increment()
        do {
          try await waitForCancellation()
        } catch {
          cancelled.increment()
          throw error
        }
        return .empty()
      }
      try await withServer(.init(), router) { server in
        for leave in [RawClient.close, RawClient.reset] {
          let client = try RawClient(port: server.port)
          try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
          await started.reach(cancelled.value + 1)
          leave(client)()
          await cancelled.reach(started.value)
        }
      }
    }

    @Test func `running ends with the task and lets a handler finish`() async throws {
      let started = Counter()
      let release = Counter()
      var router = Router()
      router.add(.get, "/") { _ in
        started.increment()
        await release.reach(1)
        return .text("finished")
      }
      let server = try HTTPServer.start(.init(), router: router)
      let running = Task { await server.run() }
      let client = try RawClient(port: server.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await started.reach(1)
      running.cancel()
      release.increment()
      #expect(try await client.response().text == "finished")
      await running.value
      #expect(throws: (any Error).self) { try RawClient(port: server.port) }
    }

    @Test func `shutting down ends streams and stuck handlers within the grace`() async throws {
      let started = Counter()
      let ended = Counter()
      let release = Counter()
      var router = Router()
      router.add(.get, "/stream") { _ in
        .events { _ in
          started.increment()
          defer { ended.increment() }
          try await waitForCancellation()
        }
      }
      router.add(.get, "/patient") { _ in
        started.increment()
        defer { ended.increment() }
        try await waitForCancellation()
        return .empty()
      }
      router.add(.get, "/stuck") { _ in
        started.increment()
        await release.reach(1)
        return .empty()
      }
      var configuration = ServerConfiguration()
      configuration.shutdownGrace = .milliseconds(100)
      let server = try HTTPServer.start(configuration, router: router)
      var clients: [RawClient] = []
      for path in ["/stream", "/patient", "/stuck", "/stream", "/patient", "/stuck"] {
        let client = try RawClient(port: server.port)
        try await client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        clients.append(client)
      }
      await started.reach(6)
      await server.shutdown()
      await server.shutdown()
      #expect(ended.value == 4)
      for client in clients {
        let rest = String(decoding: try await client.readToEnd(), as: UTF8.self)
        #expect(!rest.hasSuffix("0\r\n\r\n"))
      }
      release.increment()
    }

    @Test func `shuts down in the middle of a crowd`() async throws {
      for _ in 0..<10 {
        let seen = Counter()
        let router = stormRouter(Canary())
        var configuration = ServerConfiguration()
        configuration.shutdownGrace = .milliseconds(20)
        let server = try HTTPServer.start(configuration, router: router)
        await withTaskGroup(of: Void.self) { group in
          for index in 0..<16 {
            let path = ["/now", "/later", "/wait", "/events"][index % 4]
            group.addTask {
              // Ends with an error once the server is gone.
              while let client = try? RawClient(port: server.port) {
                try? await client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
                seen.increment()
                if path != "/wait" { _ = try? await client.read(count: 20) }
                if path == "/events" { _ = try? await client.readToEnd() }
              }
            }
          }
          await seen.reach(100)
          await server.shutdown()
          #expect(throws: (any Error).self) { try RawClient(port: server.port) }
        }
      }
    }

    @Test func `many servers come and go without leaving a file open`() async throws {
      func round() async throws {
        try await withServer(.init(host: "localhost"), HTTPServerTests.router) { server in
          let client = try RawClient(port: server.port)
          _ = try await client.get("/later")
          try await client.send("POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 90000000\r\n\r\n")
          _ = try await client.response()
        }
      }
      try await round()
      let before = openFiles().count
      for _ in 0..<40 { try await round() }
      // Other suites open files meanwhile; each round of a leak would add one.
      #expect(openFiles().count < before + 40)
    }

    @Test func `keeps nothing of 500 connections that were cut anywhere`() async throws {
      weak var weakCanary: Canary?
      do {
        let canary = Canary()
        weakCanary = canary
        try await withServer(.init(), stormRouter(canary)) { server in
          var random = SystemRandomNumberGenerator()
          for index in 0..<500 {
            let client = try RawClient(port: server.port)
            let request = Array(Storm.requests[index % Storm.requests.count].utf8)
            let isWhole = index % 3 == 0
            let sent = isWhole ? request.count : Int.random(in: 0...request.count, using: &random)
            try await client.send(Array(request[..<sent]))
            if isWhole && !request.starts(with: "GET /wait".utf8) {
              _ = try await client.read(count: 20)
            }
            if index % 2 == 0 { client.close() } else { client.reset() }
          }
          let client = try RawClient(port: server.port)
          #expect(try await client.get("/now").text == "now")
          client.close()
          try await waitUntil { serverSockets(port: server.port) == 0 }
        }
      }
      try await waitUntil { weakCanary == nil }
    }

    private func expectAnswers(host: String, at reached: [String]) async throws {
      try await withServer(.init(host: host), HTTPServerTests.router) { server in
        for address in reached {
          let client = try RawClient(port: server.port, host: address)
          #expect(try await client.get("/now").text == "now")
        }
      }
    }

    private func stormRouter(_ canary: Canary) -> Router {
      var router = Router()
      router.addImmediate(.get, "/now") { _ in .text(canary.text) }
      router.addImmediate(.post, "/now") { _ in .text(canary.text) }
      router.add(.get, "/later") { _ in
        await Task.yield()
        return .text(canary.text)
      }
      router.add(.get, "/wait") { _ in
        try await waitForCancellation()
        return .text(canary.text)
      }
      router.add(.get, "/events") { _ in
        .events { writer in
          while true {
            try await writer.send(ServerSentEvent(data: canary.text))
            try await Task.sleep(for: .milliseconds(1))
          }
        }
      }
      return router
    }
  }
}

private final class Canary: Sendable {
  let text = "now"
}

private enum Storm {
  static let requests = [
    "GET /now HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /later HTTP/1.1\r\nHost: a\r\n\r\nGET /later HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /events HTTP/1.1\r\nHost: a\r\n\r\n",
    "POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\n01234567890123456789",
    "POST /now HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n0123",
    "GET /no HTTP/1.1\r\nHost: a\r\n\r\nrubbish",
  ]
}

private let hasIPv6 = (try? HTTPServer.probe(host: "::1")) ?? false

extension HTTPServer {
  fileprivate static func probe(host: String) throws -> Bool {
    let server = try start(ServerConfiguration(host: host), router: Router())
    Task { await server.shutdown() }
    return true
  }
}

private func openFiles() -> [String] {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
}

/// How many of this process's sockets are a server's side of a connection.
private func serverSockets(port: UInt16) -> Int {
  let digits = String(port, radix: 16, uppercase: true)
  let wanted = ":" + String(repeating: "0", count: 4 - digits.count) + digits
  guard let table = try? String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8) else {
    return 0
  }
  let own = Set(
    openFiles().compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    })
  return table.split(separator: "\n").dropFirst().count { line in
    let columns = line.split(separator: " ")
    guard columns.count > 9 else { return false }
    let isListening = columns[3] == "0A"
    return columns[1].hasSuffix(wanted) && !isListening && own.contains("socket:[\(columns[9])]")
  }
}

/// Looks again until it holds; the suite's time limit is the end of patience.
private func waitUntil(_ holds: () -> Bool) async throws {
  var tries = 0
  while !holds() {
    tries += 1
    try #require(tries < 1000, "it never came about")
    try await Task.sleep(for: .milliseconds(10))
  }
}
