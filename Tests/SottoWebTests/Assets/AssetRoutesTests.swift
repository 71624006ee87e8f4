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

  @Test func `an unchanged file is not sent again`() async throws {
    try await WebRig.run { rig in
      let tag = try #require(try await rig.call(.get, "/app.js").response.header("ETag"))
      let again = try await rig.call(
        .get, "/app.js", headers: [("Host", "localhost"), ("If-None-Match", tag)])
      #expect(again.status == 304)
    }
  }
}
