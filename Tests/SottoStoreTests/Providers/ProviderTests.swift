import SottoCore
import SottoStore
import Testing

struct ProviderTests {
  @Test func `saves, replaces and removes by name`() async throws {
    let test = try await TestStore()
    var provider = Provider(
      name: "openai", kind: .openAIChat, baseURL: "https://api.openai.com/v1",
      key: .environment("OPENAI_API_KEY"))
    let local = Provider(
      name: "local", kind: WireProtocol(rawValue: "new"), baseURL: "http://127.0.0.1:8080",
      key: .none, defaultModel: "small")
    try await test.store.saveProvider(provider)
    try await test.store.saveProvider(local)
    #expect(try await test.store.providers() == [local, provider])
    provider.key = .stored("work")
    provider.defaultModel = "gpt"
    try await test.store.saveProvider(provider)
    #expect(try await test.store.providers() == [local, provider])
    #expect(try await test.store.removeProvider(named: "local"))
    #expect(try await !test.store.removeProvider(named: "local"))
    #expect(try await test.store.providers() == [provider])
  }

  @Test func `keeps how requests are sent`() async throws {
    let test = try await TestStore()
    var provider = Provider(
      name: "p", kind: .openAIChat, baseURL: "http://127.0.0.1:1", key: .none,
      delivery: DeliverySettings(
        connect: .milliseconds(100), firstByte: .milliseconds(2345), idle: .seconds(86400),
        total: .milliseconds(123_456_7), concurrency: 1000))
    try await test.store.saveProvider(provider)
    #expect(try await test.store.providers() == [provider])
    provider.delivery = DeliverySettings(concurrency: 2)
    try await test.store.saveProvider(provider)
    #expect(try await test.store.providers() == [provider])
    let column = try test.connection().firstRow("SELECT delivery FROM providers") { $0.text(0) }
    #expect(column == #"{"concurrency":2}"#)

    provider.delivery = DeliverySettings()
    for damage in ["", "[]", #"{"connect_seconds":"1"}"#, #"{"idle_seconds":1e300}"#, "{}"] {
      try test.connection().execute("UPDATE providers SET delivery = ?", [.text(damage)])
      #expect(try await test.store.providers() == [provider])
    }
    try await test.store.saveProvider(provider)
    let isNull = try test.connection().firstRow("SELECT delivery FROM providers") { $0.isNull(0) }
    #expect(isNull == true)
  }

  @Test func `refuses one that is wrong`() async throws {
    let test = try await TestStore()
    let provider = Provider(name: "A B", kind: .openAIChat, baseURL: "ftp://x", key: .none)
    #expect(try await code { try await test.store.saveProvider(provider) } == .invalidInput)
    #expect(try await test.store.providers().isEmpty)
  }

  @Test func `keeps settings`() async throws {
    let test = try await TestStore()
    #expect(try await test.store.setting("theme") == nil)
    try await test.store.setSetting("theme", to: "dark")
    try await test.store.setSetting("theme", to: "light")
    #expect(try await test.store.setting("theme") == "light")
    try await test.store.setSetting("theme", to: nil)
    #expect(try await test.store.setting("theme") == nil)
  }
}
