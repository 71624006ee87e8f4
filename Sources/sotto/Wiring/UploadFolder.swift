#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder that the server takes files to import into. Each goes when it is imported.
enum UploadFolder {
  /// Makes it, and removes what a server left that was killed more than a day ago.
  static func prepared(in dataFolder: String) -> String {
    let folder = dataFolder + "/uploads"
    let manager = FileManager.default
    // Without the folder an upload is refused, with the reason.
    try? manager.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for name in (try? manager.contentsOfDirectory(atPath: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      let changed = try? manager.attributesOfItem(atPath: path)[.modificationDate] as? Date
      if let changed, changed.timeIntervalSinceNow < -86_400 {
        try? manager.removeItem(atPath: path)
      }
    }
    return folder
  }
}
