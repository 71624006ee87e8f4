internal import SottoCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The folder `backups`: copies of the database by their time, and `files/` with the attached files
/// that any of them names, which are links and cost nothing. All calls block.
struct BackupFolder {
  let folder: DataFolder

  private static let prefix = "sotto-"
  static let suffix = ".sqlite"
  /// What the names of unfinished copies begin with.
  static let temporaryPrefix = "new-"

  /// Newest first.
  func list() -> [Backup] {
    folder.backupNames().compactMap(backup).sorted { $0.createdAt > $1.createdAt }
  }

  private func backup(_ name: String) -> Backup? {
    guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix),
      let time = Int64(name.dropFirst(Self.prefix.count).dropLast(Self.suffix.count))
    else { return nil }
    var status = stat()
    guard unsafe stat(file(name).path, &status) == 0 else { return nil }
    return Backup(name: name, createdAt: Timestamp(milliseconds: time), size: Int(status.st_size))
  }

  func file(_ name: String) -> DatabaseFile {
    folder.database.sibling("\(folder.backups)/\(name)")
  }

  /// Makes a copy of the database and of the files it names. It gets its name when it is good.
  func make(at time: Timestamp, owner: Owner) throws -> Backup {
    try folder.makeBackups()
    removeStaleTemporaries(owner)
    let temporary = file("\(Self.temporaryPrefix)\(owner.id)\(Self.suffix)")
    DataFolder.remove(database: temporary.path)
    try folder.makePrivateFile(temporary.path)
    var digests: [String] = []
    try DatabaseCopier().copy(folder.database, to: temporary) { copy in
      digests = try copy.fileDigests()
    }
    let name = "\(Self.prefix)\(time.milliseconds)\(Self.suffix)"
    do {
      for digest in digests {
        try FileLinks.share(folder.fileName(of: digest), from: folder.files, to: files)
      }
      try FileLinks.move(temporary.path, to: file(name).path)
    } catch {
      DataFolder.remove(database: temporary.path)
      throw error
    }
    DataFolder.flush(folder.backups)
    guard let backup = backup(name) else {
      throw FileFolder.failure(file(name).path, DiskFailure(number: errno))
    }
    return backup
  }

  /// Removes the oldest copies over `count`, and the files that only they named.
  func prune(to count: Int, sparing new: Backup) {
    let surplus = list().filter { $0 != new }.dropFirst(max(0, count - 1))
    for backup in surplus { DataFolder.remove(database: file(backup.name).path) }
    if !surplus.isEmpty { removeUnusedFiles() }
  }

  /// Removes every copy of the database, and the files beside them.
  func removeAll() {
    // Twice, because a copy that is being made may get its other name meanwhile.
    for _ in 0..<2 {
      for name in folder.backupNames() { unsafe unlink("\(folder.backups)/\(name)") }
    }
    FileLinks.remove(in: files) { _ in true }
  }

  /// The linked files.
  var files: String { folder.backups + "/files" }

  private func removeUnusedFiles() {
    var used: Set<String> = []
    for name in folder.backupNames() where name.hasSuffix(Self.suffix) {
      // What a copy that cannot be read names is unknown; then nothing is removed.
      guard let digests = try? Connection(file(name), mode: .readOnly).fileDigests() else { return }
      used.formUnion(digests.map(folder.fileName(of:)))
    }
    FileLinks.remove(in: files) { !used.contains($0) }
  }

  private func removeStaleTemporaries(_ owner: Owner) {
    for name in folder.backupNames() where name.hasPrefix(Self.temporaryPrefix) {
      let id = name.dropFirst(Self.temporaryPrefix.count).prefix { $0 != "." }
      if !owner.isAlive(String(id)) { unsafe unlink("\(folder.backups)/\(name)") }
    }
  }
}

extension Connection {
  /// The attached files that the database knows; none before schema 2.
  func fileDigests() throws -> [String] {
    let exists = try firstRow("SELECT 1 FROM sqlite_schema WHERE name = 'files'") { _ in true }
    if exists == nil { return [] }
    return try rows("SELECT digest FROM files") { $0.text(0) }.filter(Digest.isDigest)
  }
}
