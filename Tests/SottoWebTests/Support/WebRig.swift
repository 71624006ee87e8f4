import SottoCore
import SottoCurl
import SottoEngine
import SottoExchange
import SottoHTTP
import SottoLocal
import SottoProviders
import SottoSealing
import SottoSecrets
import SottoStore
import SottoTestSupport
import SottoWeb

/// The app API over a real store, asked straight through its routes.
struct WebRig: Sendable {
  let store: any ConversationStore
  let secrets: any SecretStore
  let router: Router
  let peer: ScriptedPeer

  static func run(
    script: @escaping ScriptedPeer.Script = { _ = try await $0.request() },
    passphrase: String? = "of the tests",
    _ body: @escaping @Sendable (WebRig) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let peer = try ScriptedPeer(script: script)
      defer { peer.stop() }
      let data = folder.path("data")
      let store = try await SQLiteStore.open(folder: data, defaultProjectName: "Default")
      try await store.saveProvider(
        Provider(
          name: "mock", kind: .openAIChat, baseURL: peer.url("/v1"), key: .none,
          defaultModel: "mock-1"))
      let transport = try CurlTransport()
      let ledger = EgressLedger(store: store)
      let hosts = HostBook(store: store)
      let formats = WireFormats.all(userAgent: "sotto/test")
      let secrets = SealedKeyFile(
        folder: data,
        passphrases: PassphraseSource(kept: { try passphrase.map { try Passphrase($0) } }),
        cost: .least)
      let models = ModelDirectory(
        providerStore: store, secretStore: secrets, known: KnownProvider.all, environment: [:],
        transport: transport, log: ledger, hosts: hosts, formats: formats, local: nil,
        catalogue: { ModelCatalogue.builtIn })
      let changes = Changes()
      let documents = DocumentTexts(kept: store, reader: PDFToText())
      let engine = TurnEngine(
        TurnEngine.Parts(
          store: store, files: store, documents: documents, answers: store, sentRequests: store,
          usage: store, models: models, formats: formats, changes: changes))
      let app = WebApp(
        parts: WebApp.Parts(
          store: store, files: store, intake: FileIntake(files: store, documents: documents),
          search: store, providerStore: store, secretStore: secrets,
          upkeep: store,
          models: models, engine: engine, sentRequests: store, usage: store,
          changes: changes,
          imports: Imports(
            importer: Importer(
              history: store, files: store, openDatabase: { try ForeignDatabase(path: $0) }),
            changed: { _ in changes.publish(.projects) }),
          exporter: Exporter(store: store, files: store), uploads: data, local: nil,
          version: "test", ledger: ledger, hosts: hosts, templates: store, erasing: store),
        access: AccessPolicy(listeningHost: "127.0.0.1"))
      let rig = WebRig(store: store, secrets: secrets, router: app.router(), peer: peer)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await engine.run() }
        try await body(rig)
        group.cancelAll()
      }
      transport.shutdown()
      await store.close()
    }
  }

  /// Sends a request with a JSON body, as the page would.
  func call(
    _ method: HTTPMethod, _ target: String, _ body: JSONValue? = nil,
    headers: [(name: String, value: String)] = [("Host", "127.0.0.1:8765")],
    contentType: String = "application/json"
  ) async throws -> Answer {
    try await call(
      method, target, bytes: body?.encoded ?? [], headers: headers, contentType: contentType)
  }

  func call(
    _ method: HTTPMethod, _ target: String, bytes: [UInt8],
    headers: [(name: String, value: String)] = [("Host", "127.0.0.1:8765")],
    contentType: String = "application/json"
  ) async throws -> Answer {
    guard let target = RequestTarget(target) else { throw BadTarget() }
    var headers = headers
    if !bytes.isEmpty { headers.append(("Content-Type", contentType)) }
    let head = RequestHead(
      method: method, target: target, headers: RequestHeaders(headers), remoteAddress: "127.0.0.1")
    let response = await router.respond(to: ServerRequest(head: head, body: bytes))
    guard case .bytes(let body) = response.body else {
      return Answer(status: response.status, json: .null, response: response)
    }
    let json = (try? JSONValue(parsing: body)) ?? .null
    return Answer(status: response.status, json: json, response: response)
  }

  private struct BadTarget: Error {}
}

struct Answer {
  var status: Int
  var json: JSONValue
  var response: ServerResponse

  var errorCode: String? { json["error"]?["code"]?.string }
}
