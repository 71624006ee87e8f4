/// Bytes of HTML under construction. Text and attribute values go in only through the escaping
/// calls, which also take the markers out.
struct HTMLBuffer {
  private var bytes: [UInt8] = []
  /// Where the formula begins that has begun in this block.
  private var mathStart: Int?

  /// Appends markup of ours.
  mutating func markup(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends text, or an attribute's value between double quotes. With `marksMath` a formula in it gets
  /// an element of its own.
  mutating func text(_ source: [UInt8], marksMath: Bool = false) {
    var copied = 0
    var index = 0
    while index < source.count {
      var byte = source[index]
      let marker = byte == Marker.lead ? Marker.at(index, of: source) : nil
      if let marker { byte = marker.replacement ?? 0 }
      let escaped = Self.escaped(byte)
      guard marker != nil || escaped != nil else {
        index += 1
        continue
      }
      bytes.append(contentsOf: source[copied..<index])
      if let escaped {
        bytes.append(contentsOf: escaped.utf8)
      } else if byte != 0 {
        bytes.append(byte)
      }
      if marksMath, let marker { markMath(marker) }
      index += marker == nil ? 1 : 3
      copied = index
    }
    bytes.append(contentsOf: source[copied...])
  }

  /// What is open at the end of a block is no formula.
  mutating func endMath() { mathStart = nil }

  private mutating func markMath(_ marker: Marker) {
    if marker == .mathBegin { mathStart = bytes.count }
    guard marker == .mathEnd, let start = mathStart.take() else { return }
    bytes.insert(contentsOf: "<span class=\"math\">".utf8, at: start)
    bytes.append(contentsOf: "</span>".utf8)
  }

  private static func escaped(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    default: nil
    }
  }

  /// What has been written, and begins anew.
  mutating func take() -> String {
    defer { bytes.removeAll(keepingCapacity: true) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
