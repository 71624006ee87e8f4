/// Bytes that are UTF-8. A string of them would be a copy, which for a large file takes a good part of the
/// time that counting does.
package struct UTF8Text: Sendable {
  /// All of them.
  package let bytes: [UInt8]

  /// `nil` when they are not UTF-8 throughout.
  package init?(_ bytes: [UInt8]) {
    guard Self.isWellFormed(bytes.span.bytes) else { return nil }
    self.bytes = bytes
  }

  private static func isWellFormed(_ text: RawSpan) -> Bool {
    var index = 0
    while index < text.byteCount {
      // Zeros past the end are ASCII as well.
      let wide = text.word(at: index) & ByteBlock.tops
      if wide == 0 {
        index &+= 8
      } else {
        index &+= wide.trailingZeroBitCount &>> 3
        let length = scalarLength(text.word(at: index))
        if length == 0 { return false }
        index &+= length
      }
    }
    return true
  }

  /// The length of the scalar of several bytes that a word begins with, or 0 when it is none. What is past the
  /// end of the text is zero and continues none.
  @inline(__always)
  private static func scalarLength(_ word: UInt64) -> Int {
    let first = word & 0xFF
    let second = word &>> 8 & 0xFF
    if first < 0xE0 { return word & 0xC000 == 0x8000 && first >= 0xC2 ? 2 : 0 }
    if first < 0xF0 {
      guard word & 0xC0_C000 == 0x80_8000 else { return 0 }
      let isShortest = first != 0xE0 || second >= 0xA0
      let isSurrogate = first == 0xED && second >= 0xA0
      return isShortest && !isSurrogate ? 3 : 0
    }
    guard first < 0xF5, word & 0xC0C0_C000 == 0x8080_8000 else { return 0 }
    let isShortest = first != 0xF0 || second >= 0x90
    let isInRange = first != 0xF4 || second < 0x90
    return isShortest && isInRange ? 4 : 0
  }
}
