package import SottoCore
package import SottoSealing

/// What opens an encrypted data folder, or is to open it from now on.
package enum VaultOpener: Sendable {
  case passphrase(Passphrase)
  /// A key of its own, and where a key store keeps it.
  case stored(SealingKey, at: FolderKeyPlace)
}
