import SottoCore
import SottoStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Services {
  /// Keeps a file of the person's for a message.
  ///
  /// - Throws: ``SottoError`` when it cannot be read or kept.
  func attach(_ path: String) async throws -> FileReference {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw SottoError(.invalidInput, "the file '\(path)' cannot be read")
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return try await store.addFile(
      Array(data), name: name, mediaType: MediaType.of(fileNamed: name))
  }
}

/// What a file's name says of its kind. The store looks at the bytes as well.
private enum MediaType {
  static func of(fileNamed name: String) -> String {
    switch name.split(separator: ".").last?.lowercased() {
    case "json": "application/json"
    case "xml", "svg": "application/xml"
    case "wav": "audio/wav"
    case "mp3": "audio/mpeg"
    case "mp4": "video/mp4"
    default: "text/plain"
    }
  }
}
