import SottoCore
import SottoSealing
import SottoSecrets
import SottoStore

/// Opens a data folder that may be encrypted: with its passphrase, or with the key that a key store keeps.
struct FolderAccess {
  let folder: String
  let environment: [String: String]
  let terminal: Terminal

  /// How a folder was opened.
  struct Opened {
    let vault: VaultStatus
    /// `nil` when the folder is not encrypted.
    let key: SealingKey?
    /// The keys of providers, which open with the same passphrase where it fits.
    let keys: KeyStore
  }

  var passphrases: FolderPassphrase {
    FolderPassphrase(environment: environment, terminal: terminal)
  }

  /// What a store on the folder needs, for a command whose standard input is for something else. Where it
  /// `asks`, a person at the terminal may be asked for the passphrase of the keys.
  ///
  /// - Throws: ``SottoError`` of code `locked` where nobody can be asked or the key store does not give the
  ///   key, or `wrongPassphrase`.
  func open(asks: Bool = true) async throws -> Opened {
    let vault = try Vault(folder: folder)
    let status = try vault.status()
    switch status.lock {
    case nil:
      return Opened(vault: status, key: nil, keys: try keys(asks: asks))
    case .passphrase:
      guard let passphrase = try await passphrases.unattended() else { throw Vault.locked(folder) }
      let key = try vault.unlock(with: .passphrase(passphrase))
      return Opened(vault: status, key: key, keys: try keys(asks: asks, folders: passphrase))
    case .keyStore(let place):
      let keys = try keys(asks: asks || place.store == .sealedFile)
      let wrapping = try await keys.folderKey(at: place)
      return Opened(
        vault: status, key: try vault.unlock(with: .stored(wrapping, at: place)), keys: keys)
    }
  }

  /// The keys of providers. `folders` is the passphrase that has opened the folder.
  func keys(asks: Bool = true, folders: Passphrase? = nil) throws -> KeyStore {
    try KeyStore(
      folder: folder, environment: environment,
      passphrases: Passphrases.source(
        environment: environment, terminal: terminal, asks: asks, folders: folders),
      report: { terminal.note("sotto: \($0)") })
  }
}
