import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

/// Against a host that does not exist: nothing is found there, but the person is told first.
@Suite struct ConsentTests {
  private static let url = "https://provider.invalid/v1"

  private static func isNotice(_ event: StoredEvent) -> Bool {
    event.event == .notice(Notice(.newHost, host: "provider.invalid", provider: "mock"))
  }

  @Test func `the first words to a host come after a notice, the next ones do not`() async throws {
    try await EngineRig.run(baseURL: Self.url, script: Answers.saying([])) { rig in
      let conversation = try await rig.conversation()
      let first = try await rig.events(of: rig.send("Hi", in: conversation))
      #expect(first.count(where: Self.isNotice) == 1)
      let second = try await rig.events(of: rig.send("Hi", in: conversation))
      #expect(second.count(where: Self.isNotice) == 0)
      let host = try #require(try await rig.hosts.hosts().first)
      #expect(host.host == "provider.invalid" && host.provider == "mock")
      #expect(host.firstSentAt != nil && host.allowedAt == nil)
    }
  }

  @Test func `a person who wants to be asked is, before anything is stored`() async throws {
    try await EngineRig.run(baseURL: Self.url, script: Answers.saying([])) { rig in
      try await rig.hosts.setConfirmsNewHosts(true)
      let conversation = try await rig.conversation()
      let error = try await #require(throws: SottoError.self) {
        _ = try await rig.send("Hi", in: conversation)
      }
      #expect(error.code == .consentNeeded)
      #expect(error.message.contains("provider.invalid") && error.hint != nil)
      #expect(try await rig.store.messages(in: conversation, before: nil, limit: 5).isEmpty)
      #expect(try await rig.ledger.entries(limit: 5).isEmpty)

      let now = WallClock.system.now()
      _ = try await rig.hosts.allow("provider.invalid", provider: "mock", at: now)
      let events = try await rig.events(of: rig.send("Hi", in: conversation))
      #expect(events.failure?.code == .connectionFailed)
      #expect(events.count(where: Self.isNotice) == 0)
    }
  }

  @Test func `a host on this machine needs no consent`() async throws {
    try await EngineRig.run(script: Answers.saying(["Hello"])) { rig in
      try await rig.hosts.setConfirmsNewHosts(true)
      let events = try await rig.events(of: rig.send("Hi", in: rig.conversation()))
      #expect(events.text == "Hello")
      #expect(try await rig.hosts.hosts().isEmpty)
    }
  }

  @Test(arguments: ["", "a b", "https://a", "a/b", "user@a", "a:80x"])
  func `what is no host cannot be allowed`(host: String) async throws {
    try await EngineRig.run(script: Answers.saying([])) { rig in
      await #expect(throws: SottoError.self) {
        _ = try await rig.hosts.allow(host, provider: nil, at: WallClock.system.now())
      }
    }
  }
}
