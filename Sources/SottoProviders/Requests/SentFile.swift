package import SottoCore

/// What of a file goes to a model.
package enum SentFile: Hashable, Sendable {
  /// Its bytes, which are not empty, for the place that a protocol has for them.
  case bytes([UInt8])
  /// Words in its place: what a text file says, or why a file could not be sent. Never blank.
  case text(String)

  /// - Parameters:
  ///   - file: what the message names.
  ///   - files: the bytes of files by their digest.
  ///   - takes: whether the protocol has a place for a media type. Text files need none.
  package init(
    _ file: FileReference, in files: [String: [UInt8]], takes: (_ mediaType: String) -> Bool
  ) {
    if !file.isText, !takes(file.mediaType) {
      let type = file.mediaType.isEmpty ? "unknown" : file.mediaType
      self = .text(Self.note(file, "files of type \(type) are not supported here"))
    } else if let bytes = files[file.digest] {
      if bytes.isEmpty {
        self = .text(Self.note(file, "it is empty"))
      } else if file.isText {
        self = .text(Self.fenced(String(decoding: bytes, as: UTF8.self), name: Self.name(file)))
      } else {
        self = .bytes(bytes)
      }
    } else {
      self = .text(Self.note(file, "its content is missing"))
    }
  }

  private static func note(_ file: FileReference, _ reason: String) -> String {
    "[file \(name(file)) could not be sent: \(reason)]"
  }

  /// On one line.
  private static func name(_ file: FileReference) -> String {
    file.name.isBlank ? "without a name" : String(file.name.map { $0.isNewline ? " " : $0 })
  }

  /// The fence is longer than any in the text, so that the end of the file is told from its content.
  private static func fenced(_ text: String, name: String) -> String {
    let longestRun = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longestRun + 1))
    return "\(name):\n\(fence)\n\(text)\n\(fence)"
  }
}
