import SottoCore
import SottoCurl
import SottoEngine
import SottoProviders
import SottoTestSupport

/// A directory of models over a real transport, with the known providers `alpha`, which needs a key,
/// and `box`, which needs none.
func directory(
  configured: [Provider] = [], environment: [String: String] = [:], local: LocalHost? = nil,
  catalogue: ModelCatalogue = ModelCatalogue(), modelsFile: ModelsFile? = nil,
  today: WallClock = .system
) throws -> ModelDirectory {
  // The machine may be busy with other tests.
  let patience = Deadlines(
    connect: .seconds(60), firstByte: .seconds(60), idle: .seconds(60), total: .seconds(60))
  return ModelDirectory(
    providerStore: FixedProviders(list: configured), secretStore: NoSecrets(),
    known: [
      KnownProvider(
        name: "alpha", title: "Alpha", kind: .openAIChat, baseURL: "https://alpha.example/v1",
        keyVariable: "ALPHA_KEY", baseURLVariable: "ALPHA_URL", defaultModel: "alpha-1"),
      KnownProvider(
        name: "box", title: "Box", kind: .openAIChat, baseURL: "http://127.0.0.1:9/v1",
        keyVariable: nil, baseURLVariable: "BOX_URL"),
    ], environment: environment, transport: try CurlTransport(), log: NoLog(),
    hosts: HostBook(store: NoHosts()),
    formats: WireFormats.all(userAgent: "sotto/test"), local: local,
    catalogue: { catalogue }, modelsFile: modelsFile, wallClock: today, listDeadlines: patience)
}

/// Answers every request on every connection with a list of models.
func listing(_ body: String) -> ScriptedPeer.Script {
  { connection in
    while true {
      _ = try await connection.request()
      try await connection.send(
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
  }
}

private struct FixedProviders: ProviderStore {
  var list: [Provider]
  func providers() async throws -> [Provider] { list }
  func saveProvider(_ provider: Provider) async throws {}
  func removeProvider(named name: String) async throws -> Bool { false }
}

/// This machine as a test describes it.
struct LocalHost: LocalModelHost {
  var address: LocalModelAddress? { nil }
  var found: [FoundServer]
  let looks = Recorder<Void>()
  let modelName = "tiny"
  let contextWindow: Int? = 8192
  var isAvailable: Bool { get async { true } }

  func start() async throws -> LocalModelAddress {
    LocalModelAddress(baseURL: "http://127.0.0.1:3/v1", secret: nil)
  }

  var askedHosts: [String] { [] }

  func findServers() async -> [FoundServer] {
    looks.record(())
    return found
  }
}

/// Knows no host and keeps nothing.
struct NoHosts: EgressStore {
  /// Whether a new host has to be agreed to.
  var isStrict = false

  func saveEgress(_ entries: [EgressEntry]) async throws {}
  func egress(host: String?, before id: EgressID?, limit: Int) async throws -> [EgressEntry] { [] }
  func egressTotals() async throws -> [EgressTotal] { [] }
  func metHosts() async throws -> [MetHost] { [] }
  func metHost(_ host: String) async throws -> MetHost? { nil }
  func saveHost(_ host: MetHost) async throws {}
  func forgetHost(_ host: String) async throws -> Bool { false }
  func confirmsNewHosts() async throws -> Bool { isStrict }
  func setConfirmsNewHosts(_ isOn: Bool) async throws {}
}
