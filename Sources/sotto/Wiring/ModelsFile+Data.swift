import SottoCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ModelsFile {
  /// `models.json` in the data folder.
  init(folder: String) {
    let path = folder + "/models.json"
    self.init(path: path, stamp: { Self.stamp(path) }) {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw SottoError(.dataFolder, "it is a folder, or belongs to somebody else")
      }
      return Array(data)
    }
  }

  /// Time, size and number of the file: an editor may keep one of them. Asked for each turn, so it is no
  /// more than one call of the system.
  private static func stamp(_ path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Glibc)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    return "\(time.tv_sec).\(time.tv_nsec) \(status.st_size) \(status.st_ino)"
  }
}
