package import SottoCore
package import SottoSealing

/// The key of the data folder itself, where that is encrypted and a key store opens it.
///
/// It is in no list of keys, so that nobody removes it as one of a provider. Where it is says the folder's
/// `vault.json`, which also a copy of the folder has.
extension KeyStore {
  /// What all folders' keys have in common in the system's store.
  private static let owner = "data-folders"

  /// Makes a key and keeps it: in the system's store, or in the file of the sealed keys where `SOTTO_KEY_STORE`
  /// names that.
  ///
  /// - Throws: ``SottoError`` of code `keyStore` or `keysLocked`; nothing is kept then.
  package func keepFolderKey() async throws -> (key: SealingKey, place: FolderKeyPlace) {
    let place = FolderKeyPlace(store: try storeOfFolderKey(), name: KeyName.newFolderKey())
    let key = try SealingKey()
    let secret = try Secret(key.base64)
    if place.store == .sealedFile {
      try await store(of: .sealedFile).setSecret(secret, named: place.name)
    } else {
      try keyring(place.store).setSecret(secret, named: place.name, of: Self.owner)
    }
    // Before everything depends on it.
    guard try await folderSecret(at: place) == secret else {
      throw SottoError(.keyStore, "the folder's key did not arrive in the key store")
    }
    return (key, place)
  }

  /// - Throws: ``SottoError`` of code `locked` when it cannot be had, with what to do, or `wrongPassphrase`.
  package func folderKey(at place: FolderKeyPlace) async throws -> SealingKey {
    let secret: Secret?
    do {
      secret = try await folderSecret(at: place)
    } catch let error as SottoError where [.keysLocked, .keyStore].contains(error.code) {
      throw Self.unavailable(place, error)
    }
    guard let secret, let key = try SealingKey(base64: secret.reveal()) else {
      throw Self.missing(place)
    }
    return key
  }

  /// Forgets the key: what only it opens is lost.
  package func removeFolderKey(at place: FolderKeyPlace) async throws {
    if place.store == .sealedFile {
      _ = try await store(of: .sealedFile).removeSecret(named: place.name)
    } else {
      try keyring(place.store).removeSecret(named: place.name, of: Self.owner)
    }
  }

  private func folderSecret(at place: FolderKeyPlace) async throws -> Secret? {
    if place.store == .sealedFile {
      return try await store(of: .sealedFile).secret(named: place.name)
    }
    return try keyring(place.store).secret(named: place.name, of: Self.owner)
  }

  private func storeOfFolderKey() throws(SottoError) -> SecretStoreState.Kind {
    if let named = choice.named { return named }
    // Not the file unasked: its passphrase would be one more to type, for no more safety.
    let reason: String
    do {
      if let keyring = KeyStoreChoice.keyring {
        _ = try keyring.isLocked()
        return keyring.kind
      }
      reason = "this system has none"
    } catch {
      reason = (error as? SottoError)?.message ?? "it does not answer"
    }
    throw SottoError(
      .keyStore, "there is no key store for the folder's key: \(reason)",
      hint: "start Sotto in a desktop session with GNOME Keyring, KWallet or the like; "
        + "or choose a passphrase, without --key-store")
  }

  private func keyring(_ kind: SecretStoreState.Kind) throws(SottoError) -> any SystemKeyring {
    if let keyring = KeyStoreChoice.keyring, keyring.kind == kind { return keyring }
    throw SottoError(.keyStore, "this system has no \(kind.rawValue)")
  }

  // MARK: Errors

  private static func unavailable(_ place: FolderKeyPlace, _ error: SottoError) -> SottoError {
    let hint =
      if place.store == .sealedFile {
        "start it on a terminal, or name a file with the passphrase of the keys in SOTTO_PASSPHRASE_FILE"
      } else if error.code == .keysLocked {
        "unlock it (with 'Passwords and Keys', or by logging in again), then try again"
      } else {
        "start Sotto in the desktop session that keeps the key; for use where there is none, set a passphrase "
          + "there first: 'sotto vault passphrase'"
      }
    return SottoError(
      .locked,
      "the key of the data folder is in the \(place.store.rawValue), and cannot be had: \(error.message)",
      hint: hint)
  }

  private static func missing(_ place: FolderKeyPlace) -> SottoError {
    SottoError(
      .locked,
      "the key of the data folder, '\(place.name)', is not in the \(place.store.rawValue)",
      hint: place.store == .sealedFile
        ? "put back the folder's own 'keys.sealed'; without the key nothing can be read"
        : "log in as the person who encrypted the folder, or put back that keyring; without the key nothing "
          + "can be read")
  }
}
