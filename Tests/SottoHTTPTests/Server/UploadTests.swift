import Foundation
import SottoHTTP
import SottoTestSupport
import Testing

extension SocketSuite {
  /// Bodies that go to the disk.
  @Suite struct UploadTests {
    private static func router(_ folder: String) -> Router {
      var router = HTTPServerTests.router
      let policy = BodyFile.Policy(folder: folder, maximumSize: 30 << 20)
      router.addUpload(.post, "/upload", policy) { request in
        guard let file = request.bodyFile else { return .empty(status: 500) }
        let data = try Data(contentsOf: URL(filePath: file.path))
        return .text("\(data.count) \(data.last ?? 0) \(request.body.count)")
      }
      return router
    }

    @Test func `a body beyond the usual limit is in a file, which goes with the request`()
      async throws
    {
      try await withTemporaryFolder { folder in
        try await withServer(HTTPServerTests.small, Self.router(folder.url.path)) { server in
          let client = try RawClient(port: server.port)
          let body = [UInt8](repeating: 1, count: 20 << 20) + [9]
          #expect(try await client.post("/upload", body).text == "\(body.count) 9 0")
          let head = "POST /upload HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
          try await client.send(head + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
          #expect(try await client.response().text == "5 101 0")
          #expect(try await client.post("/later", [7]).text == "1 7")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
      }
    }

    @Test func `more than its own limit is refused, and nothing stays`() async throws {
      try await withTemporaryFolder { folder in
        try await withServer(HTTPServerTests.small, Self.router(folder.url.path)) { server in
          let client = try RawClient(port: server.port)
          let body = [UInt8](repeating: 1, count: (30 << 20) + 1)
          #expect(try await client.post("/upload", body).status == 413)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
      }
    }

    @Test func `without a place for it the body is refused`() async throws {
      try await withServer(HTTPServerTests.small, Self.router("/nonexistent")) { server in
        let client = try RawClient(port: server.port)
        let answer = try await client.post("/upload", [1, 2, 3])
        #expect(answer.status == 507)
        #expect(answer.text == "body_not_stored")
      }
    }
  }
}
