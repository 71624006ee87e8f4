import SottoCore
import SottoTestSupport
import Testing

/// Answers that break off, and peers that are not there.
@Suite(.timeLimit(.minutes(1)))
struct FailureTests {
  struct Cut: CustomTestStringConvertible {
    var testDescription: String
    var head: String
    var received = 3
  }

  static let cuts = [
    Cut(
      testDescription: "short of its length", head: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"),
    Cut(
      testDescription: "without the last chunk",
      head: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
  ]

  @Test(arguments: Subject.allCases, cuts)
  func `a cut body is lost, not ended`(subject: Subject, cut: Cut) async throws {
    for breaks in [false, true] {
      let gone = Signal()
      let peer = try ScriptedPeer { connection in
        try await connection.request()
        try await connection.send(cut.head)
        if cut.head.contains("chunked") {
          try await connection.sendChunk("abc")
        } else {
          try await connection.send("abc")
        }
        try await gone.wait()
        if breaks { connection.reset() }
      }
      defer { peer.stop() }
      let response = try await subject.make().send(.get(peer.url()))
      var pieces = response.body.makeAsyncIterator()
      #expect(try await pieces.next() == Array("abc".utf8))
      gone.fire()
      let error = try await transportError { _ = try await pieces.next() }
      #expect(error?.code == .connectionLost)
      #expect(error?.bytesReceived == 3)
      // It does not become an end by asking again.
      #expect(try await transportError { _ = try await pieces.next() } == error)
    }
  }

  @Test(arguments: Subject.allCases)
  func `a body until close that is reset is lost`(subject: Subject) async throws {
    let read = Signal()
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send("HTTP/1.1 200 OK\r\n\r\nabc")
      try await read.wait()
      connection.reset()
    }
    defer { peer.stop() }
    var pieces = try await subject.make().send(.get(peer.url())).body.makeAsyncIterator()
    #expect(try await pieces.next() == Array("abc".utf8))
    read.fire()
    #expect(try await transportError { _ = try await pieces.next() }?.code == .connectionLost)
  }

  @Test(
    arguments: Subject.allCases,
    ["", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Le", "SSH-2.0-OpenSSH\r\n", "\u{0}\u{1}\u{2}"])
  func `what is no head is a lost connection`(subject: Subject, bytes: String) async throws {
    if bytes.hasPrefix("HTTP") {
      try subject.excludesURLSession("a close within the head ends the process", .linux)
    }
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send(bytes)
    }
    defer { peer.stop() }
    let error = try await transportError { _ = try await subject.make().send(.get(peer.url())) }
    #expect(error?.code == .connectionLost)
    #expect(error?.bytesReceived == 0)
  }

  @Test(arguments: Subject.allCases)
  func `a chunk size that is none is a lost connection`(subject: Subject) async throws {
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n")
      await connection.untilClosedByClient()
    }
    defer { peer.stop() }
    let error = try await transportError {
      _ = try await subject.make().send(.get(peer.url())).body.text()
    }
    #expect(error?.code == .connectionLost)
  }

  @Test(arguments: Subject.allCases)
  func `a head without end is refused and tells no header`(subject: Subject) async throws {
    try subject.excludesURLSession("it shows no part of a head")
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send("HTTP/1.1 200 OK\r\n")
      while true { try await connection.send("X-Fill: \(String(repeating: "s", count: 8000))\r\n") }
    }
    defer { peer.stop() }
    let error = try await transportError { _ = try await subject.make().send(.get(peer.url())) }
    #expect(error?.code == .tooLarge)
    #expect(error?.reason.contains("ssss") == false)
    try await peer.closedByClient.wait(for: 1)
  }

  @Test(arguments: Subject.allCases)
  func `a port where nobody listens refuses`(subject: Subject) async throws {
    let peer = try ScriptedPeer { _ in }
    let url = peer.url()
    peer.stop()
    // The port is free as soon as the peer's thread has ended, which its connections see.
    var error: TransportError?
    repeat {
      error = try await transportError { _ = try await subject.make().send(.get(url)) }
    } while error?.code == .connectionLost
    #expect(error?.code == .connectionRefused)
  }

  @Test(arguments: Subject.allCases)
  func `a name that does not exist is an unknown host`(subject: Subject) async throws {
    let error = try await transportError {
      _ = try await subject.make().send(.get("http://nowhere.invalid/"))
    }
    #expect(error?.code == .unknownHost)
  }

  @Test(arguments: Subject.allCases)
  func `a peer that speaks no TLS is insecure`(subject: Subject) async throws {
    let peer = try ScriptedPeer { connection in
      try await connection.bytes(1)
      try await connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
    }
    defer { peer.stop() }
    let error = try await transportError {
      let url = "https://127.0.0.1:\(peer.port)/"
      _ = try await subject.make().send(.get(url, Deadlines(connect: .seconds(50))))
    }
    #expect(error?.code == .insecure)
  }
}
