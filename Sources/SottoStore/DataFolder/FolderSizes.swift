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

/// How much room a data folder takes, in bytes. A file with several names counts once, at the first of
/// the places that are looked at.
struct FolderSizes {
  private(set) var database = 0
  private(set) var files = 0
  private(set) var backups = 0
  private(set) var total = 0
  /// What is left on the disk; `nil` where the system does not say.
  private(set) var free: Int?

  private struct Place: Hashable {
    var device: UInt64
    var number: UInt64
  }
  private var seen: Set<Place> = []

  /// Looks at every file of a folder. Those that go meanwhile are left out. Blocks.
  init(of folder: DataFolder) {
    database = ["", "-wal", "-shm"].reduce(0) { $0 + size(of: folder.database.path + $1) }
    files = sizes(below: folder.files)
    backups = sizes(below: folder.backups)
    total = database + files + backups + sizes(below: folder.path)
    var disk = statvfs()
    if unsafe statvfs(folder.path, &disk) == 0 { free = Int(disk.f_bavail) * Int(disk.f_frsize) }
  }

  private mutating func sizes(below path: String) -> Int {
    // A folder that is not there has nothing in it.
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return names.reduce(0) { $0 + size(of: "\(path)/\($1)") }
  }

  /// 0 for what was counted before and for what is no file.
  private mutating func size(of path: String) -> Int {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      seen.insert(Place(device: UInt64(status.st_dev), number: UInt64(status.st_ino))).inserted
    else { return 0 }
    return Int(status.st_size)
  }
}
