/// Some servers cut text without regard to characters: one delta ends with the first bytes of an
/// emoji, or with the first half of a surrogate pair, and the next delta brings the rest. Each
/// delta alone is not valid text, so reading it would put replacement signs where a character was.
///
/// ``protect(_:)`` stands private-use characters in for the loose pieces of a JSON payload, so that
/// it can be parsed; ``SplitCharacterJoiner`` makes characters of them again.
package enum SplitCharacters {
  /// Loose bytes 0x80...0xFF stand at this scalar plus the byte.
  static let byteBase: UInt32 = 0x10F000
  /// Loose surrogates 0xD800...0xDFFF stand at this scalar plus their distance from 0xD800.
  static let surrogateBase: UInt32 = 0x10F800

  /// The payload with its loose pieces replaced; `nil` when it has none, which is nearly always.
  package static func protect(_ payload: [UInt8]) -> [UInt8]? {
    if isPlain(payload) { return nil }
    var output: [UInt8] = []
    var index = 0
    /// Everything before it is in `output`.
    var copied = 0
    func replace(_ count: Int, with scalar: UInt32) {
      output += payload[copied..<index]
      if let scalar = Unicode.Scalar(scalar) { output += Array(String(scalar).utf8) }
      copied = index + count
    }
    while index < payload.count {
      let byte = payload[index]
      if byte == backslash {
        let unit = escapedUnit(in: payload, at: index)
        let isLoose = unit.map { (0xD800...0xDFFF).contains($0) } ?? false
        if isLoose, let unit {
          let next = escapedUnit(in: payload, at: index + 6) ?? 0
          if unit < 0xDC00, (0xDC00...0xDFFF).contains(next) {
            index += 12
            continue
          }
          replace(6, with: surrogateBase + unit - 0xD800)
        }
        index += unit == nil ? 2 : 6
      } else if byte >= 0x80 {
        let length = UTF8Sequence.length(in: payload[index...])
        if length == nil { replace(1, with: byteBase + UInt32(byte)) }
        index += length ?? 1
      } else {
        index += 1
      }
    }
    return copied == 0 ? nil : output + payload[copied...]
  }

  /// Whether there are neither escapes nor characters of more than one byte.
  private static func isPlain(_ payload: [UInt8]) -> Bool {
    payload.withUnsafeBytes { buffer in
      var index = 0
      while index + 8 <= buffer.count {
        let word = buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if word & ByteWord.highBits != 0 || ByteWord.has(backslash, in: word) { return false }
        index += 8
      }
      return buffer[index...].allSatisfy { $0 < 0x80 && $0 != backslash }
    }
  }

  private static let backslash = UInt8(ascii: "\\")

  /// The number of a `\uXXXX` that begins at `index`.
  private static func escapedUnit(in payload: [UInt8], at index: Int) -> UInt32? {
    guard index + 6 <= payload.count, payload[index] == backslash,
      payload[index + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt32(String(decoding: payload[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }
}

/// UTF-8 as the Unicode standard's table of well-formed sequences says.
enum UTF8Sequence {
  /// The length of the character that `bytes` begin with; `nil` when they begin with none.
  static func length(in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first, let length = length(ofLead: first), bytes.count >= length,
      isPrefix(bytes.prefix(length))
    else { return nil }
    return length
  }

  /// Whether `bytes` are the beginning of one character, or all of it.
  static func isPrefix(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, let length = length(ofLead: first), bytes.count <= length else {
      return false
    }
    for (place, byte) in bytes.enumerated().dropFirst() {
      let allowed: ClosedRange<UInt8> = place == 1 ? second(afterLead: first) : 0x80...0xBF
      if !allowed.contains(byte) { return false }
    }
    return true
  }

  static func length(ofLead byte: UInt8) -> Int? {
    switch byte {
    case 0x00...0x7F: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }

  private static func second(afterLead byte: UInt8) -> ClosedRange<UInt8> {
    switch byte {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }
}
