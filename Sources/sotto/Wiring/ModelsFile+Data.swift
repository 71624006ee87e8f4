import SottoCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
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

  /// Time, size and number of the file: an editor may keep one of them.
  private static func stamp(_ path: String) -> String? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
      return nil
    }
    let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    let size = attributes[.size] as? Int ?? 0
    let number = attributes[.systemFileNumber] as? Int ?? 0
    return "\(time) \(size) \(number)"
  }
}
