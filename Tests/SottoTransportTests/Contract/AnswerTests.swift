import SottoCore
import SottoTestSupport
import Testing

/// Answers that are as they should be.
@Suite(.timeLimit(.minutes(1)))
struct AnswerTests {
  struct Body: CustomTestStringConvertible {
    var testDescription: String
    var bytes: String
    /// What the library behind `URLSession` on Linux makes of it, if not the same.
    var faultOnLinux: Comment?
  }

  static let bodies = [
    Body(
      testDescription: "of a given length",
      bytes: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
    Body(
      testDescription: "in chunks",
      bytes:
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\n\r\n"),
    Body(
      testDescription: "in chunks with trailers",
      bytes:
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-After: 1\r\n\r\n",
      faultOnLinux: "a trailer ends the process"),
    Body(testDescription: "until the connection closes", bytes: "HTTP/1.1 200 OK\r\n\r\nhello"),
    Body(testDescription: "of HTTP/1.0", bytes: "HTTP/1.0 200 OK\r\nServer: old\r\n\r\nhello"),
    Body(
      testDescription: "after interim answers",
      bytes: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
    Body(
      testDescription: "with bare line feeds", bytes: "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello",
      faultOnLinux: "bare line feeds are no head to it"),
  ]

  @Test(arguments: Subject.allCases, bodies)
  func `reads a body`(subject: Subject, body: Body) async throws {
    if let fault = body.faultOnLinux { try subject.excludesURLSession(fault, .linux) }
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send(body.bytes)
    }
    defer { peer.stop() }
    let response = try await subject.make().send(.get(peer.url()))
    #expect(response.head.status == 200)
    #expect(response.head.headers["Link"] == nil)
    #expect(try await response.body.text() == "hello")
  }

  @Test(arguments: Subject.allCases, bodies)
  func `reads a body that comes byte by byte`(subject: Subject, body: Body) async throws {
    if let fault = body.faultOnLinux { try subject.excludesURLSession(fault, .linux) }
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.sendOneByOne(body.bytes)
    }
    defer { peer.stop() }
    let response = try await subject.make().send(.get(peer.url()))
    #expect(try await response.body.text() == "hello")
  }

  @Test(arguments: Subject.allCases, [204, 304, 401, 404, 429, 500, 529])
  func `answers every status`(subject: Subject, status: Int) async throws {
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send(
        "HTTP/1.1 \(status) X\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n")
    }
    defer { peer.stop() }
    let response = try await subject.make().send(.get(peer.url()))
    #expect(response.head.status == status)
    #expect(response.head.headers["retry-after"] == "7")
    #expect(try await response.body.text() == "")
  }

  @Test(arguments: Subject.allCases)
  func `does not follow a redirect`(subject: Subject) async throws {
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send(
        "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n")
    }
    defer { peer.stop() }
    let response = try await subject.make().send(.get(peer.url()))
    #expect(response.head.status == 302)
    #expect(response.head.headers["Location"] == "http://127.0.0.1:9/")
  }

  @Test(arguments: Subject.allCases)
  func `gives the head before the body and each piece when it comes`(subject: Subject) async throws
  {
    let readHead = Signal()
    let readFirst = Signal()
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      try await readHead.wait()
      try await connection.sendChunk("one")
      try await readFirst.wait()
      try await connection.sendChunk("two")
      try await connection.send("0\r\n\r\n")
    }
    defer { peer.stop() }
    let response = try await subject.make().send(.get(peer.url()))
    readHead.fire()
    var pieces = response.body.makeAsyncIterator()
    #expect(try await pieces.next() == Array("one".utf8))
    readFirst.fire()
    #expect(try await pieces.next() == Array("two".utf8))
    #expect(try await pieces.next() == nil)
    #expect(try await pieces.next() == nil)
  }

  @Test(arguments: Subject.allCases)
  func `keeps the order and the repetition of headers`(subject: Subject) async throws {
    try subject.excludesURLSession("it joins the fields of one name")
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send(
        "HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a:2 \r\nX-Long: \(String(repeating: "v", count: 60_000))\r\n"
          + "Content-Length: 0\r\n\r\n")
    }
    defer { peer.stop() }
    let headers = try await subject.make().send(.get(peer.url())).head.headers
    #expect(headers.fields.prefix(2).map(\.value) == ["1", "2"])
    #expect(headers["x-long"]?.count == 60_000)
  }

  @Test(arguments: Subject.allCases)
  func `reads a large body whole`(subject: Subject) async throws {
    var random = SeededGenerator(seed: 1)
    let bytes = (0..<500_000).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n")
      try await connection.send(bytes)
    }
    defer { peer.stop() }
    let response = try await subject.make().send(.get(peer.url()))
    #expect(try await response.body.collect(upTo: bytes.count) == bytes)
  }
}
