import SottoCore
import SottoCurl
import SottoEngine
import SottoProviders
import SottoStore
import SottoTestSupport

/// A running engine with a real store and transport, and a provider that plays a script.
struct EngineRig: Sendable {
  static let key = "sk-canary-0123456789"

  let store: any ConversationStore & UsageStore
  let models: ModelDirectory
  let engine: TurnEngine
  let ledger: EgressLedger
  let hosts: HostBook
  let providers: any ProviderStore
  let formats: [WireFormat]
  let peer: ScriptedPeer
  let changes: Changes

  static func run(
    retries: RetryPolicy = RetryPolicy(limit: 0), baseURL: String? = nil,
    flushFile: @escaping FileFlush = flushToDisk,
    kind: WireProtocol = .openAIChat, window: Int? = nil, counter: (any TokenCounter)? = nil,
    script: @escaping ScriptedPeer.Script,
    _ body: @escaping @Sendable (EngineRig) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let peer = try ScriptedPeer(script: script)
      defer { peer.stop() }
      let store = try await SQLiteStore.open(
        folder: folder.path("data"), defaultProjectName: "Default", flushFile: flushFile)
      let transport = try CurlTransport()
      let ledger = EgressLedger(store: store)
      let hosts = HostBook(store: store)
      let formats = WireFormats.all(userAgent: "sotto/test")
      try await store.saveProvider(
        Provider(
          name: "mock", kind: kind, baseURL: baseURL ?? peer.url("/v1"),
          key: .environment("MOCK_KEY"), defaultModel: "mock-1"))
      let models = ModelDirectory(
        providerStore: store, secretStore: NoSecrets(), known: [],
        environment: ["MOCK_KEY": key], transport: transport, log: ledger,
        hosts: hosts, formats: formats, local: nil,
        modelsFile: window.map(ModelsFile.init(window:)))
      let changes = Changes()
      let engine = TurnEngine(
        TurnEngine.Parts(
          store: store, files: store, answers: store, sentRequests: store, usage: store,
          counter: counter,
          models: models, formats: formats, changes: changes, retries: retries))
      let rig = EngineRig(
        store: store, models: models, engine: engine, ledger: ledger, hosts: hosts,
        providers: store, formats: formats, peer: peer, changes: changes)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await engine.run() }
        try await body(rig)
        group.cancelAll()
      }
      transport.shutdown()
      await store.close()
    }
  }

  /// A new conversation in the active project, or in another.
  func conversation(in project: ProjectID? = nil) async throws -> ConversationID {
    var target = project
    if target == nil { target = try await store.activeProjectID() }
    guard let target else { throw SottoError(.projectNotFound, "no project") }
    return try await store.createConversation(in: target, title: "", id: nil).id
  }

  func send(_ text: String, in conversation: ConversationID) async throws -> Turn {
    try await engine.start(
      TurnRequest(
        id: TurnID(at: WallClock.system.now()), conversationID: conversation,
        action: .send([.text(text)], parent: nil)))
  }

  /// Follows a turn to its end.
  func events(of turn: Turn, after sequence: Int = 0) async throws -> [StoredEvent] {
    var events: [StoredEvent] = []
    for try await batch in engine.watch(turn.id, after: sequence) { events += batch }
    return events
  }

  func message(_ id: MessageID, in conversation: ConversationID) async throws -> Message? {
    try await store.messages(in: conversation, before: nil, limit: 100).first { $0.id == id }
  }
}

extension ModelsFile {
  /// A person's file that tells the window of every model of `mock`.
  fileprivate init(window: Int) {
    let text = #"{"models":[{"provider":"mock","name":"*","context":\#(window),"output":64}]}"#
    self.init(path: "models.json", stamp: { "1" }, read: { Array(text.utf8) })
  }
}

/// Counts a token for each word, and none for what is around a message.
struct WordCounter: TokenCounter {
  func count(_ request: ModelRequest, for model: ModelReference) throws -> InputTokens {
    let system = InputTokens(Self.words(request.systemPrompt), isExact: true)
    return try request.entries.reduce(system) { sum, entry in
      sum + (try count(entry, files: request.files, for: model))
    }
  }

  func count(
    _ entry: ModelRequest.Entry, files: [String: [UInt8]], for model: ModelReference
  ) throws -> InputTokens {
    let count = entry.parts.reduce(0) { sum, part in
      if case .text(let text) = part { sum + Self.words(text) } else { sum + 1 }
    }
    return InputTokens(count, isExact: true)
  }

  private static func words(_ text: String) -> Int {
    text.split(whereSeparator: \.isWhitespace).count
  }
}

/// Scripts of a provider.
enum Answers {
  static func head(_ connection: PeerConnection) async throws {
    _ = try await connection.request()
    try await connection.send(
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
  }

  static func text(_ text: String, to connection: PeerConnection) async throws {
    let chunk = #"{"choices":[{"index":0,"delta":{"content":"\#(text)"},"finish_reason":null}]}"#
    try await connection.sendChunk("data: \(chunk)\n\n")
  }

  static func end(_ connection: PeerConnection) async throws {
    let chunk = #"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#
    try await connection.sendChunk("data: \(chunk)\n\ndata: [DONE]\n\n")
    try await connection.send("0\r\n\r\n")
  }

  /// Says these words, one chunk each, to every request on every connection.
  static func saying(_ words: [String]) -> ScriptedPeer.Script {
    { connection in
      while true {
        try await head(connection)
        for word in words { try await text(word, to: connection) }
        try await end(connection)
      }
    }
  }
}

extension [StoredEvent] {
  var text: String {
    compactMap { if case .text(let delta) = $0.event { delta } else { nil } }.joined()
  }

  /// Why the turn failed.
  var failure: ProviderError? {
    if case .failed(let error)? = last?.event { error } else { nil }
  }

  /// The latest figures.
  var usage: Usage? {
    compactMap { if case .usage(let usage) = $0.event { usage } else { nil } }.last
  }
}

/// A key store without keys.
struct NoSecrets: SecretStore {
  func secret(named name: String) async throws -> Secret? { nil }
  func setSecret(_ secret: Secret, named name: String) async throws {}
  func removeSecret(named name: String) async throws -> Bool { false }
  func secretNames() async throws -> [String] { [] }
  func state() async throws -> SecretStoreState {
    SecretStoreState(kind: .sealedFile, isLocked: false)
  }
}
