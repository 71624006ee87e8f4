import SottoCore
import SottoLocal
import SottoTestSupport
import Testing

@Suite struct LocalDiscoveryTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func `finds each server that runs, in a fixed order`() async throws {
    let (ollama, ollamaPort) = try #require(await FakeModelServer.start(.ollama, in: folder))
    let (llama, llamaPort) = try #require(await FakeModelServer.start(.llama, in: folder))
    let (studio, studioPort) = try #require(await FakeModelServer.start(.studio, in: folder))
    let found = await LocalDiscovery(
      environment: ["OLLAMA_HOST": "0.0.0.0:\(ollamaPort)"], llamaServerPort: llamaPort,
      lmStudioPort: studioPort, log: NoLog()
    ).find(within: .seconds(60))
    #expect(
      found == [
        FoundServer(
          name: "ollama", title: "Ollama 0.9.1", baseURL: "http://127.0.0.1:\(ollamaPort)/v1"),
        FoundServer(
          name: "llamacpp", title: "llama-server", baseURL: "http://127.0.0.1:\(llamaPort)/v1"),
        FoundServer(
          name: "lmstudio", title: "LM Studio", baseURL: "http://127.0.0.1:\(studioPort)/v1"),
      ])
    for child in [ollama, llama, studio] { await child.stop() }
  }

  @Test func `takes no other program for a model server`() async throws {
    let (stranger, port) = try #require(await FakeModelServer.start(.stranger, in: folder))
    let found = await LocalDiscovery(
      environment: ["OLLAMA_HOST": "127.0.0.1:\(port)"], llamaServerPort: port, lmStudioPort: port,
      log: NoLog()
    ).find(within: .seconds(60))
    #expect(found == [])
    await stranger.stop()
  }

  @Test func `finds nothing where nothing listens`() async throws {
    // A port that was in use a moment ago and is closed now.
    let (gone, port) = try #require(await FakeModelServer.start(.healthy, in: folder))
    await gone.stop()
    let found = await LocalDiscovery(
      environment: ["OLLAMA_HOST": "127.0.0.1:\(port)"], llamaServerPort: port, lmStudioPort: port,
      log: NoLog()
    ).find(within: .seconds(60))
    #expect(found == [])
  }
}

@Suite struct OllamaAddressTests {
  private static let addresses: [(text: String, baseURL: String?)] = [
    ("", "http://127.0.0.1:11434"),
    ("0.0.0.0", "http://127.0.0.1:11434"),
    (" localhost:1000 ", "http://localhost:1000"),
    ("http://10.0.0.1", "http://10.0.0.1:80"),
    ("http://10.0.0.1:8000/", "http://10.0.0.1:8000"),
    (":1234", "http://127.0.0.1:1234"),
    ("[::1]:1234", "http://[::1]:1234"),
    ("[::]", "http://127.0.0.1:11434"),
    ("https://ollama.example", nil),
    ("host:0", nil),
    ("host:port", nil),
    ("host:70000", nil),
    ("[::1]x", nil),
  ]

  @Test(arguments: addresses)
  func `reads an address as Ollama does`(text: String, baseURL: String?) {
    #expect(OllamaAddress(text)?.baseURL == baseURL)
  }
}
