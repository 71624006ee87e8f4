internal import SottoCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Vault {
  /// Encrypts everything in the folder: the database, attached files and snapshots. What was there in the clear
  /// is overwritten and removed. A crash at any moment leaves the one or the other.
  ///
  /// - Throws: ``SottoError``, with the folder as it was: of code `invalidInput` when it is encrypted
  ///   already or the passphrase is too short, `storage` when another program has it open.
  package func encrypt(
    with passphrase: Passphrase, derivation: KeyDerivation = .standard
  ) throws {
    try passphrase.checkStrength()
    try withFolderAlone {
      guard try VaultFile.read(in: folder.path) == nil else {
        throw SottoError(
          .invalidInput, "the data folder '\(folder.path)' is encrypted already",
          hint: "another passphrase is set with 'sotto vault passphrase'")
      }
      let key = try VaultKey.random()
      let file = try VaultFile(sealing: key, with: passphrase, derivation: derivation)
      try convert(from: nil, to: key, file: file)
    }
  }

  /// Undoes ``encrypt(with:derivation:)``: everything is in the clear afterwards.
  package func decrypt(with passphrase: Passphrase) throws {
    try withFolderAlone {
      try convert(from: try file().key(with: passphrase), to: nil, file: nil)
    }
  }

  /// As ``withLock(_:)``, and only if no store has the folder open.
  private func withFolderAlone(_ body: () throws -> Void) throws {
    // Also keeps a second conversion away that waits for the lock.
    let owner = try Owner(in: folder, at: WallClock.system.now())
    defer { owner.release() }
    try withLock {
      let others = folder.ownerNames().filter { name in
        name.hasSuffix(".lock") && name.dropLast(5) != owner.id
          && owner.isAlive(String(name.dropLast(5)))
      }
      guard others.isEmpty else {
        throw SottoError(
          .storage, "another sotto has the data folder '\(folder.path)' open",
          hint: "stop 'sotto serve' and other commands, then try again")
      }
      try body()
    }
  }

  private func convert(from old: VaultKey?, to new: VaultKey?, file: VaultFile?) throws {
    let swap = VaultSwap(folder: folder)
    let target = DataFolder(at: swap.new)
    do {
      try DataFolder.makeFolder(target.path)
      try DataFolder.makeFolder(target.backups)
      try DataFolder.makeFolder(target.path + "/files")
      let copier = try FolderCopier(
        source: folder, target: target, oldKey: old, newKey: new, failure: failure)
      try copier.copy()
      try file?.write(in: target.path)
    } catch {
      // What was made is of no use; the next call would remove it as well.
      try? swap.finish()
      throw error
    }
    try swap.commit(new == nil ? .plain : .encrypted)
  }

  private var failure: StorageFailure { StorageFailure(path: folder.database) }
}

/// Copies what a folder holds into another one, under another key or in the clear.
private struct FolderCopier {
  let source: DataFolder
  let target: DataFolder
  let failure: StorageFailure
  private let oldPages: PageCipher?
  private let newPages: PageCipher?
  private let oldFiles: FileFolder
  private let newFiles: FileFolder
  /// Only for the names of temporary files.
  private let owner: Owner

  init(
    source: DataFolder, target: DataFolder, oldKey: VaultKey?, newKey: VaultKey?,
    failure: StorageFailure
  ) throws {
    self.source = source
    self.target = target
    self.failure = failure
    oldPages = try oldKey.map(PageCipher.init(key:))
    newPages = try newKey.map(PageCipher.init(key:))
    try DataFolder.makeFolder(target.owners)
    owner = try Owner(in: target, at: WallClock.system.now())
    oldFiles = FileFolder(
      in: source, owner: owner, cipher: try oldKey.map(FileCipher.init(key:)))
    newFiles = FileFolder(
      in: target, owner: owner, cipher: try newKey.map(FileCipher.init(key:)))
  }

  func copy() throws {
    for snapshot in try snapshots() {
      try copyDatabase("\(source.backups)/\(snapshot)", to: "\(target.backups)/\(snapshot)")
    }
    guard DiskFile.exists(source.database) else { return }
    let digests = try copyDatabase(source.database, to: target.database)
    for digest in digests {
      // A file that is damaged counts as missing, and does so afterwards.
      guard let bytes = try? oldFiles.read(digest) else { continue }
      try newFiles.place(try newFiles.writeTemporary(bytes, digest: digest), as: digest)
    }
  }

  private func snapshots() throws -> [String] {
    // Usually there is no such folder.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: source.backups)) ?? []
    for name in names where !name.hasSuffix(".sqlite") {
      throw SottoError(
        .dataFolder, "'\(source.backups)/\(name)' is no copy of the database",
        hint: "move it out of the data folder: it would stay as it is")
    }
    return names
  }

  /// - Returns: the digests of the files that the database names.
  @discardableResult
  private func copyDatabase(_ path: String, to copy: String) throws -> [String] {
    try StorageFailure(path: path).translating {
      let old = try Connection(path: path, mode: .readWrite, cipher: oldPages)
      try old.executeScript("PRAGMA temp_store = MEMORY; PRAGMA wal_checkpoint(TRUNCATE)")
      try target.makePrivateFile(copy)
      try old.copy(to: copy, cipher: newPages)
      let new = try Connection(path: copy, mode: .readOnly, cipher: newPages)
      let verdict = try new.firstRow("PRAGMA integrity_check(1)") { $0.text(0) }
      guard verdict == "ok", try rowCounts(old) == rowCounts(new) else {
        throw StorageFailure(path: path).damaged
      }
      guard try new.hasTable("files") else { return [] }
      return try new.rows("SELECT digest FROM files") { $0.text(0) }
    }
  }

  private func rowCounts(_ connection: Connection) throws -> [String: Int64] {
    let tables = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0"
    ) { $0.text(0) }
    var counts: [String: Int64] = [:]
    for table in tables {
      counts[table] = try connection.firstRow("SELECT count(*) FROM \"\(table)\"") { $0.integer(0) }
    }
    return counts
  }
}

extension Connection {
  fileprivate func hasTable(_ name: String) throws -> Bool {
    try firstRow(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", [.text(name)]
    ) { $0.integer(0) } != nil
  }
}
