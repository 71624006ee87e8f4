/// What the bytes of an answer look like. Content types are often wrong, so they only break a tie.
package enum BodyShape: Hashable, Sendable {
  /// Server-sent events.
  case events
  /// One JSON text, or one per line.
  case json
  /// HTML or XML, as proxies send it.
  case markup
  case text

  /// The shape of a body that begins with `head`, or `nil` when that needs more bytes.
  ///
  /// - Parameters:
  ///   - head: the first bytes after white space and a byte order mark.
  ///   - saysEvents: whether the content type is `text/event-stream`.
  package init?(head: [UInt8], saysEvents: Bool) {
    switch head.first {
    case nil: return nil
    case 0xEF where head.count < 3: return nil
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      self = .json
      return
    case UInt8(ascii: "<"):
      self = .markup
      return
    default: break
    }
    let beginning = head.prefix(Self.longestField + 1)
    let end = beginning.firstIndex { byte in
      byte == UInt8(ascii: ":") || byte == 0x0A || byte == 0x0D
    }
    guard let end else {
      if beginning.count <= Self.longestField { return nil }
      self = saysEvents ? .events : .text
      return
    }
    let field = String(decoding: beginning[..<end], as: UTF8.self)
    self = saysEvents || Self.fields.contains(field) ? .events : .text
  }

  private static let longestField = 32
  private static let fields: Set<String> = ["", "data", "event", "id", "retry", "error"]

  /// `bytes` without leading white space and byte order mark.
  package static func trimmingStart(_ bytes: [UInt8]) -> [UInt8] {
    // Nearly every payload begins with its first brace; it is not copied.
    if let first = bytes.first, first > 0x20, first != 0xEF { return bytes }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    return Array(body.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D })
  }
}
