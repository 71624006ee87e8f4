import SottoCore
import SottoHTTP
import SottoWeb
import Testing

private let refusedHosts = [
  "evil.test", "evil.test:8765", "127.0.0.1.evil.test", "localhost.evil.test", "", "192.168.1.7",
  "[::2]:8765", "127.0.0.1@evil.test",
]
private let acceptedHosts = ["127.0.0.1:8765", "localhost", "LOCALHOST:8765", "[::1]:8765"]
private let foreignOrigins = [
  "http://evil.test", "https://evil.test", "null", "http://127.0.0.1:9999", "http://127.0.0.1",
  "file://", "http://127.0.0.1:8765.evil.test",
]

@Suite struct AccessPolicyTests {
  @Test(arguments: refusedHosts)
  func `a request under another name is refused`(host: String) async throws {
    try await WebRig.run { rig in
      let answer = try await rig.call(.get, "/api/v1/projects", headers: [("Host", host)])
      #expect(answer.status == 403)
      #expect(answer.errorCode == "wrong_host")
    }
  }

  @Test(arguments: acceptedHosts)
  func `a request under a loopback name is served`(host: String) async throws {
    try await WebRig.run { rig in
      let answer = try await rig.call(.get, "/api/v1/projects", headers: [("Host", host)])
      #expect(answer.status == 200)
    }
  }

  @Test func `a request without a host or with two is refused`() async throws {
    try await WebRig.run { rig in
      for headers in [[], [("Host", "localhost"), ("Host", "evil.test")]] {
        let answer = try await rig.call(.get, "/healthz", headers: headers)
        #expect(answer.status == 403)
      }
    }
  }

  @Test(arguments: foreignOrigins)
  func `a request from another page is refused`(origin: String) async throws {
    try await WebRig.run { rig in
      let headers = [("Host", "127.0.0.1:8765"), ("Origin", origin)]
      for method in [HTTPMethod.get, .post, .options] {
        let answer = try await rig.call(method, "/api/v1/projects", headers: headers)
        #expect(answer.status == 403)
        #expect(answer.errorCode == "foreign_origin")
      }
    }
  }

  @Test func `the page's own requests are served`() async throws {
    try await WebRig.run { rig in
      let headers = [
        ("Host", "localhost:8765"), ("Origin", "http://localhost:8765"),
        ("Sec-Fetch-Site", "same-origin"),
      ]
      let answer = try await rig.call(
        .post, "/api/v1/projects", .object(["name": "New"]), headers: headers)
      #expect(answer.status == 201)
    }
  }

  @Test func `a form of another page cannot write`() async throws {
    try await WebRig.run { rig in
      let project = JSONValue.object(["name": "New"])
      for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let answer = try await rig.call(.post, "/api/v1/projects", project, contentType: type)
        #expect(answer.status == 415)
      }
      let crossSite = [("Host", "127.0.0.1:8765"), ("Sec-Fetch-Site", "cross-site")]
      let answer = try await rig.call(.post, "/api/v1/projects", project, headers: crossSite)
      #expect(answer.status == 403)
      #expect(try await rig.store.projects().count == 1)
    }
  }

  @Test func `every answer forbids scripts of others`() async throws {
    try await WebRig.run { rig in
      for target in ["/", "/healthz", "/nothing", "/api/v1/projects"] {
        let policy = try await rig.call(.get, target).response.header("Content-Security-Policy")
        #expect(policy?.contains("default-src 'none'") == true)
        #expect(policy?.contains("unsafe") == false)
      }
    }
  }
}
