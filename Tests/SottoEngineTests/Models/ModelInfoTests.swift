import SottoCore
import SottoEngine
import SottoTestSupport
import Synchronization
import Testing

@Suite struct ModelInfoTests {
  @Test func `the person's file goes before the list, and the list before the catalogue`()
    async throws
  {
    let peer = try ScriptedPeer(
      script: listing(
        #"{"data":[{"id":"m","context_length":200,"max_completion_tokens":20},{"id":"new"}]}"#))
    defer { peer.stop() }
    let file = EditedFile(#"{"models":[{"provider":"alpha","name":"m","output":30,"input":null}]}"#)
    let directory = try directory(
      environment: ["ALPHA_KEY": "k", "ALPHA_URL": peer.url("/v1")], catalogue: try catalogue(),
      modelsFile: file.port)
    let reference = ModelReference(provider: "alpha", model: "m")
    // Before the list was read.
    #expect(
      await directory.info(for: reference)
        == ModelInfo(
          contextWindow: 100, outputLimit: 30, inputs: [.text], price: price, date: "2026-11-30"))
    #expect(peer.requests.elements.isEmpty)

    let models = try await directory.models().models
    #expect(models.map(\.reference.model) == ["m", "new"])
    let merged = ModelInfo(
      contextWindow: 200, outputLimit: 30, inputs: [.text], price: price, date: "2026-11-30")
    #expect(models.first?.info == merged)
    #expect(models.last?.info == ModelInfo())
    #expect(await directory.info(for: reference) == merged)
  }

  @Test func `the person's file is read again when it changes, and not otherwise`() async throws {
    let file = EditedFile(nil)
    let directory = try directory(catalogue: try catalogue(), modelsFile: file.port)
    let reference = ModelReference(provider: "alpha", model: "m")
    #expect(await directory.info(for: reference).contextWindow == 100)
    #expect(file.readings == 0)
    file.write(#"{"models":[{"provider":"*","name":"m*","context":7}]}"#)
    #expect(await directory.info(for: reference).contextWindow == 7)
    #expect(await directory.info(for: reference).contextWindow == 7)
    #expect(file.readings == 1)
    file.write(nil)
    #expect(await directory.info(for: reference).contextWindow == 100)
  }

  @Test func `a broken file is told, and the catalogue is used meanwhile`() async throws {
    let file = EditedFile("{\"models\":[\n,]}")
    let directory = try directory(catalogue: try catalogue(), modelsFile: file.port)
    let reference = ModelReference(provider: "alpha", model: "m")
    #expect(await directory.info(for: reference).contextWindow == 100)
    let problem = await directory.fileProblem()
    #expect(problem?.message.contains("the/models.json") == true)
    #expect(problem?.message.contains("line 2") == true)
    #expect(problem?.hint != nil)
    #expect(try await directory.models().fileProblem == problem)
    file.write("{}")
    #expect(await directory.fileProblem() == nil)
  }

  @Test func `a file that cannot be read is told`() async throws {
    let port = ModelsFile(path: "the/models.json", stamp: { "1" }) { throw Unreadable() }
    let problem = try await directory(modelsFile: port).fileProblem()
    #expect(problem?.code == .dataFolder)
  }

  @Test func `a price holds for its time`() async throws {
    let now = Mutex<Int64>(1_796_083_199_999)
    let catalogue = try ModelCatalogue(
      parsing: Array(
        #"""
        {"models":[{"provider":"alpha","name":"m","until":"2026-11-30","price":{"input":2,"output":3}},
        {"provider":"alpha","name":"m","from":"2026-12-01","price":{"input":4,"output":6}}]}
        """#.utf8))
    let clock = WallClock { Timestamp(milliseconds: now.withLock { $0 }) }
    let directory = try directory(catalogue: catalogue, today: clock)
    let reference = ModelReference(provider: "alpha", model: "m")
    #expect(await directory.info(for: reference).price?.rates.input == 2)
    now.withLock { $0 += 1 }
    #expect(await directory.info(for: reference).price?.rates.input == 4)
  }

  @Test func `the catalogue's models stand in while the list cannot be read`() async throws {
    let listing = try await directory(
      environment: ["ALPHA_KEY": "k", "ALPHA_URL": "http://127.0.0.1:1/v1"],
      catalogue: try catalogue()
    ).models()
    #expect(listing.problems.map(\.code) == [.connectionFailed])
    #expect(listing.models.map(\.reference.description) == ["alpha/alpha-1", "alpha/m"])
    #expect(listing.models.last?.info.price == price)
  }

  @Test func `a provider is known by its place, whatever it is called`() async throws {
    let mine = Provider(
      name: "mine", kind: .openAIChat, baseURL: "https://alpha.example/v1", key: .none)
    let directory = try directory(configured: [mine], catalogue: try catalogue())
    #expect(
      await directory.info(for: ModelReference(provider: "mine", model: "m")).price == price)
    #expect(
      await directory.info(for: ModelReference(provider: "other", model: "m")) == ModelInfo())
  }

  @Test func `the person's file adds known providers, and replaces those of the same name`()
    async throws
  {
    let file = EditedFile(
      #"""
      {"providers":[
      {"name":"acme","base_url":"https://acme.example/v1","key_variable":"ACME_KEY","default_model":"a"},
      {"name":"alpha","base_url":"https://beta.example/v1","key_variable":"ALPHA_KEY"}]}
      """#)
    let directory = try directory(
      environment: ["ACME_KEY": "k", "ALPHA_KEY": "k"], modelsFile: file.port)
    #expect(await directory.knownProviders().map(\.name) == ["acme", "alpha", "box"])
    let providers = try await directory.providers()
    #expect(
      providers.map(\.provider.baseURL) == ["https://acme.example/v1", "https://beta.example/v1"])
    #expect(
      try await directory.defaultModel() == ModelReference(provider: "acme", model: "a"))
  }
}

private let price = ModelPrice(rates: .init(input: 1, output: 2))

private func catalogue() throws -> ModelCatalogue {
  try ModelCatalogue(
    parsing: Array(
      #"""
      {"date":"2026-11-30","models":[{"provider":"alpha","name":"m","context":100,"input":90,
      "output":10,"inputs":["text"],"price":{"input":1,"output":2}}]}
      """#.utf8))
}

private struct Unreadable: Error {}

/// A file that a test writes, without a disk.
private final class EditedFile: Sendable {
  private struct State {
    var text: String?
    var version = 0
    var readings = 0
  }
  private let state: Mutex<State>

  init(_ text: String?) { state = Mutex(State(text: text)) }

  var readings: Int { state.withLock { $0.readings } }

  func write(_ text: String?) {
    state.withLock {
      $0.text = text
      $0.version += 1
    }
  }

  var port: ModelsFile {
    ModelsFile(path: "the/models.json") {
      self.state.withLock { state in state.text.map { _ in "\(state.version)" } }
    } read: {
      self.state.withLock { state in
        state.readings += 1
        return Array((state.text ?? "").utf8)
      }
    }
  }
}
