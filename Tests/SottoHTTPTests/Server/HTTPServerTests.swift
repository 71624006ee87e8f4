import SottoHTTP
import Testing

extension SocketSuite {
  @Suite struct HTTPServerTests {
    static let router: Router = {
      var router = Router(renderFailure: { .text("\($0.code)", status: $0.status) })
      router.addImmediate(.get, "/now") { _ in .text("now") }
      router.add(.get, "/later") { _ in
        await Task.yield()
        return .text("later")
      }
      router.addImmediate(.post, "/now") { .text("\($0.body.count) \($0.body.last ?? 0)") }
      router.add(.post, "/later") { .text("\($0.body.count) \($0.body.last ?? 0)") }
      router.add(.get, "/either") { request in
        guard let when = request.query["when"] else { throw CancellationError() }
        return when == "now" ? .text("at once") : nil
      } otherwise: { _ in
        await Task.yield()
        return .text("after all")
      }
      router.addImmediate(.get, "/fixed") { _ in
        ServerResponse(contentType: "text/plain", body: .fixed(FixedBytes("fixed bytes")))
      }
      router.addImmediate(.get, "/echo/{name}") {
        .text("\($0.parameters["name"] ?? "") \($0.query["q"] ?? "") \($0.remoteAddress)")
      }
      router.addImmediate(.get, "/headers") { request in
        ServerResponse(headers: [
          HeaderField("X-Copy", request.headers["x-copy"] ?? ""),
          HeaderField("Content-Length", "9"),
          HeaderField("Transfer-Encoding", "chunked"), HeaderField("X-Empty", ""),
        ])
      }
      router.addImmediate(.get, "/injected") { _ in
        ServerResponse(headers: [HeaderField("Location", "/a\r\nSet-Cookie: b=c")])
      }
      router.addImmediate(.get, "/none") { _ in .empty() }
      router.addGuard { $0.headers["origin"] == "evil" ? .text("evil", status: 403) : nil }
      return router
    }()

    static var small: ServerConfiguration {
      var configuration = ServerConfiguration()
      configuration.maximumBodySize = 1000
      return configuration
    }

    @Test func `answers many requests on one connection`() async throws {
      try await withServer(.init(), Self.router) { server in
        let client = try RawClient(port: server.port)
        for _ in 0..<50 {
          #expect(try await client.get("/now").text == "now")
          #expect(try await client.get("/later").text == "later")
          #expect(try await client.get("/fixed").text == "fixed bytes")
          #expect(try await client.post("/now", [1, 2, 3]).text == "3 3")
          #expect(try await client.post("/later", []).text == "0 0")
          #expect(try await client.get("/either?when=now").text == "at once")
          #expect(try await client.get("/either?when=later").text == "after all")
          #expect(try await client.get("/either").text == "handler_failed")
          #expect(try await client.get("/none").status == 204)
          #expect(try await client.get("/nothing").text == "not_found")
        }
      }
    }

    @Test func `answers pipelined requests in order`() async throws {
      try await withServer(.init(), Self.router) { server in
        let client = try RawClient(port: server.port)
        let one = "GET /later HTTP/1.1\r\nHost: a\r\n\r\n"
        let two = "POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab"
        let three = "GET /now HTTP/1.1\r\nHost: a\r\n\r\n"
        try await client.send(one + two + three)
        #expect(try await client.response().text == "later")
        #expect(try await client.response().text == "2 98")
        #expect(try await client.response().text == "now")
      }
    }

    @Test func `hands over the path, the query and the address decoded`() async throws {
      try await withServer(.init(), Self.router) { server in
        let client = try RawClient(port: server.port)
        let answer = try await client.get("/echo/a%2Fb%20c?q=d+e%26f").text
        #expect(answer == "a/b c d e&f 127.0.0.1")
      }
    }

    @Test func `answers HEAD like GET without a body`() async throws {
      try await withServer(.init(), Self.router) { server in
        let client = try RawClient(port: server.port)
        for path in ["/now", "/fixed", "/later"] {
          let head = try await client.get(path, method: "HEAD")
          let whole = try await client.get(path)
          #expect(head.status == 200)
          #expect(head.header("content-length") == "\(whole.body.count)")
        }
      }
    }

    @Test func `names the allowed methods`() async throws {
      try await withServer(.init(), Self.router) { server in
        let client = try RawClient(port: server.port)
        for method in ["DELETE", "BREW", "x"] {
          let answer = try await client.get("/now", method: method)
          #expect(answer.status == 405)
          #expect(answer.header("allow") == "GET, HEAD, POST")
        }
        #expect(try await client.get("/now").status == 200)
      }
    }

    @Test func `lets no header value start another header`() async throws {
      try await withServer(.init(), Self.router) { server in
        let client = try RawClient(port: server.port)
        let injected = try await client.get("/injected")
        #expect(injected.status == 500)
        #expect(injected.text == "invalid_response")
        #expect(injected.header("set-cookie") == nil)
        let framed = try await client.get("/headers", headers: "X-Copy: ü\r\n")
        #expect(framed.header("x-copy") == "ü")
        #expect(framed.header("content-length") == "0")
        #expect(framed.header("transfer-encoding") == nil)
        #expect(try await client.get("/now").text == "now")
      }
    }

    @Test func `closes after an HTTP 1.0 request, also a stream's`() async throws {
      var router = Self.router
      router.add(.get, "/stream") { _ in
        ServerResponse(body: .stream { try await $0.write(Array("streamed".utf8)) })
      }
      try await withServer(.init(), router) { server in
        for (path, text) in [("/now", "now"), ("/later", "later"), ("/stream", "streamed")] {
          let client = try RawClient(port: server.port)
          try await client.send("GET \(path) HTTP/1.0\r\n\r\n")
          let answer = String(decoding: try await client.readToEnd(), as: UTF8.self)
          #expect(answer.contains(" 200 "))
          #expect(answer.hasSuffix("\r\n\r\n\(text)"))
        }
      }
    }

    @Test func `answers a client that has closed its sending side`() async throws {
      try await withServer(.init(), Self.router) { server in
        let client = try RawClient(port: server.port)
        try await client.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
        client.finishSending()
        #expect(try await client.response().text == "later")
      }
    }

    @Test(arguments: [
      "GET /now\r\n\r\n", "GET /now HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\r\n\r\n",
      "GET * HTTP/1.1\r\nHost: a\r\n\r\n", "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
      "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n",
      "POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
      "POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 1x\r\n\r\n",
      "POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "0\r\n\r\n",
      "POST /now HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\nab",
      "POST /now HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
      "GET /now HTTP/9.9\r\nHost: a\r\n\r\n",
    ])
    func `survives a malformed request`(text: String) async throws {
      try await withServer(.init(), Self.router) { server in
        let client = try RawClient(port: server.port)
        try await client.send(text)
        client.finishSending()
        let answer = String(decoding: try await client.readToEnd(), as: UTF8.self)
        #expect(answer.isEmpty || answer.split(separator: " ").dropFirst().first?.first != "2")
        let next = try RawClient(port: server.port)
        #expect(try await next.get("/now").text == "now")
      }
    }

    @Test func `refuses headers that do not fit its memory`() async throws {
      try await withServer(.init(), Self.router) { server in
        let client = try RawClient(port: server.port)
        try await client.send("GET /now HTTP/1.1\r\nHost: a\r\n")
        let line = "X-Long: " + String(repeating: "a", count: 1000) + "\r\n"
        try? await client.send(String(repeating: line, count: 40))
        #expect(try await client.response().status == 431)
        let next = try RawClient(port: server.port)
        #expect(try await next.get("/now").text == "now")
      }
    }

    @Test func `turns a thrown error into the owner's words`() async throws {
      struct Mishap: Error {}
      let seen = Counter()
      var router = Router(renderFailure: { failure in
        if failure.cause is Mishap { seen.increment() }
        return .text("mishap", status: 502)
      })
      router.addImmediate(.get, "/now") { _ in throw Mishap() }
      router.add(.get, "/later") { _ in throw Mishap() }
      try await withServer(.init(), router) { server in
        let client = try RawClient(port: server.port)
        for path in ["/now", "/later", "/now"] {
          let answer = try await client.get(path)
          #expect(answer.status == 502)
          #expect(answer.text == "mishap")
        }
        #expect(seen.value == 3)
      }
    }
  }
}
