public import SottoCore

extension ModelDirectory {
  /// What is known of a model without asking anybody: member by member from the person's own file,
  /// else from the provider's list if it has been read, else from the catalogue.
  public func info(for reference: ModelReference) async -> ModelInfo {
    // A store that cannot be read leaves what is known of the name.
    let provider =
      (try? await chosenProvider(named: reference.provider))?.provider
      ?? lists.keys.first { $0.name == reference.provider }
      ?? Provider(name: reference.provider, kind: .openAIChat, baseURL: "", key: .none)
    return info(for: reference.model, of: provider)
  }

  func info(for model: String, of provider: Provider) -> ModelInfo {
    let listed = lists[provider]?.models.first { $0.name == model }
    // Once: each look asks the disk whether the person's file has changed.
    let known = knowledge.current()
    var info = known.info(
      for: model, sellers: sellers(of: provider, in: known), listed: listed?.info)
    if provider.name == Self.bundledName {
      info.contextWindow = info.contextWindow ?? local?.contextWindow
    }
    return info
  }

  /// What is wrong with the person's own file of models; `nil` when nothing is, or there is none.
  public func fileProblem() -> SottoError? { knowledge.current().fileProblem }

  /// The names under which entries may speak of a provider: the known ones at the same place, then
  /// its own.
  func sellers(of provider: Provider, in knowledge: ModelKnowledge) -> [String] {
    let place = Self.place(of: provider.baseURL)
    let own = knowledge.own.providers
    let there =
      own.filter { Self.place(of: $0.baseURL) == place }.map(\.name)
      + (builtInNames[place] ?? []).filter { name in !own.contains { $0.name == name } }
    return there.filter { $0 != provider.name } + [provider.name]
  }

  /// Scheme, host and port.
  static func place(of url: String) -> String {
    url.lowercased().split(separator: "/", omittingEmptySubsequences: false).prefix(3)
      .joined(separator: "/")
  }
}
