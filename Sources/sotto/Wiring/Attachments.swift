import SottoCore
import SottoEngine
import SottoStore

extension Services {
  /// Keeps a file of the person's for a message.
  ///
  /// - Throws: ``SottoError`` when it cannot be read or kept.
  func attach(_ path: String, terminal: Terminal) async throws -> FileReference {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let label = Self.label(ofFileNamed: name)
    let bytes = intake.readable(
      try await InputFile.bytes(at: path, terminal: terminal, limit: Limits.file),
      mediaType: label)
    let mediaType = MediaType.of(bytes, labelled: label)
    if mediaType == "application/octet-stream" {
      throw SottoError(
        .invalidInput, "no model reads the file '\(path)'",
        hint: "pictures (PNG, JPEG, GIF, WebP), PDF, WAV, MP3 and text can be attached")
    }
    return try await intake.add(bytes, name: name, mediaType: mediaType).file
  }

  /// What a file's name says of its kind, for what its bytes do not tell.
  private static func label(ofFileNamed name: String) -> String {
    switch name.split(separator: ".").last?.lowercased() {
    case "json": "application/json"
    case "xml": "application/xml"
    case "mp3": "audio/mpeg"
    case "pdf": "application/pdf"
    case "md": "text/markdown"
    case "csv": "text/csv"
    case "html", "htm": "text/html"
    default: "text/plain"
    }
  }
}
