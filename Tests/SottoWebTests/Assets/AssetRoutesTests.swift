import SottoHTTP
import Testing

@Suite struct AssetRoutesTests {
  @Test(arguments: ["/", "/index.html", "/p/any/c/thing"])
  func `the page answers at its own addresses`(target: String) async throws {
    try await WebRig.run { rig in
      let answer = try await rig.call(.get, target)
      #expect(answer.status == 200)
      #expect(answer.response.header("Content-Type") == "text/html; charset=utf-8")
    }
  }

  @Test(arguments: ["/missing.js", "/api/v1/nothing", "/..%2f..%2fetc%2fpasswd", "/lib/"])
  func `what is not there is never the page`(target: String) async throws {
    try await WebRig.run { rig in
      let answer = try await rig.call(.get, target)
      #expect(answer.status == 404)
      #expect(answer.errorCode == "not_found")
    }
  }

  @Test func `a browser that takes gzip gets less, of the same text`() async throws {
    try await WebRig.run { rig in
      let plain = try await rig.call(.get, "/api/openapi.json").response
      let packed = try await rig.call(
        .get, "/api/openapi.json",
        headers: [("Host", "localhost"), ("Accept-Encoding", "br, gzip;q=0.8")]
      ).response
      guard case .fixed(let text) = plain.body, case .bytes(let bytes) = packed.body else {
        Issue.record("not the bodies that were expected")
        return
      }
      #expect(packed.header("Content-Encoding") == "gzip")
      #expect(packed.header("Vary") == "Accept-Encoding")
      #expect(packed.header("ETag") != plain.header("ETag"))
      #expect(bytes.count < text.count / 2)
      // RFC 1952: the magic number, and the size of the text in the last four bytes.
      #expect(bytes.prefix(3) == [0x1F, 0x8B, 8])
      let size = bytes.suffix(4).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
      #expect(size == text.count)
    }
  }

  @Test func `an unchanged file is not sent again`() async throws {
    try await WebRig.run { rig in
      let tag = try #require(try await rig.call(.get, "/").response.header("ETag"))
      let again = try await rig.call(
        .get, "/", headers: [("Host", "localhost"), ("If-None-Match", tag)])
      #expect(again.status == 304)
    }
  }

  @Test func `a file of the page has its version in the address and never changes there`()
    async throws
  {
    try await WebRig.run { rig in
      guard case .bytes(let bytes) = try await rig.call(.get, "/").response.body else {
        Issue.record("not the body that was expected")
        return
      }
      let page = String(decoding: bytes, as: UTF8.self)
      let address = try #require(page.firstMatch(of: /src="(\/~[0-9a-z]+\/app\.js)"/)?.1)
      let file = try await rig.call(.get, String(address)).response
      #expect(file.status == 200)
      #expect(file.header("Cache-Control") == "public, max-age=31536000, immutable")
      #expect(!page.contains("\"/~/"))
      #expect(try await rig.call(.get, "/app.js").status == 404)
      #expect(try await rig.call(.get, "/~0/app.js").status == 404)
    }
  }

  @Test func `the worker knows the version and its files`() async throws {
    try await WebRig.run { rig in
      guard case .bytes(let bytes) = try await rig.call(.get, "/sw.js").response.body else {
        Issue.record("not the body that was expected")
        return
      }
      let worker = String(decoding: bytes, as: UTF8.self)
      let files = try #require(worker.firstMatch(of: /const files = '([^']+)'/)?.1).split(
        separator: " ")
      #expect(files.count > 50 && !worker.contains("{{"))
      for file in files { #expect(try await rig.call(.get, String(file)).status == 200) }
    }
  }
}
