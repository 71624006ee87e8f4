/// The address of a link, if it is one that may be opened.
struct LinkTarget {
  /// The address with everything that is not plain in a URL percent-encoded.
  let address: [UInt8]
  /// Whether it leads to a page or picture on the web.
  let isWeb: Bool

  private static let lengthLimit = 8192

  /// Nil for anything but http, https and mailto: other schemes may run code or leave the
  /// browser, and relative ones would lead into the app itself.
  init?(_ source: [UInt8]) {
    let clean = Marker.removed(from: source)
    guard clean.count <= Self.lengthLimit else { return nil }
    // Browsers drop control characters and line ends inside a scheme; honest ones have none.
    guard clean.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    guard let colon = clean.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let rest = clean[(colon + 1)...]
    switch String(decoding: clean[..<colon], as: UTF8.self).lowercased() {
    case "http", "https":
      guard rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]), rest.count > 2 else {
        return nil
      }
      isWeb = true
    case "mailto":
      guard !rest.isEmpty else { return nil }
      isWeb = false
    default:
      return nil
    }
    address = Self.encoded(clean)
  }

  private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte.isLetterOrDigit || "-_.~!*'();:@&=+$,/?#[]%".utf8.contains(byte) {
        encoded.append(byte)
      } else {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(digits[Int(byte >> 4)])
        encoded.append(digits[Int(byte & 15)])
      }
    }
    return encoded
  }
}
