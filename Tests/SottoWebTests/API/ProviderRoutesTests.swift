import SottoCore
import SottoHTTP
import SottoTestSupport
import Testing

@Suite struct ProviderRoutesTests {
  @Test func `a key goes to the key store and never comes back`() async throws {
    try await WebRig.run { rig in
      let key = "sk-canary-555"
      let added = try await rig.call(
        .post, "/api/v1/providers",
        .object(["name": "work", "base_url": "http://127.0.0.1:1/v1", "key": .string(key)]))
      #expect(added.status == 201)
      let stored = try await rig.secrets.secret(named: "work")
      #expect(stored?.reveal() == key)
      let list = try await rig.call(.get, "/api/v1/providers")
      #expect(!list.json.encodedText.contains(key))
      let entry = list.json["providers"]?.array?.first { $0["name"] == "work" }
      #expect(entry?["has_key"] == true)

      #expect(try await rig.call(.delete, "/api/v1/providers/work").status == 200)
      #expect(try await rig.secrets.secretNames().isEmpty)
      #expect(
        try await rig.call(.delete, "/api/v1/providers/work").errorCode == "provider_not_found")
    }
  }

  @Test func `a well-known provider needs only its name and key`() async throws {
    try await WebRig.run { rig in
      let body: JSONValue = .object(["name": "openai", "key": "sk-1234"])
      #expect(try await rig.call(.post, "/api/v1/providers", body).status == 201)
      let list = try await rig.call(.get, "/api/v1/providers").json["providers"]?.array
      let entry = list?.first { $0["name"] == "openai" }
      #expect(entry?["base_url"] == "https://api.openai.com/v1")
      #expect(entry?["has_key"] == true)
    }
  }

  @Test(arguments: [
    #"{"name":"A b","base_url":"http://x/v1"}"#, #"{"name":"work"}"#,
    #"{"name":"work","base_url":"ftp://x"}"#, #"{"name":"work","base_url":"http://u:p@x/v1"}"#,
    #"{"name":"work","base_url":"http://x/v1","key":"two words"}"#,
  ])
  func `a wrong provider is refused`(body: String) async throws {
    try await WebRig.run { rig in
      let answer = try await rig.call(.post, "/api/v1/providers", bytes: Array(body.utf8))
      #expect(answer.status == 400)
      #expect(!answer.json.encodedText.contains("two words"))
    }
  }

  @Test func `the test of a provider says in plain words what is wrong`() async throws {
    let script: ScriptedPeer.Script = { connection in
      _ = try await connection.request()
      try await connection.send("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n")
    }
    try await WebRig.run(script: script) { rig in
      let answer = try await rig.call(
        .post, "/api/v1/providers/test",
        .object(["name": "work", "base_url": .string(rig.peer.url("/v1")), "key": "sk-1"]))
      #expect(answer.status == 502)
      #expect(answer.errorCode == "bad_key")
      #expect(answer.json["error"]?["hint"]?.string?.isEmpty == false)
    }
  }

  @Test(arguments: [1e308, -1e308, 0, 1e19])
  func `a deadline that no duration can hold is refused`(seconds: Double) async throws {
    try await WebRig.run { rig in
      let answer = try await rig.call(
        .post, "/api/v1/providers",
        .object([
          "name": "far", "base_url": "https://far.invalid/v1",
          "deadlines": .object(["connect": .number(seconds)]),
        ]))
      #expect(answer.status == 400 && answer.errorCode == "invalid_input")
    }
  }
}
