internal import SottoCore

/// Copies what a folder holds into another one, under another key or in the clear: the history, the copies
/// of it, and attached files.
struct FolderCopier {
  private let source: DataFolder
  private let target: DataFolder
  /// Only for the names of temporary files.
  private let owner: Owner

  init(from source: DataFolder, to target: DataFolder) throws {
    self.source = source
    self.target = target
    try DataFolder.makeFolder(target.owners)
    owner = try Owner(in: target, at: WallClock.system.now())
  }

  func copy() throws {
    let backups = try sourceBackups()
    if DiskFile.exists(source.database.path) {
      let old = FileFolder(in: source, owner: owner)
      let new = FileFolder(in: target, owner: owner)
      for digest in try copyDatabase(source.database.path, to: target.database.path) {
        try copyFile(digest, from: old, to: new)
      }
    }
    for name in backups { try copyBackup(name) }
  }

  /// The databases in the folder of copies. What a copy that was cut short has left is not among them, and
  /// goes.
  private func sourceBackups() throws -> [String] {
    let suffix = BackupFolder.suffix
    let names = source.backupNames()
    let logs = ["-wal", "-shm", "-journal"].map { suffix + $0 }
    for name in names where name != "files" && !name.hasSuffix(suffix) {
      guard logs.contains(where: name.hasSuffix) else {
        throw SottoError(
          .dataFolder, "'\(source.backups)/\(name)' is no copy of the database",
          hint: "move it out of the data folder: it would stay as it is")
      }
    }
    return names.filter { $0.hasSuffix(suffix) && !$0.hasPrefix(BackupFolder.temporaryPrefix) }
  }

  private func copyBackup(_ name: String) throws {
    let path = "\(source.backups)/\(name)"
    let digests: [String]
    do {
      digests = try copyDatabase(path, to: "\(target.backups)/\(name)")
    } catch let error as SottoError where error.code == .damagedDatabase {
      throw SottoError(
        .damagedDatabase, "the copy '\(path)' is damaged and cannot be converted",
        hint: "move it out of the data folder, with its '-wal' if there is one; then try again")
    }
    let old = FileFolder(
      at: BackupFolder(folder: source).files, owner: owner, cipher: source.cipher?.files)
    let new = FileFolder(
      at: BackupFolder(folder: target).files, owner: owner, cipher: target.cipher?.files)
    for digest in digests {
      try FileLinks.share(target.fileName(of: digest), from: target.files, to: new.path)
      if !new.has(digest) { try copyFile(digest, from: old, to: new) }
    }
  }

  /// A file that is damaged counts as missing, and does so afterwards.
  private func copyFile(_ digest: String, from old: FileFolder, to new: FileFolder) throws {
    guard let bytes = try? old.read(digest) else { return }
    try new.place(try new.writeTemporary(bytes, digest: digest), as: digest)
  }

  /// - Returns: the digests of the files that the database names.
  private func copyDatabase(_ path: String, to copy: String) throws -> [String] {
    try StorageFailure(path: path).translating {
      let old = try Connection(source.database.sibling(path), mode: .readWrite)
      try old.executeScript("PRAGMA temp_store = MEMORY; PRAGMA wal_checkpoint(TRUNCATE)")
      try target.makePrivateFile(copy)
      try old.copy(to: copy, cipher: target.cipher?.pages)
      let new = try Connection(target.database.sibling(copy), mode: .readOnly)
      let verdict = try new.firstRow("PRAGMA integrity_check(1)") { $0.text(0) }
      guard verdict == "ok", try rowCounts(old) == rowCounts(new) else {
        throw StorageFailure(path: path).damaged
      }
      return try new.fileDigests()
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
