package import SottoCore
package import SottoSealing

/// The encryption of a data folder: whether it is on, what opens it, and turning it on and off. All calls
/// block. See `Docs/decisions/0017-encryption-at-rest.md`.
package struct Vault: Sendable {
  let folder: DataFolder

  /// What trying a passphrase costs: about a second and 256 MB, libsodium's "moderate".
  package static let cost = KeyDerivation.Cost(operations: 3, memory: 256 << 20)

  /// The vault of the data folder at `path`, which is made when there is none.
  package init(folder path: String) throws { folder = try DataFolder(path) }

  init(in folder: DataFolder) { self.folder = folder }

  /// Whether the folder is encrypted; first a conversion that was cut short is brought to its end.
  package func status() throws -> VaultStatus {
    try withLock { try VaultFile.read(in: folder.path)?.status ?? .plain }
  }

  /// The key of an encrypted folder, for ``SQLiteStore``.
  ///
  /// - Throws: ``SottoError`` of code `wrongPassphrase`, `locked`, or `invalidInput` when it is not encrypted.
  package func unlock(with opener: VaultOpener) throws -> SealingKey {
    // Not under the lock, because trying a passphrase takes a second.
    try withLock { try file() }.key(with: opener)
  }

  /// Seals the data key for another passphrase, or for a key in a key store. Nothing else changes: who has an
  /// old copy of `vault.json` still opens it with what opened it then.
  package func changeLock(
    from old: VaultOpener, to new: VaultOpener, cost: KeyDerivation.Cost = Self.cost
  ) throws {
    try Self.check(new)
    try withLock {
      let key = try file().key(with: old)
      try VaultFile(sealing: key, for: new, cost: cost).write(in: folder.path)
    }
  }

  /// - Throws: ``SottoError`` when it is a passphrase that is too short to be chosen.
  static func check(_ opener: VaultOpener) throws {
    if case .passphrase(let passphrase) = opener { try passphrase.checkStrength() }
  }

  /// For a store that is about to open the folder, under its lock.
  ///
  /// - Throws: ``SottoError`` of code `locked` when it is encrypted and there is no key.
  func prepareToOpen(hasKey: Bool) throws {
    try VaultSwap(folder: folder).finish()
    guard !hasKey, try VaultFile.read(in: folder.path) != nil else { return }
    throw Self.locked(folder.path)
  }

  /// What is said where a passphrase is needed and nobody can be asked.
  package static func locked(_ path: String) -> SottoError {
    SottoError(
      .locked, "the data folder '\(path)' is encrypted, and its passphrase was not given",
      hint: "start it on a terminal, or name a file with the passphrase in SOTTO_PASSPHRASE_FILE")
  }

  package static func notEncrypted(_ path: String) -> SottoError {
    SottoError(
      .invalidInput, "the data folder '\(path)' is not encrypted",
      hint: "encrypt it with 'sotto vault encrypt'")
  }

  func file() throws -> VaultFile {
    guard let file = try VaultFile.read(in: folder.path) else {
      throw Self.notEncrypted(folder.path)
    }
    return file
  }

  /// Runs `body` while nobody opens or converts the folder, after a conversion that was cut short.
  func withLock<Value>(_ body: () throws -> Value) throws -> Value {
    guard let lock = FileLock(waitingFor: folder.openingLock) else {
      throw SottoError(
        .dataFolder, "cannot lock '\(folder.openingLock)'",
        hint: "make the data folder writable for you, or choose another with --data")
    }
    try VaultSwap(folder: folder).finish()
    let value = try body()
    _ = consume lock
    return value
  }
}
