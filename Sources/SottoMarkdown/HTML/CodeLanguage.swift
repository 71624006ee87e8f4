/// The language that a code block names, safe as a class and an attribute.
enum CodeLanguage {
  /// The first word of a fence's info string, cut at the first character that no language's name
  /// has; empty when there is none.
  static func name(from info: [UInt8]) -> String {
    let clean = Marker.removed(from: info)
    let braces: Set<UInt8> = [UInt8(ascii: "{"), UInt8(ascii: ".")]
    let word = clean.drop { $0.isBlank || braces.contains($0) }.prefix { byte in
      byte.isLetterOrDigit || "+#-_.".utf8.contains(byte)
    }
    return String(decoding: word.prefix(40), as: UTF8.self).lowercased()
  }
}
