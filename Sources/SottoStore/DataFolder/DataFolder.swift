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

  var database: String { path + "/sotto.sqlite" }
  var owners: String { path + "/owners" }
  var backups: String { path + "/backups" }
  /// Held while a process opens and migrates the database.
  var openingLock: String { path + "/opening.lock" }

  /// Makes the folder when there is none.
  ///
  /// - Throws: ``SottoError`` of code `dataFolder`, naming the path and how to mend it.
  init(_ path: String) throws {
    self.path = path
    try Self.makeFolder(path)
    try Self.makeFolder(owners)
  }

  /// A folder that is there, or is made by the caller.
  init(at path: String) { self.path = path }

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

  /// Flushes `file` and the folder entry that names it to the disk.
  func flush(_ file: String, in folder: String) {
    for path in [file, folder] {
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      fsync(descriptor)
      close(descriptor)
    }
  }

  /// Makes the folder of snapshots.
  func makeBackups() throws { try Self.makeFolder(backups) }

  /// The names in the folder of owners' locks.
  func ownerNames() -> [String] {
    // A folder that cannot be listed only means that stale locks stay a while.
    (try? FileManager.default.contentsOfDirectory(atPath: owners)) ?? []
  }
}
