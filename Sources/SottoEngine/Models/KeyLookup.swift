import SottoCore

/// Finds the key of a provider: a stored one before the environment's.
struct KeyLookup: Sendable {
  let environment: [String: String]
  let store: any SecretStore

  /// - Throws: ``ProviderError`` when the provider needs a key and there is none.
  func secret(for provider: Provider) async throws -> Secret? {
    switch provider.key {
    case .none: return nil
    case .stored(let name):
      if let secret = try await store.secret(named: name) { return secret }
      throw missing(provider, hint: "give it with 'sotto key set \(name)'")
    case .environment(let variable):
      if let secret = try await store.secret(named: provider.name) { return secret }
      if let secret = try fromEnvironment(variable) { return secret }
      throw missing(
        provider, hint: "set \(variable), or give it with 'sotto key set \(provider.name)'")
    }
  }

  func hasKey(for provider: Provider) async throws -> Bool {
    switch provider.key {
    case .none: return false
    case .stored(let name): return try await store.secret(named: name) != nil
    case .environment(let variable):
      if !(environment[variable] ?? "").isEmpty { return true }
      return try await store.secret(named: provider.name) != nil
    }
  }

  private func fromEnvironment(_ variable: String) throws -> Secret? {
    guard let text = environment[variable], !text.isEmpty else { return nil }
    return try Secret(text)
  }

  private func missing(_ provider: Provider, hint: String) -> ProviderError {
    ProviderError(
      .missingKey, provider: provider.name, message: "there is no key for '\(provider.name)'",
      hint: hint)
  }
}

extension String {
  var withoutFinalSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
