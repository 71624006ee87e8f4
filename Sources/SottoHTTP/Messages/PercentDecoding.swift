/// Undoes percent-encoding.
enum PercentDecoding {
  /// Decodes strictly: nil when an escape is broken, the result is not UTF-8, or it holds a NUL.
  static func strict(_ text: Substring.UTF8View) -> String? {
    guard let bytes = decode(text, plusIsSpace: false, keepsBrokenEscapes: false) else {
      return nil
    }
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Decodes as forms do: `+` is a space, a broken escape stands for itself.
  static func form(_ text: Substring.UTF8View) -> String {
    let bytes = decode(text, plusIsSpace: true, keepsBrokenEscapes: true) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func decode(
    _ text: Substring.UTF8View, plusIsSpace: Bool, keepsBrokenEscapes: Bool,
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      index = text.index(after: index)
      if byte == UInt8(ascii: "%") {
        if let (value, next) = escape(in: text, at: index) {
          bytes.append(value)
          index = next
        } else if keepsBrokenEscapes {
          bytes.append(byte)
        } else {
          return nil
        }
      } else {
        bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return bytes
  }

  private static func escape(
    in text: Substring.UTF8View, at index: Substring.Index,
  ) -> (UInt8, next: Substring.Index)? {
    guard index < text.endIndex, let high = hexDigit(text[index]) else { return nil }
    let second = text.index(after: index)
    guard second < text.endIndex, let low = hexDigit(text[second]) else { return nil }
    return (high << 4 | low, text.index(after: second))
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
