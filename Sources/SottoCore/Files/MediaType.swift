/// What a file is, by its bytes: labels are often wrong, and a wrong one makes providers refuse the
/// whole conversation.
public enum MediaType {
  /// The media type, in lower case and without parameters.
  ///
  /// Images, PDF, WAV and MP3 are known by their bytes. Text is what is UTF-8 without a NUL; of texts the label
  /// tells the kind, else they are `text/plain`. All else is `application/octet-stream`.
  public static func of(_ bytes: [UInt8], labelled label: String) -> String {
    if let image = ImageHeader.mediaType(of: bytes) { return image }
    let label = plain(label)
    if isPDF(bytes, isLabelled: label == "application/pdf") { return "application/pdf" }
    if let sound = sound(bytes, isLabelledMP3: label == "audio/mpeg" || label == "audio/mp3") {
      return sound
    }
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
      return "application/octet-stream"
    }
    let labelled = FileReference(digest: "", name: "", mediaType: label, size: bytes.count)
    // An image written as text (SVG) is no picture to a model, and a program to a browser.
    return labelled.isText && !labelled.isImage ? label : "text/plain"
  }

  /// A file of MP3 frames alone has too short a mark to be known without its label.
  private static func sound(_ bytes: [UInt8], isLabelledMP3: Bool) -> String? {
    if bytes.count > 12, bytes.starts(with: "RIFF".utf8), bytes[8...].starts(with: "WAVE".utf8) {
      return "audio/wav"
    }
    let isFrame = bytes.count > 1 && bytes[0] == 0xFF && bytes[1] & 0xE0 == 0xE0
    if bytes.starts(with: "ID3".utf8) || (isLabelledMP3 && isFrame) { return "audio/mpeg" }
    return nil
  }

  /// Many writers put something before the file's mark; readers look for it in the first kilobyte.
  private static func isPDF(_ bytes: [UInt8], isLabelled: Bool) -> Bool {
    let mark = Array("%PDF-".utf8)
    if bytes.starts(with: mark) { return true }
    guard isLabelled else { return false }
    let head = bytes.prefix(1024 + mark.count)
    return head.indices.contains { head[$0...].starts(with: mark) }
  }

  /// The label without parameters, or nothing when it is no media type.
  private static func plain(_ label: String) -> String {
    let type = label.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
    let isPlain = type.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    let halves = type.split(separator: "/", omittingEmptySubsequences: false)
    let isWhole = halves.count == 2 && !halves.contains(where: \.isEmpty)
    return isPlain && isWhole && type.utf8.count <= 100 ? type : ""
  }
}
