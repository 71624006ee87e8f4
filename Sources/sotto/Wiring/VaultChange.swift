import SottoCore
import SottoSecrets
import SottoStore

/// Changes of what opens a data folder, with the passphrases and the key store that they take.
struct VaultChange {
  let vault: Vault
  /// Before the change.
  let status: VaultStatus
  let access: FolderAccess
  let keys: KeyStore

  private var folder: String { access.folder }
  private var terminal: Terminal { access.terminal }

  func encrypt(usesKeyStore: Bool) async throws {
    guard status.lock == nil else {
      throw SottoError(
        .invalidInput, "the data folder '\(folder)' is encrypted already",
        hint: "'sotto vault passphrase' and 'sotto vault key-store' change what opens it")
    }
    if usesKeyStore {
      try await keepingKey { try vault.encrypt(with: $0) }
    } else {
      try vault.encrypt(with: .passphrase(try await access.passphrases.first()))
    }
    terminal.note("'\(folder)' is encrypted")
    terminal.note(
      "  what was there in the clear is overwritten; a flash disk may keep parts of it out of reach"
    )
    if usesKeyStore { noteLoss() }
  }

  func decrypt() async throws {
    try vault.decrypt(with: try await current())
    terminal.note("'\(folder)' is no longer encrypted")
  }

  func choosePassphrase() async throws {
    let current = try await current()
    // Before the new one is asked for.
    _ = try vault.unlock(with: current)
    // The file, if there is one, has the passphrase that opens the folder.
    let isFirst = status.lock != .passphrase
    let new = isFirst ? try await access.passphrases.first() : try await access.passphrases.new()
    try vault.changeLock(from: current, to: .passphrase(new))
    terminal.note("the new passphrase opens '\(folder)'")
    if !isFirst { noteOldPassphrase() }
  }

  func useKeyStore() async throws {
    let current = try await current()
    try await keepingKey { try vault.changeLock(from: current, to: $0) }
    terminal.note("a key in the key store opens '\(folder)'")
    if status.lock == .passphrase { noteOldPassphrase() }
    noteLoss()
  }

  /// After a change, what becomes of the key that a key store had.
  func leave(_ place: FolderKeyPlace, removesKey: Bool) async throws {
    if removesKey {
      try await keys.removeFolderKey(at: place)
      terminal.note("  its key '\(place.name)' is removed from the \(place.store.rawValue)")
    } else {
      terminal.note(
        "  its key '\(place.name)' stays in the \(place.store.rawValue), for copies made before")
    }
  }

  /// What opens the folder now.
  private func current() async throws -> VaultOpener {
    switch status.lock {
    case nil: throw Vault.notEncrypted(folder)
    case .passphrase: return .passphrase(try await access.passphrases.current())
    case .keyStore(let place):
      return .stored(try await keys.folderKey(at: place), at: place)
    }
  }

  /// Puts a new key into the key store, and takes it back when `change` has failed and nothing needs it.
  private func keepingKey(_ change: (VaultOpener) throws -> Void) async throws {
    let (key, place) = try await keys.keepFolderKey()
    do {
      try change(.stored(key, at: place))
    } catch {
      // A conversion may have failed after it had become final. Where nobody can tell, the key stays.
      if let now = try? vault.status(), now.place != place {
        try? await keys.removeFolderKey(at: place)
      }
      throw error
    }
  }

  private func noteOldPassphrase() {
    terminal.note("  the old one still opens copies of it that were made before")
  }

  private func noteLoss() {
    terminal.note(
      "  without that key store nothing can be read; 'sotto vault passphrase' sets a passphrase")
  }
}
