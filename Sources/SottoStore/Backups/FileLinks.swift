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

/// Attached files in more than one folder: `ab/cdef…` in each, as one file with several names where
/// the file system can do that. A file is never changed in its place, so one name is as good as
/// another.
enum FileLinks {
  /// Gives the file of this name, 64 digits, the same in `target`. One that is missing in `source` is left out: messages
  /// do without it.
  static func share(_ file: String, from source: String, to target: String) throws {
    let name = "\(file.prefix(2))/\(file.dropFirst(2))"
    let old = "\(source)/\(name)"
    let new = "\(target)/\(name)"
    guard unsafe access(new, F_OK) != 0, unsafe access(old, F_OK) == 0 else { return }
    for folder in [target, "\(target)/\(file.prefix(2))"] {
      guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
        throw FileFolder.failure(folder, DiskFailure(number: errno))
      }
    }
    try duplicate(old, as: new)
  }

  /// Gives a file a second name, or where that is on another disk, makes a copy.
  static func duplicate(_ old: String, as new: String) throws {
    if unsafe link(old, new) == 0 { return }
    let temporary = new + ".new"
    unsafe unlink(temporary)
    do {
      try FileManager.default.copyItem(atPath: old, toPath: temporary)
    } catch {
      unsafe unlink(temporary)
      let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
      throw FileFolder.failure(new, DiskFailure(number: isFull ? ENOSPC : EIO))
    }
    DataFolder.flush(temporary)
    try move(temporary, to: new)
  }

  static func move(_ file: String, to name: String) throws {
    guard unsafe rename(file, name) == 0 else {
      throw FileFolder.failure(name, DiskFailure(number: errno))
    }
  }

  /// Removes the files whose name `isMeant`.
  static func remove(in folder: String, where isMeant: (String) -> Bool) {
    // A folder that cannot be listed only means that files stay.
    let beginnings = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for beginning in beginnings {
      let path = "\(folder)/\(beginning)"
      for rest in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      where isMeant(beginning + rest) {
        unsafe unlink("\(path)/\(rest)")
      }
    }
  }
}
