/// Bytes of HTML under construction. Text and attribute values go in only through the escaping
/// calls, which also take the markers out.
struct HTMLBuffer {
  private var bytes: [UInt8] = []

  /// Appends markup of ours.
  mutating func markup(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends text, or an attribute's value between double quotes.
  mutating func text(_ source: [UInt8]) {
    var copied = 0
    var index = 0
    while index < source.count {
      let byte = source[index]
      var width = 1
      let replacement: StaticString
      switch byte {
      case UInt8(ascii: "&"): replacement = "&amp;"
      case UInt8(ascii: "<"): replacement = "&lt;"
      case UInt8(ascii: ">"): replacement = "&gt;"
      case UInt8(ascii: "\""): replacement = "&quot;"
      case Marker.lead:
        guard let marker = Marker.at(index, of: source) else {
          index += 1
          continue
        }
        width = 3
        replacement =
          switch marker {
          case .nothing: ""
          case .pipe: "|"
          case .newline: "\n"
          }
      default:
        index += 1
        continue
      }
      bytes.append(contentsOf: source[copied..<index])
      bytes.append(contentsOf: replacement.description.utf8)
      index += width
      copied = index
    }
    bytes.append(contentsOf: source[copied...])
  }

  /// What has been written, and begins anew.
  mutating func take() -> String {
    defer { bytes.removeAll(keepingCapacity: true) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
