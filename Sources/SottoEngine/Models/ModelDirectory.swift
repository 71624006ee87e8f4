public import SottoCore

/// Knows every provider and model there is: configured ones, those whose key is in the environment,
/// servers found on this machine and the bundled model; and how to reach each.
public actor ModelDirectory {
  /// The provider name of the bundled model.
  public static let bundledName = "local"

  private let providerStore: any ProviderStore
  private let keys: KeyLookup
  private let known: [KnownProvider]
  private let environment: [String: String]
  private let transport: any HTTPTransport
  private let formats: [WireFormat]
  private let local: (any LocalModelHost)?
  private let clock: ContinuousClock
  private var lists: [Provider: CachedList] = [:]

  /// A structure, because the optimizer of Swift 6.3 mixes up a tuple that a task of a group
  /// returns.
  private struct ListAnswer {
    var place: Int
    var listed: ListedProvider
    var result: Result<[String], ProviderError>
  }

  private struct CachedList {
    var models: [String]
    var readAt: ContinuousClock.Instant
  }

  /// Makes one over the parts it is given; asks nobody yet.
  ///
  /// - Parameters:
  ///   - providerStore: the providers a person has configured.
  ///   - secretStore: where stored keys are; they go before those of the environment.
  ///   - known: the catalogue; a provider of it exists when its key does.
  ///   - environment: the variables that may hold keys and base URLs.
  ///   - transport: what asks providers for their lists.
  ///   - formats: the wire protocols that are spoken.
  ///   - local: `nil` where no local model may run.
  ///   - clock: what the age of a list is measured with.
  public init(
    providerStore: any ProviderStore, secretStore: any SecretStore, known: [KnownProvider],
    environment: [String: String], transport: any HTTPTransport, formats: [WireFormat],
    local: (any LocalModelHost)?, clock: ContinuousClock = ContinuousClock()
  ) {
    self.providerStore = providerStore
    self.known = known
    self.environment = environment
    self.transport = transport
    self.formats = formats
    self.local = local
    self.clock = clock
    keys = KeyLookup(environment: environment, store: secretStore)
  }
}

// MARK: - Providers

extension ModelDirectory {
  /// Every provider, the person's own choices first: that order also decides the default model.
  public func providers() async throws -> [ListedProvider] {
    let chosen = try await chosenProviders()
    return chosen + (await localProviders(besides: chosen))
  }

  /// Those a person has configured, and those of the catalogue whose key is there. Costs no look at
  /// the network.
  private func chosenProviders() async throws -> [ListedProvider] {
    var listed: [ListedProvider] = []
    for provider in try await providerStore.providers() {
      let hasKey = try await keys.hasKey(for: provider)
      listed.append(ListedProvider(provider: provider, source: .configured, hasKey: hasKey))
    }
    for known in known where !listed.contains(where: { $0.provider.name == known.name }) {
      let provider = provider(of: known)
      if try await keys.hasKey(for: provider) {
        listed.append(ListedProvider(provider: provider, source: .environment, hasKey: true))
      }
    }
    return listed
  }

  /// Servers found on this machine, then the bundled model.
  private func localProviders(besides chosen: [ListedProvider]) async -> [ListedProvider] {
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
    let override = known.baseURLVariable.flatMap { environment[$0] }.flatMap {
      $0.isEmpty ? nil : $0
    }
    return Provider(
      name: known.name, kind: known.kind, baseURL: (override ?? known.baseURL).withoutFinalSlash,
      key: known.key, defaultModel: known.defaultModel)
  }

  private func provider(named name: String) async throws -> ListedProvider {
    let chosen = try await chosenProviders()
    if let found = chosen.first(where: { $0.provider.name == name }) { return found }
    if name == Self.bundledName, let bundled = await bundledProvider() { return bundled }
    let all = chosen + (await localProviders(besides: chosen))
    if let found = all.first(where: { $0.provider.name == name }) { return found }
    throw SottoError(
      .providerNotFound, "there is no provider '\(name)'", hint: hint(forMissing: name, among: all))
  }

  private func hint(forMissing name: String, among all: [ListedProvider]) -> String {
    if let known = known.first(where: { $0.name == name }) {
      guard let variable = known.keyVariable else {
        return "add it with 'sotto provider add \(name)'"
      }
      return "give its key with 'sotto key set \(name)' or \(variable)"
    }
    let names = all.map(\.provider.name).joined(separator: ", ")
    return names.isEmpty ? "add one with 'sotto provider add'" : "there are: \(names)"
  }
}

// MARK: - Choosing a model

extension ModelDirectory {
  /// The model to use for `wanted`, or the default one.
  ///
  /// - Throws: ``SottoError`` for an unknown provider, or when there is no model at all.
  public func resolve(_ wanted: ModelReference?) async throws -> ModelReference {
    guard let wanted else {
      if let model = try await defaultModel() { return model }
      throw SottoError(
        .noModel, "there is no model to ask",
        hint: "add a provider in the settings, or with 'sotto provider add'")
    }
    _ = try await provider(named: wanted.provider)
    return wanted
  }

  /// Reads what a person typed: `provider/model`, a provider's name, or a model name that only one
  /// provider has.
  public func find(_ text: String) async throws -> ModelReference {
    let all = try await providers()
    if let reference = ModelReference(text),
      all.contains(where: { $0.provider.name == reference.provider })
    {
      return reference
    }
    if let listed = all.first(where: { $0.provider.name == text }) {
      if let model = try await firstModel(of: listed) { return model }
    }
    let matches = await listModels(of: all).models.filter { $0.reference.model == text }
    switch matches.count {
    case 1: return matches[0].reference
    case 0:
      throw SottoError(
        .modelNotFound, "there is no model '\(text)'", hint: "'sotto models' lists what there is")
    default:
      let names = matches.map(\.reference.description).joined(separator: ", ")
      throw SottoError(
        .modelNotFound, "several providers have a model '\(text)'", hint: "say which: \(names)")
    }
  }

  /// The first model of the first provider that has one; local ones only when nothing else was
  /// chosen.
  public func defaultModel() async throws -> ModelReference? {
    let chosen = try await chosenProviders()
    for listed in chosen {
      if let model = try await firstModel(of: listed) { return model }
    }
    for listed in await localProviders(besides: chosen) {
      if let model = try await firstModel(of: listed) { return model }
    }
    return nil
  }

  private func firstModel(of listed: ListedProvider) async throws -> ModelReference? {
    let name = listed.provider.name
    if let model = listed.provider.defaultModel {
      return ModelReference(provider: name, model: model)
    }
    // A provider that cannot be reached has no default; the next one may.
    let models = try? await models(of: listed)
    return models?.first.map { ModelReference(provider: name, model: $0) }
  }

  /// Everything needed to reach a model. Starts the bundled one if it is asked for. `notify` is
  /// told what is being waited for.
  ///
  /// - Throws: ``ProviderError``.
  func endpoint(
    for reference: ModelReference, notify: @Sendable (String) async throws -> Void
  ) async throws -> ModelEndpoint {
    if reference.provider == Self.bundledName, let local {
      try await notify("loading_local_model")
      do {
        let address = try await local.start()
        return ModelEndpoint(
          reference: reference, kind: .openAIChat, baseURL: address.baseURL, secret: address.secret)
      } catch let error as SottoError {
        throw ProviderError(
          .localModelFailed, provider: reference.provider, message: error.message,
          hint: error.hint, isRetryable: true)
      }
    }
    let provider: Provider
    do {
      provider = try await self.provider(named: reference.provider).provider
    } catch let error as SottoError {
      throw ProviderError(
        .unknownProvider, provider: reference.provider, message: error.message, hint: error.hint)
    }
    return ModelEndpoint(
      reference: reference, kind: provider.kind, baseURL: provider.baseURL,
      secret: try await keys.secret(for: provider))
  }
}

// MARK: - Listing

extension ModelDirectory {
  /// A list is asked for again after this time.
  private static let listLifetime = Duration.seconds(600)

  /// The models of every provider, and which providers could not be asked.
  public func models() async throws -> ModelListing {
    await listModels(of: try await providers())
  }

  /// Asks a provider for its models, past the cache: the test of a configuration.
  ///
  /// - Throws: ``ProviderError``.
  public func test(_ provider: Provider, secret: Secret?) async throws -> [String] {
    try await readList(of: provider, secret: secret)
  }

  /// Asks a provider that is listed, with its own key.
  ///
  /// - Throws: ``SottoError`` for an unknown name, ``ProviderError``.
  public func test(named name: String) async throws -> [String] {
    let listed = try await provider(named: name)
    if listed.source == .bundled { return try await models(of: listed) }
    return try await readList(of: listed.provider, secret: keys.secret(for: listed.provider))
  }

  /// - Throws: ``SottoError`` for a protocol that this version does not speak.
  public nonisolated func validate(_ kind: WireProtocol) throws {
    let spoken = formats.map(\.name)
    if spoken.contains(kind) { return }
    throw SottoError(
      .invalidInput, "there is no protocol '\(kind.rawValue)'",
      hint: "there are: \(spoken.map(\.rawValue).joined(separator: ", "))")
  }

  /// Forgets what providers have listed, after their configuration changed.
  public func forgetLists() { lists = [:] }

  private func listModels(of providers: [ListedProvider]) async -> ModelListing {
    var listing = ModelListing()
    for answer in await lists(of: providers) {
      let listed = answer.listed
      switch answer.result {
      case .success(let names): listing.models += names.map { ListedModel(name: $0, of: listed) }
      case .failure(let error):
        listing.problems.append(error)
        // What the person chose by hand stays choosable while the provider is away.
        if let name = listed.provider.defaultModel {
          listing.models.append(ListedModel(name: name, of: listed))
        }
      }
    }
    return listing
  }

  /// What each provider answered, all asked at once, in the order of `providers`.
  private func lists(of providers: [ListedProvider]) async -> [ListAnswer] {
    await withTaskGroup(of: ListAnswer.self) { group in
      for (place, listed) in providers.enumerated() {
        group.addTask {
          let result: Result<[String], ProviderError>
          do {
            result = .success(try await self.models(of: listed))
          } catch {
            result = .failure(Self.providerError(error, listed.provider.name))
          }
          return ListAnswer(place: place, listed: listed, result: result)
        }
      }
      var answers: [ListAnswer] = []
      for await answer in group { answers.append(answer) }
      return answers.sorted { $0.place < $1.place }
    }
  }

  private func models(of listed: ListedProvider) async throws -> [String] {
    let provider = listed.provider
    if listed.source == .bundled { return provider.defaultModel.map { [$0] } ?? [] }
    if let cached = lists[provider], clock.now - cached.readAt < Self.listLifetime {
      return cached.models
    }
    let models = try await readList(of: provider, secret: keys.secret(for: provider))
    lists[provider] = CachedList(models: models, readAt: clock.now)
    return models
  }

  private func readList(of provider: Provider, secret: Secret?) async throws -> [String] {
    guard let format = formats.first(where: { $0.name == provider.kind }) else {
      throw ProviderError(
        .unknownProvider, provider: provider.name,
        message: "this version does not speak the protocol '\(provider.kind.rawValue)'")
    }
    do {
      var request = format.encodeModelList(provider.baseURL, secret)
      request.deadlines = Deadlines(
        connect: .seconds(3), firstByte: .seconds(8), idle: .seconds(8), total: .seconds(15))
      let response = try await transport.send(request)
      let body = try await response.body.collect(upTo: 16 << 20)
      return try format.decodeModelList(provider.name, response.head, body)
    } catch let error as TransportError {
      throw ProviderError(error, provider: provider.name, baseURL: provider.baseURL)
    } catch let error as ProviderError {
      throw error.masking(secret)
    }
  }

  private static func providerError(_ error: any Error, _ name: String) -> ProviderError {
    error as? ProviderError
      ?? ProviderError(.connectionFailed, provider: name, message: "\(error)", isRetryable: true)
  }
}
