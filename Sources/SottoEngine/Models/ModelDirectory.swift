public import SottoCore

/// Knows every provider and model there is: configured ones, those whose key is in the environment,
/// servers found on this machine and the bundled model; and how to reach each.
public actor ModelDirectory {
  /// The provider name of the bundled model.
  public static let bundledName = "local"
  /// The longest answer of the bundled model, in tokens: so small a model may never find an end.
  static let bundledOutputLimit = 512

  private let providerStore: any ProviderStore
  let keys: KeyLookup
  private let builtInProviders: [KnownProvider]
  /// The names of the built-in ones at each place.
  let builtInNames: [String: [String]]
  nonisolated let environment: [String: String]
  nonisolated let transport: any HTTPTransport
  nonisolated let log: any EgressLog
  nonisolated let hosts: HostBook
  let formats: [WireFormat]
  let local: (any LocalModelHost)?
  let clock: ContinuousClock
  let listDeadlines: Deadlines
  var lists: [Provider: CachedList] = [:]
  /// Base URLs on this machine whose servers have no count of tokens.
  var serversThatCannotCount: Set<String> = []
  var knowledge: ModelKnowledgeSource

  /// What a provider has listed, and when.
  struct CachedList {
    var models: [ProviderModel]
    var readAt: ContinuousClock.Instant
  }

  /// Makes one over the parts it is given; asks nobody yet.
  ///
  /// - Parameters:
  ///   - providerStore: the providers a person has configured.
  ///   - secretStore: where stored keys are; they go before those of the environment.
  ///   - known: the catalogue; a provider of it exists when its key does.
  ///   - environment: the variables that may hold keys and base URLs.
  ///   - transport: what ``outbound`` sends with.
  ///   - log: who notes what is sent.
  ///   - hosts: which hosts the person knows of.
  ///   - formats: the wire protocols that are spoken.
  ///   - local: `nil` where no local model may run.
  ///   - catalogue: what is known of models; called when it is first needed.
  ///   - modelsFile: the person's own file of models, which goes before all else.
  ///   - wallClock: what today is, for prices that hold for a time.
  ///   - listDeadlines: how long a provider may take to list its models.
  ///   - clock: what the age of a list is measured with.
  public init(
    providerStore: any ProviderStore, secretStore: any SecretStore, known: [KnownProvider],
    environment: [String: String], transport: any HTTPTransport, log: any EgressLog,
    hosts: HostBook, formats: [WireFormat], local: (any LocalModelHost)?,
    catalogue: @escaping @Sendable () -> ModelCatalogue = { ModelCatalogue() },
    modelsFile: ModelsFile? = nil, wallClock: WallClock = .system,
    listDeadlines: Deadlines = ModelDirectory.usualListDeadlines,
    clock: ContinuousClock = ContinuousClock()
  ) {
    self.providerStore = providerStore
    builtInProviders = known
    builtInNames = Dictionary(grouping: known) { Self.place(of: $0.baseURL) }
      .mapValues { $0.map(\.name) }
    knowledge = ModelKnowledgeSource(builtIn: catalogue, file: modelsFile, clock: wallClock)
    self.listDeadlines = listDeadlines
    self.environment = environment
    self.transport = transport
    self.log = log
    self.hosts = hosts
    self.formats = formats
    self.local = local
    self.clock = clock
    keys = KeyLookup(environment: environment, store: secretStore)
  }

  /// Short: a person waits for the list, and a provider that is away must not hold up the others.
  public static let usualListDeadlines = Deadlines(
    connect: .seconds(3), firstByte: .seconds(8), idle: .seconds(8), total: .seconds(15))
}

extension ModelDirectory {
  /// Every provider, the person's own choices first: that order also decides the default model.
  public func providers() async throws -> [ListedProvider] {
    let chosen = try await chosenProviders()
    return chosen + (await localProviders(besides: chosen))
  }

  /// The providers that can be added by name: those of the person's own file, then the built-in
  /// ones that it does not replace.
  public func knownProviders() -> [KnownProvider] { knownProviders(in: knowledge.current()) }

  func knownProviders(in knowledge: ModelKnowledge) -> [KnownProvider] {
    let own = knowledge.own.providers
    return own + builtInProviders.filter { known in !own.contains { $0.name == known.name } }
  }

  /// What adding a provider of this name begins with: as it is configured, or as the catalogue and
  /// the environment have it.
  public func basis(forAdding name: String) async throws -> Provider? {
    if let configured = try await providerStore.providers().first(where: { $0.name == name }) {
      return configured
    }
    return knownProviders().first { $0.name == name }.map(provider(of:))
  }

  /// Those a person has configured, and those of the catalogue whose key is there. Costs no look at
  /// the network.
  func chosenProviders() async throws -> [ListedProvider] {
    var listed: [ListedProvider] = []
    let _: Never? = try await firstChosen { provider in
      listed.append(provider)
      return nil
    }
    return listed
  }

  /// What `find` finds in the first of ``chosenProviders()`` that has it.
  func firstChosen<Found>(
    _ find: (ListedProvider) async throws -> Found?
  ) async throws -> Found? {
    var presence = KeyPresence(keys)
    let configured = try await providerStore.providers()
    for provider in configured {
      let listed = ListedProvider(
        provider: provider, source: .configured, hasKey: try await presence.hasKey(for: provider))
      if let found = try await find(listed) { return found }
    }
    for known in knownProviders() where !configured.contains(where: { $0.name == known.name }) {
      guard let listed = try await listed(known, &presence) else { continue }
      if let found = try await find(listed) { return found }
    }
    return nil
  }

  /// Servers found on this machine, then the bundled model.
  func localProviders(besides chosen: [ListedProvider]) async -> [ListedProvider] {
    guard let local else { return [] }
    let taken = chosen.map(\.provider)
    var listed: [ListedProvider] = []
    for server in await local.findServers()
    where !taken.contains(where: { $0.name == server.name || $0.baseURL == server.baseURL }) {
      let provider = Provider(
        name: server.name, kind: .openAIChat, baseURL: server.baseURL, key: .none)
      listed.append(
        ListedProvider(provider: provider, source: .found, hasKey: false, title: server.title))
    }
    if let bundled = await bundledProvider() { listed.append(bundled) }
    return listed
  }

  private func bundledProvider() async -> ListedProvider? {
    guard let local, await local.isAvailable else { return nil }
    let provider = Provider(
      name: Self.bundledName, kind: .openAIChat, baseURL: "", key: .none,
      defaultModel: local.modelName)
    return ListedProvider(provider: provider, source: .bundled, hasKey: false)
  }

  private func provider(of known: KnownProvider) -> Provider {
    Provider(
      name: known.name, kind: known.kind,
      baseURL: (baseURLOverride(of: known) ?? known.baseURL).withoutFinalSlash,
      key: known.key, defaultModel: known.defaultModel)
  }

  /// The one of this name that ``chosenProviders()`` lists, without a look at the others.
  func chosenProvider(named name: String) async throws -> ListedProvider? {
    var presence = KeyPresence(keys)
    if let provider = try await providerStore.providers().first(where: { $0.name == name }) {
      let hasKey = try await presence.hasKey(for: provider)
      return ListedProvider(provider: provider, source: .configured, hasKey: hasKey)
    }
    guard let known = knownProviders().first(where: { $0.name == name }) else { return nil }
    return try await listed(known, &presence)
  }

  /// A known provider that is there without being added: its key is, or it needs none and its
  /// address is given.
  private func listed(
    _ known: KnownProvider, _ presence: inout KeyPresence
  ) async throws -> ListedProvider? {
    let provider = provider(of: known)
    let hasKey = try await presence.hasKey(for: provider)
    let isPlaced = known.key == .none && baseURLOverride(of: known) != nil
    guard hasKey || isPlaced else { return nil }
    return ListedProvider(provider: provider, source: .environment, hasKey: hasKey)
  }

  private func baseURLOverride(of known: KnownProvider) -> String? {
    known.baseURLVariable.flatMap { environment[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  func provider(named name: String) async throws -> ListedProvider {
    if let found = try await chosenProvider(named: name) { return found }
    if name == Self.bundledName, let bundled = await bundledProvider() { return bundled }
    let all = try await providers()
    if let found = all.first(where: { $0.provider.name == name }) { return found }
    throw SottoError(
      .providerNotFound, "there is no provider '\(name)'", hint: hint(forMissing: name, among: all))
  }

  private func hint(forMissing name: String, among all: [ListedProvider]) -> String {
    if let known = knownProviders().first(where: { $0.name == name }) {
      guard let variable = known.keyVariable else {
        return "add it with 'sotto provider add \(name)'"
      }
      return "give its key with 'sotto key set \(name)' or \(variable)"
    }
    let names = all.map(\.provider.name).joined(separator: ", ")
    return names.isEmpty ? "add one with 'sotto provider add'" : "there are: \(names)"
  }
}
