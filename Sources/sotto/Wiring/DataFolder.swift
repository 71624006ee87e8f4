#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a person's data is: `--data`, else `SOTTO_DATA`, else the platform's folder for it.
struct DataFolder {
  let path: String

  init(option: String?, environment: [String: String]) {
    if let chosen = option ?? environment["SOTTO_DATA"], !chosen.isEmpty {
      path = Self.absolute(chosen)
    } else {
      path = Self.standard(environment)
    }
  }

  private static func standard(_ environment: [String: String]) -> String {
    let home = environment["HOME"] ?? FileManager.default.currentDirectoryPath
    #if os(macOS)
      return home + "/Library/Application Support/Sotto"
    #else
      if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
        return folder + "/sotto"
      }
      return home + "/.local/share/sotto"
    #endif
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
