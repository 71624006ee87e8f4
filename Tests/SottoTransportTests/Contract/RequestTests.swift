import SottoCore
import SottoTestSupport
import Testing

/// What goes out.
@Suite(.timeLimit(.minutes(1)))
struct RequestTests {
  private func record(_ subject: Subject, _ make: (String) -> HTTPRequest) async throws
    -> RecordedRequest
  {
    let peer = try ScriptedPeer { connection in
      try await connection.request()
      try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    defer { peer.stop() }
    _ = try await subject.make().send(make(peer.url("/v1/x?y=z"))).body.text()
    return try await peer.requests.wait(for: 1)[0]
  }

  @Test(arguments: Subject.allCases, ["GET", "POST", "PUT", "PATCH", "DELETE"])
  func `sends the method and the target`(subject: Subject, method: String) async throws {
    let request = try await record(subject) { HTTPRequest(method: method, url: $0) }
    #expect(request.method == method)
    #expect(request.target == "/v1/x?y=z")
    #expect(request.body == [])
  }

  @Test(arguments: Subject.allCases, [0, 1, 1024 * 1024 + 1, 5_000_000])
  func `sends a body whole and without asking first`(subject: Subject, size: Int) async throws {
    let body = [UInt8]((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let request = try await record(subject) { HTTPRequest(method: "POST", url: $0, body: body) }
    #expect(request.header("Content-Length") == "\(size)")
    #expect(request.header("Expect") == nil)
    #expect(request.body == body)
  }

  @Test(arguments: Subject.allCases)
  func `sends the headers as they are`(subject: Subject) async throws {
    let request = try await record(subject) {
      .post(
        $0, "{}", headers: ["X-Api-Key": "k", "Content-Type": "application/json", "X-None": ""])
    }
    #expect(request.header("X-Api-Key") == "k")
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("X-None") == "")
  }

  @Test(arguments: Subject.allCases)
  func `invents no content type and no form`(subject: Subject) async throws {
    #expect(try await record(subject) { .post($0, "x") }.header("Content-Type") == nil)
  }

  @Test(arguments: Subject.allCases)
  func `asks for a compressed answer except of a stream (T033)`(subject: Subject) async throws {
    let plain = try await record(subject) { .get($0) }
    #expect(plain.header("Accept-Encoding")?.contains("gzip") == true)
    let stream = try await record(subject) {
      .post($0, "", headers: ["Accept": "text/event-stream"])
    }
    #expect(stream.header("Accept-Encoding") == "identity")
    let own = try await record(subject) { .post($0, "", headers: ["Accept-Encoding": "br"]) }
    #expect(own.header("Accept-Encoding") == "br")
  }

  @Test(
    arguments: Subject.allCases,
    [
      "", "nonsense", "http://", "ftp://127.0.0.1/", "file:///etc/passwd", "http://a b/",
      "http://u:p@127.0.0.1/",
    ])
  func `refuses an address that is none`(subject: Subject, url: String) async throws {
    let error = try await transportError { _ = try await subject.make().send(.get(url)) }
    #expect(error?.code == .invalidURL)
    #expect(error?.reason.contains("u:p") == false)
  }

  @Test(
    arguments: Subject.allCases,
    [("X-A", "1\r\nX-B: 2"), ("X-A", "1\u{0}2"), ("X A", "1"), ("", "1"), ("X-A:", "1")])
  func `refuses a header that would be two`(
    subject: Subject, field: (name: String, value: String)
  ) async throws {
    let error = try await transportError {
      let headers: HTTPHeaders = [field.name: field.value]
      _ = try await subject.make().send(.post("http://127.0.0.1:9/", "", headers: headers))
    }
    #expect(error?.code == .invalidURL)
  }
}
