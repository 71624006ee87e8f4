public import SottoCore

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
    if let model = try await firstChosen({ try await firstModel(of: $0) }) { return model }
    for listed in await localProviders(besides: try await chosenProviders()) {
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
    return models?.first.map { ModelReference(provider: name, model: $0.name) }
  }

  /// Everything needed to reach a model for which nothing has to be started; `nil` leaves all
  /// else, and the words for what is wrong, to ``endpoint(for:notify:)``.
  func readyEndpoint(for reference: ModelReference) async -> ModelEndpoint? {
    if reference.provider == Self.bundledName { return nil }
    return try? await endpoint(for: reference) { _ in }
  }

  /// How a model would be reached. Nothing is started for it, and no key has to be there.
  ///
  /// - Throws: ``SottoError`` for an unknown provider.
  func plannedEndpoint(for reference: ModelReference) async throws -> ModelEndpoint {
    if reference.provider == Self.bundledName, let local {
      let address = await local.address
      let provider = Provider(
        name: reference.provider, kind: .openAIChat, baseURL: "", key: .none)
      return ModelEndpoint(
        reference: reference, kind: .openAIChat,
        baseURL: address?.baseURL ?? "http://127.0.0.1/v1", secret: address?.secret,
        outputLimit: Self.bundledOutputLimit, info: info(for: reference.model, of: provider))
    }
    let provider = try await self.provider(named: reference.provider).provider
    return ModelEndpoint(
      reference: reference, kind: provider.kind, baseURL: provider.baseURL,
      secret: try? await keys.secret(for: provider),
      info: info(for: reference.model, of: provider), delivery: provider.delivery)
  }

  /// Everything needed to reach a model. Starts the bundled one if it is asked for. `notify` is
  /// told what is being waited for.
  ///
  /// - Throws: ``ProviderError``.
  func endpoint(
    for reference: ModelReference, notify: @Sendable (Notice) async throws -> Void
  ) async throws -> ModelEndpoint {
    if reference.provider == Self.bundledName, let local {
      try await notify(Notice(.loadingLocalModel))
      do {
        let address = try await local.start()
        let provider = Provider(
          name: reference.provider, kind: .openAIChat, baseURL: address.baseURL, key: .none)
        return ModelEndpoint(
          reference: reference, kind: .openAIChat, baseURL: address.baseURL,
          secret: address.secret, outputLimit: Self.bundledOutputLimit,
          info: info(for: reference.model, of: provider))
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
      secret: try await keys.secret(for: provider),
      info: info(for: reference.model, of: provider), delivery: provider.delivery)
  }
}
