import SottoCore
import SottoTestSupport
import Testing

/// Each deadline ends in its own code, and only its own.
@Suite(.timeLimit(.minutes(1)))
struct DeadlineTests {
  private static let short = Duration.milliseconds(80)

  @Test(arguments: Subject.allCases)
  func `no connection in time`(subject: Subject) async throws {
    let peer = try UnresponsivePeer()
    let error = try await transportError {
      _ = try await subject.make().send(.post(peer.url, "{}", Deadlines(connect: Self.short)))
    }
    #expect(error?.code == .connectTimeout)
  }

  @Test(arguments: Subject.allCases)
  func `no first byte in time`(subject: Subject) async throws {
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      await connection.untilClosedByClient()
    }
    defer { peer.stop() }
    let error = try await transportError {
      _ = try await subject.make().send(
        .post(peer.url(), "{}", Deadlines(connect: .seconds(600), firstByte: Self.short)))
    }
    #expect(error?.code == .firstByteTimeout)
    try await peer.closedByClient.wait(for: 1)
  }

  @Test(arguments: Subject.allCases)
  func `no connection in time for a request without a body`(subject: Subject) async throws {
    let peer = try UnresponsivePeer()
    let deadlines = Deadlines(connect: Self.short, firstByte: Self.short)
    let error = try await transportError {
      _ = try await subject.make().send(.get(peer.url, deadlines))
    }
    // A session does not tell when such a request has a connection.
    #expect(error?.code == (subject == .urlSession ? .firstByteTimeout : .connectTimeout))
  }

  @Test(arguments: Subject.allCases, [true, false])
  func `silence in the middle`(subject: Subject, inHead: Bool) async throws {
    if inHead { try subject.excludesURLSession("it shows no part of a head") }
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send("HTTP/1.1 200 OK\r\n" + (inHead ? "" : "\r\nabc"))
      await connection.untilClosedByClient()
    }
    defer { peer.stop() }
    let error = try await transportError {
      let deadlines = Deadlines(connect: .seconds(600), idle: Self.short)
      let response = try await subject.make().send(.get(peer.url(), deadlines))
      _ = try await response.body.text()
    }
    #expect(error?.code == .idleTimeout)
    #expect(error?.bytesReceived == (inHead ? 0 : 3))
    try await peer.closedByClient.wait(for: 1)
  }

  @Test(arguments: Subject.allCases)
  func `an answer that never ends`(subject: Subject) async throws {
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send("HTTP/1.1 200 OK\r\n\r\n")
      while true {
        try await connection.send(": ping\n\n")
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    defer { peer.stop() }
    let error = try await transportError {
      let response = try await subject.make().send(
        .get(peer.url(), Deadlines(total: .milliseconds(500))))
      for try await _ in response.body {}
    }
    #expect(error?.code == .totalTimeout)
    try await peer.closedByClient.wait(for: 1)
  }

  @Test(arguments: Subject.allCases)
  func `a short time to connect does not shorten the answer`(subject: Subject) async throws {
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await Task.sleep(for: .milliseconds(1100))
      try await connection.send("HTTP/1.1 200 OK\r\n\r\na")
      try await Task.sleep(for: .milliseconds(1100))
      try await connection.send("b")
    }
    defer { peer.stop() }
    let response = try await subject.make().send(.get(peer.url(), Deadlines(connect: .seconds(1))))
    #expect(try await response.body.text() == "ab")
  }

  @Test(arguments: Subject.allCases)
  func `extreme deadlines are no crash`(subject: Subject) async throws {
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send("HTTP/1.1 200 OK\r\n\r\nok")
    }
    defer { peer.stop() }
    let longest = Duration(secondsComponent: .max, attosecondsComponent: 0)
    let response = try await subject.make().send(
      .get(
        peer.url(), Deadlines(connect: longest, firstByte: longest, idle: longest, total: longest)))
    #expect(try await response.body.text() == "ok")
    let error = try await transportError {
      _ = try await subject.make().send(.get(peer.url(), Deadlines(total: .seconds(-1))))
    }
    #expect(error?.code == .totalTimeout)
  }
}
