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

/// The folder that holds the database and what belongs to it, readable by its owner only.
struct DataFolder: Sendable {
  let path: String
  /// How SQLite reaches the databases in it.
  let vfs: String?
  /// What the databases and files in it are encrypted by.
  let cipher: FolderCipher?

  var database: DatabaseFile {
    DatabaseFile(path: path + "/sotto.sqlite", vfs: vfs, cipher: cipher?.pages)
  }
  var owners: String { path + "/owners" }
  var backups: String { path + "/backups" }
  var files: String { path + "/files" }
  /// There once a store was left without being closed, until the database has been looked through.
  var deathMark: String { path + "/unchecked" }
  /// Held while a process opens, migrates or replaces the database.
  var openingLock: String { path + "/opening.lock" }

  /// Makes the folder when there is none.
  ///
  /// - Throws: ``SottoError`` of code `dataFolder`, naming the path and how to mend it.
  init(_ path: String, vfs: String? = nil, cipher: FolderCipher? = nil) throws {
    self.init(at: path, vfs: vfs, cipher: cipher)
    try Self.makeFolder(path)
    try Self.makeFolder(owners)
  }

  /// A folder that is there, or is made by the caller.
  init(at path: String, vfs: String? = nil, cipher: FolderCipher? = nil) {
    self.path = path
    self.vfs = vfs
    self.cipher = cipher
  }

  /// The path from the root, for people.
  var absolutePath: String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The name of an attached file: its digest, or in an encrypted folder one that is made of it.
  func fileName(of digest: String) -> String { cipher?.files.name(of: digest) ?? digest }

  /// Makes a folder for the owner only, with those above it, unless it is there.
  static func makeFolder(_ path: String) throws {
    if unsafe mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/"),
      slash > path.startIndex
    {
      try makeFolder(String(path[..<slash]))
      unsafe mkdir(path, 0o700)
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      throw unusable(path, "cannot be made (\(reason(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw SottoError(
        .dataFolder, "'\(path)' is not a folder",
        hint: "move that file away, or choose another folder with --data or SOTTO_DATA")
    }
    guard unsafe access(path, R_OK | W_OK | X_OK) == 0 else {
      throw unusable(path, "cannot be written (\(reason(errno)))")
    }
  }

  private static func unusable(_ path: String, _ what: String) -> SottoError {
    SottoError(
      .dataFolder, "the data folder '\(path)' \(what)",
      hint:
        "make it yours with 'chmod u+rwx' or 'chown', or choose another with --data or SOTTO_DATA")
  }

  private static func reason(_ number: Int32) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }

  /// Makes `file` when there is none, and takes it from everybody else. SQLite gives its log the
  /// same mode.
  func makePrivateFile(_ file: String) throws {
    let descriptor = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw SottoError(
        .dataFolder, "'\(file)' cannot be written (\(Self.reason(errno)))",
        hint: "make it yours with 'chmod u+rw' or 'chown', or choose another folder with --data")
    }
    defer { close(descriptor) }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & 0o077 != 0 {
      fchmod(descriptor, 0o600)
    }
  }

  /// Flushes files, and folders with the names in them, to the disk. Where that is not possible there
  /// is nothing else to do.
  static func flush(_ paths: String...) {
    for path in paths {
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      fsync(descriptor)
      close(descriptor)
    }
  }

  /// Removes a database that nobody has open, and what SQLite keeps beside it.
  static func remove(database path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(path + suffix) }
  }

  /// Makes the folder of copies.
  func makeBackups() throws { try Self.makeFolder(backups) }

  /// The copies of the database, the oldest first.
  func copies() -> [HistoryCopy] {
    backupNames().compactMap { name in
      var status = stat()
      guard unsafe stat("\(backups)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG
      else { return nil }
      #if canImport(Glibc)
        let seconds = status.st_mtim.tv_sec
      #else
        let seconds = status.st_mtimespec.tv_sec
      #endif
      return HistoryCopy(
        name: name, size: Int(status.st_size),
        modifiedAt: Timestamp(milliseconds: Int64(seconds) * 1000))
    }.sorted { ($0.modifiedAt, $0.name) < ($1.modifiedAt, $1.name) }
  }

  /// The names in the folder of copies.
  func backupNames() -> [String] {
    // There is none before the first copy.
    (try? FileManager.default.contentsOfDirectory(atPath: backups)) ?? []
  }

  /// The names in the folder of owners' locks.
  func ownerNames() -> [String] {
    // A folder that cannot be listed only means that stale locks stay a while.
    (try? FileManager.default.contentsOfDirectory(atPath: owners)) ?? []
  }
}
