/// Where keys are kept.
///
/// A store may be locked: reading or changing a key in it then throws ``SottoError`` with the code
/// `keysLocked`. The names can be read all the same, and what is not there is not there.
public protocol SecretStore: Sendable {
  /// The key of this name, or `nil`.
  func secret(named name: String) async throws -> Secret?
  func setSecret(_ secret: Secret, named name: String) async throws
  /// - Returns: whether there was one.
  func removeSecret(named name: String) async throws -> Bool
  /// The names, sorted; never the keys.
  func secretNames() async throws -> [String]
  /// Which store it is, and whether keys can be read without asking anybody.
  func state() async throws -> SecretStoreState
  /// Opens the store until the program ends.
  ///
  /// - Throws: ``SottoError``: `wrongPassphrase`, `tooManyAttempts`, or `keysLocked` while no
  ///   passphrase has been chosen.
  func unlock(with passphrase: Passphrase) async throws
  /// Chooses the passphrase, or changes it, which takes the `current` one; the store is open
  /// afterwards.
  ///
  /// - Throws: ``SottoError``, as ``unlock(with:)``.
  func setPassphrase(_ passphrase: Passphrase, current: Passphrase?) async throws
}

extension SecretStore {
  /// Refuses: most stores are not opened by a passphrase of ours.
  public func unlock(with passphrase: Passphrase) async throws { throw SottoError.noPassphraseHere }

  /// Refuses: most stores are not opened by a passphrase of ours.
  public func setPassphrase(_ passphrase: Passphrase, current: Passphrase?) async throws {
    throw SottoError.noPassphraseHere
  }
}

extension SottoError {
  fileprivate static let noPassphraseHere = SottoError(
    .invalidInput, "this key store has no passphrase of Sotto's",
    hint: "the system opens it when you log in; its own password manager changes the password")
}
