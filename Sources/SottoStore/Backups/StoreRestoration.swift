package import SottoCore
package import SottoSealing

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Puts a copy of the history in the place of the present one, which is moved aside. Nobody may have
/// the store open. All calls block.
package struct StoreRestoration: Sendable {
  private let folder: DataFolder
  private let clock: WallClock

  /// What was done.
  package struct Outcome: Hashable, Sendable {
    /// The copy that is in place now.
    package var source: String
    /// Where the history is that was there before; `nil` when there was none.
    package var replaced: String?
  }

  /// - Parameters:
  ///   - path: the data folder.
  ///   - key: what it is encrypted by; `nil` where it is not.
  ///   - vfs: the name of SQLite's layer over the file system; `nil` is the system's own.
  ///   - clock: where the time in the name of what is replaced comes from.
  /// - Throws: ``SottoError`` of code `dataFolder`.
  package init(
    folder path: String, key: SealingKey? = nil, vfs: String? = nil, clock: WallClock = .system
  ) throws {
    folder = try DataFolder(
      path, vfs: vfs, cipher: key.map { try FolderCipher(key: $0, over: vfs) })
    self.clock = clock
  }

  /// The file that `name` means: `latest`, the name of a copy in `backups`, or a path.
  ///
  /// - Throws: ``SottoError`` of code `backupNotFound`.
  package func source(_ name: String) throws -> String {
    let backups = BackupFolder(folder: folder)
    if name == "latest" {
      guard let newest = backups.list().first else {
        throw SottoError(
          .backupNotFound, "there is no copy in \(folder.backups)",
          hint: "name the file of one: 'sotto restore FILE'")
      }
      return backups.file(newest.name).path
    }
    let kept = backups.file(name).path
    let isKept = unsafe access(kept, F_OK) == 0
    let path = isKept && !name.contains("/") ? kept : name
    guard unsafe access(path, R_OK) == 0 else {
      throw SottoError(
        .backupNotFound, "there is no copy '\(name)' that can be read",
        hint: "'sotto backup list' shows the copies that are kept")
    }
    return path
  }

  /// Checks the copy, then puts it in place. What was there is unchanged when this throws, and is
  /// never deleted.
  ///
  /// - Throws: ``SottoError`` of code `dataFolderInUse`, `backupNotFound`, `damagedDatabase`,
  ///   `newerDatabase`, `diskFull`, `locked` without the folder's key, or `invalidInput` for a copy that
  ///   is not encrypted as the folder is.
  package func restore(_ name: String) throws -> Outcome {
    let source = try source(name)
    return try StorageFailure(path: source).translating {
      guard let lock = FileLock(waitingFor: folder.openingLock) else {
        throw SottoError(.dataFolder, "cannot lock '\(folder.openingLock)'")
      }
      guard Owner.living(in: folder).isEmpty else {
        throw SottoError(
          .dataFolderInUse, "another sotto is using the data folder \(folder.path)",
          hint: "stop it, then restore again")
      }
      try Vault(in: folder).prepareToOpen(hasKey: folder.cipher != nil)
      let owner = try Owner(in: folder, at: clock.now())
      let new = folder.database.sibling(folder.database.path + ".restoring")
      try prepare(source, as: new, owner: owner)
      let replaced = try setAside()
      try FileLinks.move(new.path, to: folder.database.path)
      DataFolder.flush(folder.path)
      owner.removeDeathMark()
      owner.release()
      _ = consume lock
      return Outcome(source: source, replaced: replaced)
    }
  }

  private func prepare(_ source: String, as new: DatabaseFile, owner: Owner) throws {
    DataFolder.remove(database: new.path)
    let origin = folder.database.sibling(source)
    try check(origin)
    try folder.makePrivateFile(new.path)
    let files = FileFolder(in: folder, owner: owner)
    try DatabaseCopier().copy(origin, to: new) { copy in
      try PortableBackup.unpackFiles(of: copy, into: files)
      for digest in try copy.fileDigests() {
        try FileLinks.share(
          folder.fileName(of: digest), from: BackupFolder(folder: folder).files, to: folder.files)
      }
    }
  }

  /// Before anything is copied: it must be a history, and one that this version knows.
  private func check(_ origin: DatabaseFile) throws {
    guard folder.cipher == nil || !isPlain(origin) else {
      throw SottoError(
        .invalidInput, "\(origin.path) is not encrypted, but the data folder is",
        hint: "restore it into another folder with --data, then encrypt that: 'sotto vault encrypt'"
      )
    }
    let connection = try opened(origin)
    func number(_ pragma: String) throws -> Int {
      try connection.firstRow("PRAGMA \(pragma)") { Int($0.integer(0)) } ?? 0
    }
    guard try number("application_id") == Migrator.applicationID else {
      throw SottoError(.damagedDatabase, "\(origin.path) is no copy of a history")
    }
    let version = try number("user_version")
    guard version <= Migration.all.last?.version ?? 0 else {
      throw SottoError(
        .newerDatabase, "\(origin.path) was written by a newer version (schema \(version))",
        hint: "update this program, then restore again")
    }
  }

  /// - Throws: ``SottoError`` for a copy that is encrypted by another key than the folder.
  private func opened(_ origin: DatabaseFile) throws -> Connection {
    do {
      let connection = try Connection(origin, mode: .readOnly)
      // Only a read tells.
      _ = try connection.firstRow("PRAGMA schema_version") { $0.integer(0) }
      return connection
    } catch let error as DatabaseError where error.code == .notADatabase {
      guard DiskFile.begins(origin.path, with: PageCipher.mark) else { throw error }
      let isPlain = folder.cipher == nil
      throw SottoError(
        .invalidInput,
        "\(origin.path) is encrypted"
          + (isPlain ? ", but the data folder is not" : " by the key of another data folder"),
        hint: "put the 'vault.json' of the folder that it was made in into an empty folder, and "
          + "restore it there with --data")
    }
  }

  /// Whether SQLite reads it without a key.
  private func isPlain(_ file: DatabaseFile) -> Bool {
    let found = try? Connection(path: file.path, mode: .readOnly)
      .firstRow("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
    return found != nil
  }

  /// Gives the present database a name among the copies, with its log, and clears its place.
  ///
  /// - Returns: the new path; `nil` when there was none.
  private func setAside() throws -> String? {
    let path = folder.database.path
    guard unsafe access(path, F_OK) == 0 else { return nil }
    // A damaged one may not take its log in; then that goes along as it is.
    _ = try? Connection(folder.database, mode: .readWrite)
      .executeScript("PRAGMA wal_checkpoint(TRUNCATE)")
    try folder.makeBackups()
    let aside = "\(folder.backups)/replaced-\(clock.now().milliseconds).sqlite"
    // The second name comes before the first one goes, so that a crash leaves one at least.
    for suffix in ["-wal", ""] where unsafe access(path + suffix, F_OK) == 0 {
      try FileLinks.duplicate(path + suffix, as: aside + suffix)
    }
    DataFolder.flush(folder.backups)
    // An old log must never meet the new database.
    for suffix in ["-wal", "-shm", "-journal"] { unsafe unlink(path + suffix) }
    DataFolder.flush(folder.path)
    return aside
  }
}
