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
      if let secret = try await stored(name, for: provider) { return secret }
      throw missing(provider, hint: "give it with 'sotto key set \(name)'")
    case .environment(let variable):
      if let secret = try await stored(provider.name, for: provider) { return secret }
      if let secret = try secret(in: variable, of: provider) { return secret }
      throw missing(
        provider, hint: "set \(variable), or give it with 'sotto key set \(provider.name)'")
    }
  }

  /// - Throws: ``ProviderError``: a key that is there and cannot be had is not replaced by another.
  private func stored(_ name: String, for provider: Provider) async throws -> Secret? {
    do {
      return try await store.secret(named: name)
    } catch let error as SottoError {
      let isClosed = [.keysLocked, .wrongPassphrase, .keyStore].contains(error.code)
      throw ProviderError(
        isClosed ? .keysLocked : .storageFailed, provider: provider.name, message: error.message,
        hint: error.hint)
    }
  }

  /// A variable that is set to nothing is not set.
  fileprivate func text(in variable: String) -> String? {
    environment[variable].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  private func secret(in variable: String, of provider: Provider) throws -> Secret? {
    guard let text = text(in: variable) else { return nil }
    do {
      return try Secret(text)
    } catch {
      throw ProviderError(
        .badKey, provider: provider.name, message: "\(variable): \(error.message)",
        hint: error.hint)
    }
  }

  private func missing(_ provider: Provider, hint: String) -> ProviderError {
    ProviderError(
      .missingKey, provider: provider.name, message: "there is no key for '\(provider.name)'",
      hint: hint)
  }
}

/// Which providers have a key. The names of the stored ones are read when the environment does not
/// decide, and then once for all that are asked about.
struct KeyPresence {
  private let lookup: KeyLookup
  private var storedNames: Set<String>?

  init(_ lookup: KeyLookup) { self.lookup = lookup }

  mutating func hasKey(for provider: Provider) async throws -> Bool {
    switch provider.key {
    case .none: return false
    case .stored(let name): return try await isStored(name)
    case .environment(let variable):
      if lookup.text(in: variable) != nil { return true }
      return try await isStored(provider.name)
    }
  }

  private mutating func isStored(_ name: String) async throws -> Bool {
    if let storedNames { return storedNames.contains(name) }
    let names = Set(try await lookup.store.secretNames())
    storedNames = names
    return names.contains(name)
  }
}

extension String {
  var withoutFinalSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
