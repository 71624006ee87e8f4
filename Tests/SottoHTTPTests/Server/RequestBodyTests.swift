import SottoHTTP
import Testing

extension SocketSuite {
  @Suite struct RequestBodyTests {
    static let router = HTTPServerTests.router

    @Test func `takes a body up to the limit and not a byte more`() async throws {
      try await withServer(HTTPServerTests.small, Self.router) { server in
        let client = try RawClient(port: server.port)
        for path in ["/now", "/later"] {
          let most = [UInt8](repeating: 7, count: 1000)
          #expect(try await client.post(path, most).text == "1000 7")
          let more = try await client.post(path, most + [8])
          #expect(more.status == 413)
          #expect(more.text == "body_too_large")
          #expect(try await client.post(path, most).text == "1000 7")
        }
      }
    }

    @Test func `refuses a large announcement without reading`() async throws {
      try await withServer(HTTPServerTests.small, Self.router) { server in
        let client = try RawClient(port: server.port)
        try await client.send(
          "POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 5000000000\r\n\r\nabc")
        let answer = try await client.response()
        #expect(answer.status == 413)
        #expect(answer.header("connection") == "close")
        #expect(try await client.readToEnd() == [])
      }
    }

    @Test func `a client that sends all before it reads still gets the refusal`() async throws {
      try await withServer(HTTPServerTests.small, Self.router) { server in
        let client = try RawClient(port: server.port)
        let answer = try await client.post("/now", [UInt8](repeating: 1, count: 20 << 20))
        #expect(answer.status == 413)
      }
    }

    @Test func `takes chunks and refuses too many of them`() async throws {
      try await withServer(HTTPServerTests.small, Self.router) { server in
        let client = try RawClient(port: server.port)
        let head = "POST /later HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        try await client.send(head + "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: x\r\n\r\n")
        #expect(try await client.response().text == "5 101")
        let chunk = "64\r\n" + String(repeating: "x", count: 100) + "\r\n"
        try await client.send(head + String(repeating: chunk, count: 50) + "0\r\n\r\n")
        #expect(try await client.response().status == 413)
        #expect(try await client.get("/now").text == "now")
      }
    }

    @Test func `says continue only when it wants the body`() async throws {
      try await withServer(HTTPServerTests.small, Self.router) { server in
        let client = try RawClient(port: server.port)
        let head = "POST /now HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: "
        try await client.send(head + "3\r\n\r\n")
        #expect(try await client.response().status == 100)
        try await client.send("abc")
        #expect(try await client.response().text == "3 99")
        try await client.send(head + "3000\r\n\r\n")
        #expect(try await client.response().status == 413)
      }
    }

    @Test func `a guard refuses before the body is asked for`() async throws {
      try await withServer(HTTPServerTests.small, Self.router) { server in
        let client = try RawClient(port: server.port)
        try await client.send(
          "POST /now HTTP/1.1\r\nHost: a\r\nOrigin: evil\r\nExpect: 100-continue\r\n"
            + "Content-Length: 3\r\n\r\n")
        #expect(try await client.response().status == 403)
        let next = try RawClient(port: server.port)
        #expect(try await next.post("/now", [1], headers: "Origin: evil\r\n").status == 403)
        #expect(try await next.get("/now").text == "now")
      }
    }

    @Test func `a body that ends early runs no handler`() async throws {
      let calls = Counter()
      var router = Router()
      router.addImmediate(.post, "/") { _ in
        calls.increment()
        return .empty()
      }
      try await withServer(.init(), router) { server in
        let client = try RawClient(port: server.port)
        try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
        client.finishSending()
        #expect(try await client.readToEnd() == [])
        #expect(calls.value == 0)
      }
    }

    @Test func `takes the largest body whole`() async throws {
      try await withServer(.init(), Self.router) { server in
        let client = try RawClient(port: server.port)
        let body = [UInt8](repeating: 9, count: 12 << 20)
        #expect(try await client.post("/later", body).text == "\(12 << 20) 9")
      }
    }
  }
}
