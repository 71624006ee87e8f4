/// Eight bytes of text looked at together, since a branch for each byte of a word costs more than
/// anything else in splitting text.
struct ByteBlock {
  /// The first byte is the lowest.
  private let bytes: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Bytes past the end of the text are zero.
  @inline(__always)
  init(_ text: RawSpan, at index: Int) {
    bytes = text.word(at: index)
  }

  private init(bytes: UInt64) {
    self.bytes = bytes
  }

  /// How many of the first bytes are ASCII letters of lower case.
  @inline(__always)
  var leadingLower: Int { Self.leading(bytes, from: UInt8(ascii: "a"), to: UInt8(ascii: "z")) }

  /// How many of the first bytes are ASCII letters of upper case.
  @inline(__always)
  var leadingUpper: Int { Self.leading(bytes, from: UInt8(ascii: "A"), to: UInt8(ascii: "Z")) }

  /// How many of the first bytes are ASCII letters.
  @inline(__always)
  var leadingLetters: Int {
    // What is no letter stays none with this bit: it turns A...Z into a...z and "@" into "`".
    let folded = bytes | Self.ones &* 0x20
    return Self.leading(folded, from: UInt8(ascii: "a"), to: UInt8(ascii: "z"))
  }

  /// The block without its first bytes, and zeros at its end.
  @inline(__always)
  func dropFirst(_ count: Int) -> ByteBlock { ByteBlock(bytes: bytes &>> UInt64(count &* 8)) }

  @inline(__always)
  private static func leading(_ bytes: UInt64, from low: UInt8, to high: UInt8) -> Int {
    let sevenBits = bytes & ~tops
    let reachLow = sevenBits &+ ones &* UInt64(0x80 - low)
    let passHigh = sevenBits &+ ones &* UInt64(0x7F - high)
    let outside = ~(reachLow & ~passHigh & ~bytes) & tops
    return outside.trailingZeroBitCount >> 3
  }
}

extension RawSpan {
  /// The byte at an index, zero past the end.
  @inline(__always)
  func byte(at index: Int) -> UInt8 {
    index < byteCount ? unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self) : 0
  }

  /// Eight bytes from an index on, the first one lowest, zeros past the end.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    if index &+ 8 <= byteCount {
      return UInt64(
        littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
    }
    return lastWord(at: index)
  }

  private func lastWord(at index: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in 0..<8 { word |= UInt64(byte(at: index + place)) << UInt64(place * 8) }
    return word
  }
}
