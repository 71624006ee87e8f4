import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

@Suite struct ModelDirectoryTests {
  @Test func `a person's provider comes before the environment's and the local ones`() async throws
  {
    let providers = try await directory(
      configured: [Provider(name: "mine", kind: .openAIChat, baseURL: "http://x/v1", key: .none)],
      environment: ["ALPHA_KEY": "k"], local: LocalHost(found: [found])
    ).providers()
    #expect(providers.map(\.provider.name) == ["mine", "alpha", "ollama", "local"])
    #expect(providers.map(\.source) == [.configured, .environment, .found, .bundled])
  }

  @Test func `the bundled model answers only when there is nothing else`() async throws {
    let host = LocalHost(found: [])
    #expect(
      try await directory(local: host).defaultModel()
        == ModelReference(provider: "local", model: "tiny"))
    #expect(
      try await directory(environment: ["ALPHA_KEY": "k"], local: host).defaultModel()
        == ModelReference(provider: "alpha", model: "alpha-1"))
  }

  @Test func `local servers are not looked for when something else was chosen`() async throws {
    let host = LocalHost(found: [found])
    let directory = try directory(environment: ["ALPHA_KEY": "k"], local: host)
    _ = try await directory.resolve(nil)
    _ = try await directory.resolve(ModelReference(provider: "alpha", model: "any"))
    _ = try await directory.resolve(ModelReference(provider: "local", model: "tiny"))
    #expect(host.looks.elements.isEmpty)
  }

  @Test func `an empty variable is no key, and a base URL from the environment counts`()
    async throws
  {
    for blank in ["", " \n"] {
      #expect(try await directory(environment: ["ALPHA_KEY": blank]).providers().isEmpty)
    }
    let moved = try await directory(
      environment: ["ALPHA_KEY": "k", "ALPHA_URL": "http://127.0.0.1:9/v1/"]
    ).providers()
    #expect(moved.first?.provider.baseURL == "http://127.0.0.1:9/v1")
  }

  @Test func `a server that needs no key is there when its address is given`() async throws {
    #expect(try await directory(environment: ["BOX_URL": ""]).providers().isEmpty)
    let providers = try await directory(environment: ["BOX_URL": "http://box.example/v1"])
      .providers()
    #expect(providers.map(\.provider.name) == ["box"])
    #expect(providers.map(\.provider.baseURL) == ["http://box.example/v1"])
    #expect(providers.map(\.source) == [.environment])
  }

  @Test func `adding begins with what is configured, else with the catalogue and the environment`()
    async throws
  {
    let mine = Provider(name: "mine", kind: .gemini, baseURL: "http://x/v1", key: .stored("mine"))
    let directory = try directory(
      configured: [mine], environment: ["ALPHA_URL": "http://proxy.example/v1"])
    #expect(try await directory.basis(forAdding: "mine") == mine)
    #expect(
      try await directory.basis(forAdding: "alpha")?.baseURL == "http://proxy.example/v1")
    #expect(try await directory.basis(forAdding: "nobody") == nil)
  }

  @Test func `a variable that cannot be a key is named, and its text is not`() async throws {
    let directory = try directory(environment: ["ALPHA_KEY": "two words"])
    await #expect {
      _ = try await directory.test(named: "alpha")
    } throws: { error in
      let error = error as? ProviderError
      return error?.code == .badKey && error?.message.contains("ALPHA_KEY") == true
        && error?.json.encodedText.contains("two words") == false
    }
  }

  @Test func `without any model the person is told what to do`() async throws {
    let directory = try directory()
    await #expect {
      _ = try await directory.resolve(nil)
    } throws: { ($0 as? SottoError)?.code == .noModel && ($0 as? SottoError)?.hint != nil }
  }

  @Test func `a model name is found when one provider has it`() async throws {
    let peer = try ScriptedPeer(script: listing(#"{"data":[{"id":"big/one"},{"id":"two"}]}"#))
    defer { peer.stop() }
    let directory = try directory(configured: [
      Provider(name: "a", kind: .openAIChat, baseURL: peer.url("/v1"), key: .none)
    ])
    #expect(try await directory.find("two") == ModelReference(provider: "a", model: "two"))
    #expect(try await directory.find("big/one") == ModelReference(provider: "a", model: "big/one"))
    #expect(try await directory.find("a") == ModelReference(provider: "a", model: "big/one"))
    #expect(try await directory.find("a/new") == ModelReference(provider: "a", model: "new"))
    await #expect {
      _ = try await directory.find("three")
    } throws: { ($0 as? SottoError)?.code == .modelNotFound }
    // The list is asked for once and then remembered.
    #expect(peer.requests.elements.count == 1)
  }

  @Test func `a provider that is away is a problem, and its own model stays choosable`()
    async throws
  {
    let listing = try await directory(configured: [
      Provider(
        name: "away", kind: .openAIChat, baseURL: "http://127.0.0.1:1/v1", key: .none,
        defaultModel: "m")
    ]).models()
    #expect(listing.problems.map(\.code) == [.connectionFailed])
    #expect(listing.models.map(\.reference.description) == ["away/m"])
  }
}

private let found = FoundServer(name: "ollama", title: "Ollama", baseURL: "http://127.0.0.1:2/v1")
