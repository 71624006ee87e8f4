package import SottoCore

/// The keys of a data folder, in the store that is fit for it; see ``KeyStoreChoice``.
///
/// The store is chosen when it is first needed: who keeps no key here never talks to a keyring.
/// Keys in the plain file of earlier versions are moved as soon as the store can take them, and
/// count until then. The key of an encrypted data folder is beside them, and not counted among them.
package actor KeyStore: SecretStore {
  private nonisolated let executor = FileExecutor(label: "sotto.keys")
  let choice: KeyStoreChoice
  private let folder: String
  private let passphrases: PassphraseSource
  private let plain: PlainKeyFile
  private let report: @Sendable (String) -> Void

  /// Those that were used; each may be open.
  private var stores: [SecretStoreState.Kind: any SecretStore] = [:]
  private var moving: Task<Void, any Error>?
  private var hasReported = false

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// - Parameters:
  ///   - folder: the data folder.
  ///   - environment: may name the store in `SOTTO_KEY_STORE`.
  ///   - passphrases: where the sealed file's passphrase comes from.
  ///   - report: shows the person a line about keys that were moved, or could not be.
  /// - Throws: ``SottoError`` when the environment names a store that is not here.
  package init(
    folder: String, environment: [String: String], passphrases: PassphraseSource,
    report: @escaping @Sendable (String) -> Void
  ) throws(SottoError) {
    choice = try KeyStoreChoice(folder: folder, environment: environment)
    self.folder = folder
    self.passphrases = passphrases
    self.report = report
    plain = PlainKeyFile(folder: folder)
  }

  package nonisolated func secret(named name: String) async throws -> Secret? {
    try KeyName.check(name)
    // Each turn asks, and many people's keys are all in the environment: to find that out needs no other
    // thread.
    if choice.isSurelyEmpty { return nil }
    return try await kept(name)
  }

  private func kept(_ name: String) async throws -> Secret? {
    try await movePlainKeys()
    if let secret = try plain.secrets()[name] { return secret }
    return try await settled()?.secret(named: name)
  }

  package func setSecret(_ secret: Secret, named name: String) async throws {
    try KeyName.check(name)
    try await movePlainKeys()
    try await store().setSecret(secret, named: name)
    // The store may have been opened for this, and an old key must not go before the new one.
    try await movePlainKeys(except: name)
  }

  package func removeSecret(named name: String) async throws -> Bool {
    try KeyName.check(name)
    try await movePlainKeys()
    if try plain.secrets()[name] != nil {
      throw SottoError(
        .keysLocked, "the key is still in the plain file of an earlier version",
        hint: "choose a passphrase with 'sotto key passphrase', which moves it; then remove it")
    }
    return try await settled()?.removeSecret(named: name) ?? false
  }

  package func secretNames() async throws -> [String] {
    try await movePlainKeys()
    let names = try await settled()?.secretNames() ?? []
    return Set(names).union(try plain.secrets().keys).filter { !KeyName.isFolderKey($0) }.sorted()
  }

  package func state() async throws -> SecretStoreState {
    try await movePlainKeys()
    return try await store().state()
  }

  package func unlock(with passphrase: Passphrase) async throws {
    try await store().unlock(with: passphrase)
    try await movePlainKeys()
  }

  package func setPassphrase(_ passphrase: Passphrase, current: Passphrase?) async throws {
    try await store().setPassphrase(passphrase, current: current)
    try await movePlainKeys()
  }
}

extension KeyStore {
  /// The store, if it has keys or was named.
  private func settled() throws(SottoError) -> (any SecretStore)? {
    try choice.settled().map(store(of:))
  }

  private func store() throws(SottoError) -> any SecretStore {
    if let store = try settled() { return store }
    return store(of: choice.usable())
  }

  func store(of kind: SecretStoreState.Kind) -> any SecretStore {
    if let store = stores[kind] { return store }
    let store: any SecretStore =
      if let keyring = KeyStoreChoice.keyring, keyring.kind == kind {
        SystemKeyStore(keyring, folder: folder)
      } else {
        SealedKeyFile(folder: folder, passphrases: passphrases)
      }
    stores[kind] = store
    return store
  }

  /// Moves what an earlier version kept in the clear, if there is anything and the store is open.
  /// `newer` is a key that was just set, whose old value is dropped.
  private func movePlainKeys(except newer: String? = nil) async throws {
    if let moving { return try await moving.value }
    guard try plain.exists() else { return }
    let task = Task { try await self.move(except: newer) }
    moving = task
    defer { moving = nil }
    try await task.value
  }

  private func move(except newer: String?) async throws {
    let secrets = try plain.secrets()
    let store = try store()
    do {
      let state = try await store.state()
      if state.isLocked {
        return reportOnce(
          "keys.json holds keys in the clear; "
            + (state.kind == .sealedFile
              ? "'sotto key passphrase' moves them into a sealed file"
              : "they move into the key store when it is unlocked"))
      }
      for (name, secret) in secrets where name != newer {
        try await store.setSecret(secret, named: name)
        guard try await store.secret(named: name) == secret else {
          throw SottoError(.keyStore, "the key '\(name)' did not arrive in the key store")
        }
      }
      try plain.file.erase()
      let names = secrets.keys.sorted().joined(separator: ", ")
      report("moved the keys of keys.json (\(names)) into the \(state.kind.rawValue)")
    } catch let error as SottoError {
      // The keys are still in the plain file, where they can be read.
      reportOnce("keys.json holds keys in the clear, which could not be moved: \(error.message)")
    }
  }

  private func reportOnce(_ line: String) {
    if hasReported { return }
    hasReported = true
    report(line)
  }
}
