package import SottoCore
package import SottoSealing

/// Keys in `keys.sealed`, a file that only its passphrase opens.
///
/// Once it is open, the key that the passphrase became is held, never the passphrase and never the
/// provider's keys: each is read, used and wiped. Several processes may write; each change is made
/// under a lock, and the file is replaced as a whole.
package actor SealedKeyFile: SecretStore {
  private nonisolated let executor = FileExecutor(label: "sotto.keys.sealed")
  private let file: PrivateFile
  private let passphrases: PassphraseSource
  private let cost: KeyDerivation.Cost
  private let now: @Sendable () -> ContinuousClock.Instant

  private var held: OpenKey?
  /// What makes a key of the passphrase of a file that the data folder's does not open.
  private var misfit: KeyDerivation?
  private var limit = AttemptLimit()
  /// The question that somebody is being asked.
  private var asking: Task<Passphrase?, any Error>?
  /// Whoever declined is not asked again.
  private var hasDeclined = false

  // Deriving a key takes a tenth of a second and a lock may have to be waited for.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// - Parameters:
  ///   - folder: the data folder; the file in it is `keys.sealed`.
  ///   - passphrases: where the passphrase comes from when it is needed.
  ///   - cost: what deriving a key costs, in files that this one makes.
  ///   - now: the time that attempts are limited by.
  package init(
    folder: String, passphrases: PassphraseSource = PassphraseSource(),
    cost: KeyDerivation.Cost = .standard,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    file = PrivateFile(path: folder + "/keys.sealed")
    self.passphrases = passphrases
    self.cost = cost
    self.now = now
  }

  package func secret(named name: String) async throws -> Secret? {
    if !KeyName.isFolderKey(name) { try KeyName.check(name) }
    guard let stored = try read(), stored.names.contains(name) else { return nil }
    let key = try await key(opening: stored)
    // Again: another program may have changed the file while a person was asked.
    guard let stored = try read() else { return nil }
    var keys = try opened(stored, with: key)
    defer { keys.wipe() }
    return try keys.secret(named: name)
  }

  package func setSecret(_ secret: Secret, named name: String) async throws {
    if !KeyName.isFolderKey(name) { try KeyName.check(name) }
    let key = try await keyForWriting()
    try change(with: key) { $0.set(secret, named: name) }
  }

  package func removeSecret(named name: String) async throws -> Bool {
    if !KeyName.isFolderKey(name) { try KeyName.check(name) }
    guard let stored = try read(), stored.names.contains(name) else { return false }
    let key = try await key(opening: stored)
    var isRemoved = false
    try change(with: key) { keys in
      isRemoved = keys.names.contains(name)
      keys.set(nil, named: name)
    }
    return isRemoved
  }

  package func secretNames() throws -> [String] { try read()?.names ?? [] }

  package func state() throws -> SecretStoreState {
    let stored = try read()
    let isLocked: Bool =
      if let stored {
        try held?.derivation != stored.derivation && keptKey(opening: stored) == nil
      } else {
        try passphrases.kept() == nil
      }
    return SecretStoreState(
      kind: .sealedFile, isLocked: isLocked, hasPassphrase: stored != nil)
  }

  // `async` like the port's: else a call in an async context means the port's own default.
  package func unlock(with passphrase: Passphrase) async throws {
    try limit.check(at: now())
    guard let stored = try read() else { throw Self.noPassphrase }
    do {
      _ = try open(stored, with: passphrase)
      limit.noteSuccess()
    } catch {
      if error.code == .wrongPassphrase { limit.noteFailure(at: now()) }
      throw error
    }
  }

  package func setPassphrase(_ passphrase: Passphrase, current: Passphrase?) async throws {
    if let current {
      try await unlock(with: current)
      return try reseal(with: passphrase)
    }
    guard try read() == nil, try makeFile(with: passphrase) != nil else {
      throw SottoError(
        .wrongPassphrase, "there is a passphrase already",
        hint: "give the current one too, to change it")
    }
  }
}

extension SealedKeyFile {
  /// Makes the file, with no key in it yet.
  ///
  /// - Returns: `nil` when there is one already.
  private func makeFile(with passphrase: Passphrase) throws -> OpenKey? {
    let new = try newKey(passphrase)
    return try file.withLock {
      guard try read() == nil else { return nil }
      try file.replace(with: SealedKeys(sealing: KeyList(), with: new).encoded)
      held = new
      return new
    }
  }

  /// Seals the keys anew; they must be open.
  private func reseal(with passphrase: Passphrase) throws {
    let new = try newKey(passphrase)
    try file.withLock {
      guard let held, let stored = try read() else { throw Self.locked }
      var keys = try opened(stored, with: held)
      defer { keys.wipe() }
      try file.replace(with: SealedKeys(sealing: keys, with: new).encoded)
    }
    held = new
  }

  private func newKey(_ passphrase: Passphrase) throws(SottoError) -> OpenKey {
    let derivation = KeyDerivation(cost: cost)
    return OpenKey(
      key: try SealingKey(deriving: passphrase, by: derivation), derivation: derivation)
  }

  private func change(with key: OpenKey, _ body: (inout KeyList) -> Void) throws {
    try file.withLock {
      guard let stored = try read() else { throw Self.locked }
      var keys = try opened(stored, with: key)
      defer { keys.wipe() }
      body(&keys)
      try file.replace(with: SealedKeys(sealing: keys, with: key).encoded)
    }
  }

  /// The key for a change; the first change of all makes the file.
  private func keyForWriting() async throws -> OpenKey {
    if let stored = try read() { return try await key(opening: stored) }
    var passphrase = try passphrases.kept()
    if passphrase == nil { passphrase = try await ask(.new) }
    guard let passphrase else { throw Self.noPassphrase }
    if try read() == nil, let key = try makeFile(with: passphrase) { return key }
    // Another program has made it meanwhile.
    guard let stored = try read() else { throw Self.locked }
    return try open(stored, with: passphrase)
  }

  private func key(opening stored: SealedKeys) async throws -> OpenKey {
    if let held, held.derivation == stored.derivation { return held }
    if let key = try keptKey(opening: stored) { return key }
    guard let passphrase = try await ask(.existing) else { throw Self.locked }
    // Whoever waited for the same answer may have opened it meanwhile.
    if let held, held.derivation == stored.derivation { return held }
    return try open(stored, with: passphrase)
  }

  /// Opens with the passphrase that needs no question, if there is one.
  private func keptKey(opening stored: SealedKeys) throws(SottoError) -> OpenKey? {
    let kept: Passphrase?
    do { kept = try passphrases.kept() } catch let error as SottoError { throw error } catch {
      throw Self.locked
    }
    guard let kept, misfit != stored.derivation else { return nil }
    do { return try open(stored, with: kept) } catch {
      guard passphrases.isFolders, error.code == .wrongPassphrase else { throw error }
      misfit = stored.derivation
      return nil
    }
  }

  private func open(
    _ stored: SealedKeys, with passphrase: Passphrase
  ) throws(SottoError) -> OpenKey {
    let key = OpenKey(
      key: try SealingKey(deriving: passphrase, by: stored.derivation),
      derivation: stored.derivation)
    guard var keys = stored.opened(with: key) else {
      throw SottoError(
        .wrongPassphrase, "the passphrase does not open the keys",
        hint: "try it again; if it surely is the right one, '\(file.path)' is damaged")
    }
    keys.wipe()
    held = key
    return key
  }

  private func opened(_ stored: SealedKeys, with key: OpenKey) throws(SottoError) -> KeyList {
    guard stored.derivation == key.derivation else {
      throw SottoError(
        .keysLocked, "another program has just changed the passphrase of the keys",
        hint: "try again, with the new one")
    }
    guard let keys = stored.opened(with: key) else { throw SealedKeys.damaged(file.path) }
    return keys
  }

  private func ask(_ question: PassphraseSource.Question) async throws -> Passphrase? {
    if hasDeclined { return nil }
    let task = asking ?? Task { [passphrases] in try await passphrases.ask(question) }
    asking = task
    defer { asking = nil }
    let answer = try await task.value
    if answer == nil { hasDeclined = true }
    return answer
  }

  private func read() throws(SottoError) -> SealedKeys? {
    guard let bytes = try file.contents() else { return nil }
    return try SealedKeys(parsing: bytes, path: file.path)
  }

  private static let locked = SottoError(
    .keysLocked, "the keys are locked",
    hint: "unlock them in the page, or name a file with their passphrase in SOTTO_PASSPHRASE_FILE")
  private static let noPassphrase = SottoError(
    .keysLocked, "no passphrase has been chosen for the keys yet",
    hint: "choose one with 'sotto key passphrase' or in the page, or name a file that holds one "
      + "in SOTTO_PASSPHRASE_FILE")
}
