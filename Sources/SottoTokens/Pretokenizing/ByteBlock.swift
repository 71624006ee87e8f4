/// Eight bytes of text looked at together, since a branch for each byte of a word costs more than
/// anything else in splitting text.
struct ByteBlock {
  /// The first byte is the lowest.
  private let bytes: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  /// The top bit of each byte, which no ASCII has.
  static let tops: UInt64 = 0x8080_8080_8080_8080

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

  /// How many of the first bytes are spaces.
  @inline(__always)
  var leadingSpaces: Int { (bytes ^ Self.ones &* 0x20).trailingZeroBitCount >> 3 }

  /// The block without its first bytes, and zeros at its end.
  @inline(__always)
  func dropFirst(_ count: Int) -> ByteBlock { ByteBlock(bytes: bytes &>> UInt64(count &* 8)) }

  @inline(__always)
  private static func leading(_ bytes: UInt64, from low: UInt8, to high: UInt8) -> Int {
    outside(bytes, from: low, to: high).trailingZeroBitCount >> 3
  }

  /// The top bit of each byte that is not in the range.
  @inline(__always)
  private static func outside(_ bytes: UInt64, from low: UInt8, to high: UInt8) -> UInt64 {
    let sevenBits = bytes & ~tops
    let reachLow = sevenBits &+ ones &* UInt64(0x80 - low)
    let passHigh = sevenBits &+ ones &* UInt64(0x7F - high)
    return ~(reachLow & ~passHigh & ~bytes) & tops
  }
}

extension RawSpan {
  /// Eight bytes that are known to lie in the text, the first one lowest.
  @inline(__always)
  func uncheckedWord(at index: Int) -> UInt64 {
    UInt64(littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
  }

  /// The byte at an index, zero past the end.
  @inline(__always)
  func byte(at index: Int) -> UInt8 {
    index < byteCount ? unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self) : 0
  }

  /// Eight bytes from an index on, the first one lowest, zeros past the end.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    index &+ 8 <= byteCount ? uncheckedWord(at: index) : lastWord(at: index)
  }

  /// Up to eight bytes from an index on, the first one lowest, zeros from another index on, which is
  /// above the first.
  @inline(__always)
  func word(at index: Int, upTo end: Int) -> UInt64 {
    let word = word(at: index)
    let count = end &- index
    return count >= 8 ? word : word & (1 &<< UInt64(truncatingIfNeeded: count &* 8) &- 1)
  }

  private func lastWord(at index: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in 0..<8 { word |= UInt64(byte(at: index + place)) << UInt64(place * 8) }
    return word
  }
}
