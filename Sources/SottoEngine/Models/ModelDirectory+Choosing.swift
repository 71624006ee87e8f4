public import SottoCore

extension ModelDirectory {
  /// A model and its provider, found with one look.
  struct Choice: Sendable {
    var model: ModelReference
    var provider: Provider
  }

  /// The model to use for `wanted`, or the default one.
  ///
  /// - Throws: ``SottoError`` for an unknown provider, or when there is no model at all.
  public func resolve(_ wanted: ModelReference?) async throws -> ModelReference {
    try await choose(wanted).model
  }

  func choose(_ wanted: ModelReference?) async throws -> Choice {
    if let wanted {
      return Choice(
        model: wanted, provider: try await provider(named: wanted.provider).provider)
    }
    if let choice = try await defaultChoice() { return choice }
    throw SottoError(
      .noModel, "there is no model to ask",
      hint: "add a provider in the settings, or with 'sotto provider add'")
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
      if let model = await firstModel(of: listed) { return model }
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
  public func defaultModel() async throws -> ModelReference? { try await defaultChoice()?.model }

  private func defaultChoice() async throws -> Choice? {
    if let choice = try await firstChosen({ await firstChoice(of: $0) }) { return choice }
    for listed in await localProviders(besides: try await chosenProviders()) {
      if let choice = await firstChoice(of: listed) { return choice }
    }
    return nil
  }

  private func firstChoice(of listed: ListedProvider) async -> Choice? {
    await firstModel(of: listed).map { Choice(model: $0, provider: listed.provider) }
  }

  private func firstModel(of listed: ListedProvider) async -> ModelReference? {
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
  func readyEndpoint(for choice: Choice) async -> ModelEndpoint? {
    if choice.model.provider == Self.bundledName { return nil }
    return try? await endpoint(for: choice.model, of: choice.provider)
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
    return try await endpoint(for: reference, of: provider)
  }

  private func endpoint(
    for reference: ModelReference, of provider: Provider
  ) async throws -> ModelEndpoint {
    ModelEndpoint(
      reference: reference, kind: provider.kind, baseURL: provider.baseURL,
      secret: try await keys.secret(for: provider),
      info: info(for: reference.model, of: provider), delivery: provider.delivery)
  }
}
