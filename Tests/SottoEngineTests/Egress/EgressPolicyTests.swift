import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

@Suite struct EgressPolicyTests {
  private static let own = Provider(
    name: "own", kind: .openAIChat, baseURL: "https://own.example/v1", key: .none)

  private static let cases: [(url: String, isAllowed: Bool)] = [
    ("https://own.example/v1/chat", true), ("https://alpha.example/v1", true),
    ("http://127.0.0.1:9/", true), ("https://evil.example/v1", false),
    ("https://own.example.evil.example/", false), ("http://box.example:8080/v1", true),
  ]

  @Test(arguments: cases)
  func `lets out to configured hosts only`(url: String, isAllowed: Bool) async throws {
    let models = try directory(
      configured: [Self.own],
      environment: ["ALPHA_KEY": "k-0123456789", "BOX_URL": "http://box.example:8080/v1"])
    let place = try #require(NetworkPlace(url: url))
    #expect(
      try await models.allows(place, for: Errand(.chat, provider: "own")) == isAllowed)
  }

  @Test func `a known provider without its key is not configured`() async throws {
    let models = try directory()
    let place = try #require(NetworkPlace(url: "https://alpha.example/v1"))
    #expect(try await !models.allows(place, for: Errand(.chat, provider: "alpha")))
  }

  @Test func `a provider that is removed meanwhile gets nothing`() async throws {
    let script = Answers.saying(["Hello"])
    try await EngineRig.run(baseURL: "https://gone.example/v1", script: script) { rig in
      let place = try #require(NetworkPlace(url: "https://gone.example/v1"))
      #expect(try await rig.models.allows(place, for: Errand(.chat, provider: "mock")))
      _ = try await rig.providers.removeProvider(named: "mock")
      #expect(try await !rig.models.allows(place, for: Errand(.chat, provider: "mock")))
    }
  }

  private static let proxies: [(variables: [String: String], url: String, proxy: String?)] = [
    (["https_proxy": "http://me:pw@proxy:3128/"], "https://a.example", "proxy:3128"),
    (["HTTPS_PROXY": "proxy:3128"], "https://a.example", "proxy:3128"),
    (["HTTP_PROXY": "proxy:3128"], "http://a.example", nil),
    (["all_proxy": "socks5h://proxy:1080"], "http://a.example", "proxy:1080"),
    (["all_proxy": "proxy:1", "no_proxy": "b.org, .example"], "http://a.example", nil),
    (["all_proxy": "proxy:1", "NO_PROXY": "*"], "http://a.example", nil),
    (["all_proxy": "proxy:1"], "http://127.0.0.1", nil),
  ]

  @Test(arguments: proxies)
  func `names the proxy without its password`(
    variables: [String: String], url: String, proxy: String?
  ) throws {
    let place = try #require(NetworkPlace(url: url))
    #expect(ProxyVariables(variables).proxy(to: place) == proxy)
  }
}
