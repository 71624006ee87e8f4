public import SottoCore

extension ModelDirectory {
  /// A structure, because the optimizer of Swift 6.3 mixes up a tuple that a task of a group
  /// returns.
  private struct ListAnswer {
    var place: Int
    var listed: ListedProvider
    var result: Result<[ProviderModel], ProviderError>
  }

  /// A list is asked for again after this time.
  private static let listLifetime = Duration.seconds(600)

  /// The models of every provider, with what is known of each, and which providers could not be
  /// asked. The list of a provider decides which models it has; while it cannot be asked, those of
  /// the catalogue stand in.
  public func models() async throws -> ModelListing {
    await listModels(of: try await providers())
  }

  /// Asks a provider for its models, past the cache: the test of a configuration.
  ///
  /// - Throws: ``ProviderError``.
  public func test(_ provider: Provider, secret: Secret?) async throws -> [ProviderModel] {
    try await readList(of: provider, secret: secret, purpose: .providerTest)
  }

  /// Asks a provider that is listed, with its own key.
  ///
  /// - Throws: ``SottoError`` for an unknown name, ``ProviderError``.
  public func test(named name: String) async throws -> [ProviderModel] {
    let listed = try await provider(named: name)
    if listed.source == .bundled { return try await models(of: listed) }
    return try await readList(
      of: listed.provider, secret: keys.secret(for: listed.provider), purpose: .providerTest)
  }

  /// Checks a provider that is to be added.
  ///
  /// - Throws: ``SottoError`` for the first thing that is wrong with it, also for a protocol that
  ///   this version does not speak.
  public nonisolated func validate(_ provider: Provider) throws {
    try provider.validate()
    if provider.name == Self.bundledName {
      throw SottoError(
        .invalidInput, "'\(Self.bundledName)' is the name of the bundled model",
        hint: "choose another name")
    }
    let spoken = formats.map(\.name)
    if spoken.contains(provider.kind) { return }
    throw SottoError(
      .invalidInput, "there is no protocol '\(provider.kind.rawValue)'",
      hint: "there are: \(spoken.map(\.rawValue).joined(separator: ", "))")
  }

  /// Forgets what providers have listed, after their configuration changed.
  public func forgetLists() { lists = [:] }

  func listModels(of providers: [ListedProvider]) async -> ModelListing {
    let known = knowledge.current()
    var listing = ModelListing(fileProblem: known.fileProblem)
    for answer in await lists(of: providers) {
      let provider = answer.listed.provider
      let sellers = sellers(of: provider, in: known)
      let models: [ProviderModel]
      switch answer.result {
      case .success(let list): models = list
      case .failure(let error):
        listing.problems.append(error)
        models = known.standIns(for: provider, sellers: sellers).map { ProviderModel(name: $0) }
      }
      listing.models += models.map { model in
        let info = known.info(for: model.name, sellers: sellers, listed: model.info)
        return ListedModel(ProviderModel(name: model.name, info: info), of: answer.listed)
      }
    }
    return listing
  }

  /// What each provider answered, all asked at once, in the order of `providers`.
  private func lists(of providers: [ListedProvider]) async -> [ListAnswer] {
    await withTaskGroup(of: ListAnswer.self) { group in
      for (place, listed) in providers.enumerated() {
        group.addTask {
          let result: Result<[ProviderModel], ProviderError>
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

  func models(of listed: ListedProvider) async throws -> [ProviderModel] {
    let provider = listed.provider
    if listed.source == .bundled {
      return provider.defaultModel.map { [ProviderModel(name: $0)] } ?? []
    }
    if let cached = lists[provider], clock.now - cached.readAt < Self.listLifetime {
      return cached.models
    }
    let models = try await readList(
      of: provider, secret: keys.secret(for: provider), purpose: .modelList)
    lists[provider] = CachedList(models: models, readAt: clock.now)
    return models
  }

  private func readList(
    of provider: Provider, secret: Secret?, purpose: Errand.Purpose
  ) async throws -> [ProviderModel] {
    guard let format = formats.first(where: { $0.name == provider.kind }) else {
      throw ProviderError(
        .unknownProvider, provider: provider.name,
        message: "this version does not speak the protocol '\(provider.kind.rawValue)'")
    }
    do {
      var request = format.encodeModelList(provider.baseURL, secret)
      request.deadlines = listDeadlines
      let response = try await outbound.send(
        request, for: Errand(purpose, provider: provider.name))
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
