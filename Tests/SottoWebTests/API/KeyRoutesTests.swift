import SottoCore
import SottoHTTP
import Testing

@Suite struct KeyRoutesTests {
  private let provider = JSONValue.object([
    "name": "work", "base_url": "http://127.0.0.1:9/v1", "key": "sk-route-canary",
  ])

  @Test func `a first key waits for a passphrase, and is stored once there is one`() async throws {
    let provider = provider
    try await WebRig.run(passphrase: nil) { rig in
      let before = try await rig.call(.get, "/api/v1/keys")
      #expect(
        before.json
          == .object([
            "store": "sealed-file", "locked": true, "has_passphrase": false, "names": .array([]),
          ]))
      let refused = try await rig.call(.post, "/api/v1/providers", provider)
      #expect(refused.status == 423)
      #expect(refused.errorCode == "keys_locked")
      #expect(refused.json["error"]?["hint"]?.string?.contains("sotto key passphrase") == true)
      #expect(try await rig.call(.get, "/api/v1/providers").json["providers"]?[1] == nil)

      let short = try await rig.call(
        .post, "/api/v1/keys/passphrase", .object(["passphrase": "short"]))
      #expect(short.status == 400)
      let chosen = try await rig.call(
        .post, "/api/v1/keys/passphrase", .object(["passphrase": "long enough"]))
      #expect(chosen.status == 200)
      #expect(chosen.json["locked"] == false)
      #expect(try await rig.call(.post, "/api/v1/providers", provider).status == 201)
      #expect(try await rig.call(.get, "/api/v1/keys").json["names"] == .array(["work"]))
    }
  }

  @Test func `a wrong passphrase is refused, then slowed down`() async throws {
    try await WebRig.run(passphrase: nil) { rig in
      let chosen = try await rig.call(
        .post, "/api/v1/keys/passphrase", .object(["passphrase": "long enough"]))
      #expect(chosen.status == 200)
      var answers: [Answer] = []
      // The wait grows with each; a slow machine needs a few more to be too fast.
      while answers.count < 12, answers.last?.status != 429 {
        answers.append(
          try await rig.call(.post, "/api/v1/keys/unlock", .object(["passphrase": "wrong"])))
      }
      #expect(answers.count > 2)
      #expect(answers.dropLast().allSatisfy { $0.errorCode == "wrong_passphrase" })
      #expect(answers.last?.errorCode == "too_many_attempts")
      let changed = try await rig.call(
        .post, "/api/v1/keys/passphrase", .object(["passphrase": "another one"]))
      #expect(changed.errorCode == "wrong_passphrase")
    }
  }

  @Test func `a field that is not known is refused`() async throws {
    try await WebRig.run { rig in
      for path in ["/api/v1/keys/unlock", "/api/v1/keys/passphrase"] {
        let answer = try await rig.call(
          .post, path, .object(["passphrase": "long enough", "hint": "a dog"]))
        #expect(answer.status == 400)
      }
    }
  }
}
