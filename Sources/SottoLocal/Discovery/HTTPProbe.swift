import Dispatch
package import SottoCore

/// Asks a server on this machine one question, which is noted.
package struct HTTPProbe: Sendable {
  private let purpose: Errand.Purpose
  private let log: any EgressLog

  package init(for purpose: Errand.Purpose, log: any EgressLog) {
    self.purpose = purpose
    self.log = log
  }

  /// Sends a GET to a plain HTTP server and waits for the whole answer.
  /// - Throws: `LocalModelError` with `.timedOut` or `.system`, or `CancellationError`.
  package func get(
    _ path: String, host: String = "127.0.0.1", port: UInt16, key: String? = nil,
    within limit: Duration
  ) async throws -> HTTPAnswer {
    let deadline = ContinuousClock.now + limit
    let answer = OneShot<Result<HTTPAnswer, LocalModelError>>()
    var request = "GET \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\nConnection: close\r\n"
    if let key { request += "Authorization: Bearer \(key)\r\n" }
    let bytes = Array((request + "\r\n").utf8)
    var entry = EgressEntry(
      place: NetworkPlace(
        isSecure: false, host: host.contains(":") ? "[\(host)]" : host, port: Int(port)),
      errand: Errand(purpose, provider: nil), startedAt: WallClock.system.now(),
      sentBytes: bytes.count)
    defer { log.record(entry) }
    DispatchQueue(label: "sotto.probe").async {
      answer.fulfil(
        Result { () throws(LocalModelError) in
          try Self.exchange(bytes, host: host, port: port, deadline: deadline)
        })
    }
    // Looking a name up knows no deadline: the wait has its own.
    do {
      guard let result = try await answer.value(within: limit) else {
        throw LocalModelError(.timedOut, "no answer in time")
      }
      let answer = try result.get()
      entry.status = answer.status
      entry.receivedBytes = answer.body.count
      entry.end(.complete, at: WallClock.system.now())
      return answer
    } catch {
      // Nobody listens there, but for a stranger that speaks something else.
      if (error as? LocalModelError)?.code == .system { entry.sentBytes = 0 }
      entry.end(error is CancellationError ? .stopped : .failed, at: WallClock.system.now())
      throw error
    }
  }

  private static func exchange(
    _ request: [UInt8], host: String, port: UInt16, deadline: ContinuousClock.Instant
  ) throws(LocalModelError) -> HTTPAnswer {
    let socket = try Socket(host: host, port: port, deadline: deadline)
    try socket.send(request)
    var bytes: [UInt8] = []
    while bytes.count < HTTPAnswer.limit {
      let more = try socket.receive()
      bytes += more
      if let answer = HTTPAnswer(decoding: bytes, ended: more.isEmpty) { return answer }
      if more.isEmpty { break }
    }
    throw LocalModelError(.system, "port \(port) answers with something else than HTTP")
  }
}
