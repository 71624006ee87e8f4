internal import SottoCore
package import SottoSealing

extension Vault {
  /// Encrypts everything in the folder: the database, attached files and snapshots. What was there in the clear
  /// is overwritten and removed. A crash at any moment leaves the one or the other.
  ///
  /// - Throws: ``SottoError``, with the folder as it was: of code `invalidInput` when it is encrypted
  ///   already or the passphrase is too short, `dataFolderInUse` when another program has it open.
  package func encrypt(
    with opener: VaultOpener, cost: KeyDerivation.Cost = Self.cost
  ) throws {
    try Self.check(opener)
    try withFolderAlone {
      guard try VaultFile.read(in: folder.path) == nil else {
        throw SottoError(
          .invalidInput, "the data folder '\(folder.path)' is encrypted already",
          hint: "another passphrase is set with 'sotto vault passphrase'")
      }
      let key = try SealingKey()
      let file = try VaultFile(sealing: key, for: opener, cost: cost)
      try convert(from: nil, to: key, file: file)
    }
  }

  /// Undoes ``encrypt(with:cost:)``: everything is in the clear afterwards.
  package func decrypt(with opener: VaultOpener) throws {
    try withFolderAlone {
      try convert(from: try file().key(with: opener), to: nil, file: nil)
    }
  }

  /// As ``withLock(_:)``, and only if no store has the folder open.
  private func withFolderAlone(_ body: () throws -> Void) throws {
    // Also keeps a second conversion away that waits for the lock.
    let owner = try Owner(in: folder, at: WallClock.system.now())
    defer { owner.release() }
    try withLock {
      guard Owner.living(in: folder).allSatisfy({ $0 == owner.id }) else {
        throw SottoError(
          .dataFolderInUse, "another sotto has the data folder '\(folder.path)' open",
          hint: "stop 'sotto serve' and other commands, then try again")
      }
      try body()
    }
  }

  private func convert(from old: SealingKey?, to new: SealingKey?, file: VaultFile?) throws {
    let swap = VaultSwap(folder: folder)
    let source = DataFolder(at: folder.path, cipher: try old.map { try FolderCipher(key: $0) })
    let target = DataFolder(at: swap.new, cipher: try new.map { try FolderCipher(key: $0) })
    do {
      try DataFolder.makeFolder(target.path)
      try DataFolder.makeFolder(target.backups)
      try DataFolder.makeFolder(target.files)
      try FolderCopier(from: source, to: target).copy()
      try file?.write(in: target.path)
    } catch {
      // What was made is of no use; the next call would remove it as well.
      try? swap.finish()
      throw error
    }
    try swap.commit(new == nil ? .plain : .encrypted)
  }
}
