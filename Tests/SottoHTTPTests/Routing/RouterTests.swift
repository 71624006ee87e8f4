import SottoHTTP
import Testing

@Suite struct RouterTests {
  static let router: Router = {
    var router = Router(renderFailure: { .text("\($0.code)", status: $0.status) })
    router.addImmediate(.get, "/") { _ in .text("root") }
    router.add(.get, "/projects") { _ in .text("list") }
    router.add(.post, "/projects") { _ in .text("new") }
    router.add(.get, "/projects/{id}") { .text("one \($0.parameters["id"] ?? "-")") }
    router.add(.post, "/projects/import") { _ in .text("import") }
    router.add(.get, "/projects/{id}/files/{name}") {
      .text("file \($0.parameters["id"] ?? "-") \($0.parameters["name"] ?? "-")")
    }
    router.add(.post, "/models/{model}:generate") { .text("gen \($0.parameters["model"] ?? "-")") }
    router.add(.post, "/models/{model}:streamGenerate") {
      .text("stream \($0.parameters["model"] ?? "-")")
    }
    router.addImmediate(.get, "/assets/{path...}") {
      .text("asset \($0.parameters["path"] ?? "-")")
    }
    router.add(.get, "/either/{name}") {
      $0.parameters["name"] == "now" ? .text("at once") : nil
    } otherwise: { _ in
      .text("after all")
    }
    router.add(.get, "/broken") { _ in throw CancellationError() }
    router.add(.get, "/injection") { _ in
      ServerResponse(headers: [HeaderField("X-A", "a\r\nSet-Cookie: b")])
    }
    return router
  }()

  static let routes: [(method: String, path: String, answer: String)] = [
    ("GET", "/", "root"),
    ("HEAD", "/", "root"),
    ("GET", "/projects", "list"),
    ("POST", "/projects", "new"),
    ("GET", "/projects/7", "one 7"),
    ("GET", "/projects/a%2Fb", "one a/b"),
    ("GET", "/projects/import", "one import"),
    ("POST", "/projects/import", "import"),
    ("GET", "/projects/7/files/x.txt", "file 7 x.txt"),
    ("POST", "/models/gpt-4:generate", "gen gpt-4"),
    ("POST", "/models/a:b:streamGenerate", "stream a:b"),
    ("GET", "/assets/js/app.js", "asset js/app.js"),
    ("GET", "/assets", "asset "),
    ("GET", "/either/now", "at once"),
    ("GET", "/either/later", "after all"),
    ("GET", "/projects/", "not_found"),
    ("GET", "/nothing", "not_found"),
    ("GET", "/projects/7/files", "not_found"),
    ("POST", "/models/:generate", "not_found"),
    ("DELETE", "/projects", "method_not_allowed"),
    ("GET", "/projects/%zz", "malformed_request"),
    ("GET", "/broken", "handler_failed"),
    ("GET", "/injection", "invalid_response"),
  ]

  @Test(arguments: routes) func `finds the route`(method: String, path: String, answer: String)
    async throws
  {
    let response = await Self.router.respond(to: try request(method, path))
    #expect(bodyText(response) == answer)
  }

  @Test func `says which methods an address takes`() async throws {
    let response = await Self.router.respond(to: try request("DELETE", "/projects"))
    #expect(response.status == 405)
    #expect(response.header("allow") == "GET, HEAD, POST")
    let other = await Self.router.respond(to: try request("PUT", "/projects/import"))
    #expect(other.header("allow") == "GET, HEAD, POST")
  }

  @Test func `asks guards before routes`() async throws {
    var router = Self.router
    router.addGuard { $0.headers["host"] == "evil" ? .text("no", status: 403) : nil }
    router.commonHeaders = [HeaderField("X-Frame-Options", "DENY"), HeaderField("A", "b")]
    let evil = try request("GET", "/nothing", RequestHeaders([("Host", "evil")]))
    let refused = await router.respond(to: evil)
    #expect(refused.status == 403)
    #expect(refused.header("x-frame-options") == "DENY")
    let allowed = await router.respond(to: try request("GET", "/"))
    #expect(allowed.status == 200)
    #expect(allowed.header("x-frame-options") == "DENY")
  }

  private func request(
    _ method: String, _ path: String, _ headers: RequestHeaders = RequestHeaders(),
  ) throws -> ServerRequest {
    let target = try #require(RequestTarget(path))
    return ServerRequest(
      head: RequestHead(
        method: HTTPMethod(rawValue: method), target: target, headers: headers,
        remoteAddress: "127.0.0.1"))
  }

  private func bodyText(_ response: ServerResponse) -> String? {
    guard case .bytes(let bytes) = response.body else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
