import SottoCore
import SottoHTTP
import SottoWeb
import Testing

@Suite struct SharePolicyTests {
  @Test(arguments: [nil, "null", "http://127.0.0.1:8765", "http://evil.test"])
  func `what is shared without the worker opens the page and is not taken`(origin: String?)
    async throws
  {
    try await WebRig.run { rig in
      var headers = [("Host", "127.0.0.1:8765")]
      if let origin { headers.append(("Origin", origin)) }
      let answer = try await rig.call(
        .post, "/share", bytes: Array("text=words".utf8), headers: headers,
        contentType: "multipart/form-data; boundary=x")
      #expect(answer.status == 303)
      #expect(answer.response.header("Location") == "/?share=missed")
      let found = try await rig.call(.get, "/api/v1/search?q=words")
      #expect(found.json["results"]?.array?.isEmpty == true)
    }
  }

  @Test func `another name or method is answered as everywhere`() async throws {
    try await WebRig.run { rig in
      let foreign = try await rig.call(.post, "/share", headers: [("Host", "evil.test")])
      #expect(foreign.status == 403)
      #expect(try await rig.call(.get, "/share").status == 404)
    }
  }
}
