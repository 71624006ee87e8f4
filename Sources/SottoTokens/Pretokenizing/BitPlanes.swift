/// 64 bytes of text as eight numbers: the first has the lowest bit of each byte, the last the highest, each
/// at the place that the byte has in the text. A question about each of the bytes is then a few operations
/// for all of them, without a branch.
struct BitPlanes {
  let bit0: UInt64
  let bit1: UInt64
  let bit2: UInt64
  let bit3: UInt64
  let bit4: UInt64
  let bit5: UInt64
  let bit6: UInt64
  let bit7: UInt64

  /// How many bytes there are.
  static let width = 64

  /// - Parameters:
  ///   - text: a text.
  ///   - index: where the bytes begin, which are known to lie in the text.
  @inline(__always)
  init(uncheckedIn text: RawSpan, at index: Int) {
    @inline(__always)
    func word(_ number: Int) -> UInt64 { text.uncheckedWord(at: index &+ number &* 8) }
    var words = (word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7))
    // A square of bytes is turned about its diagonal, halves first, and then squares of bits.
    Self.exchangeHalves(&words, 32, 0x0000_0000_FFFF_FFFF)
    Self.exchangeQuarters(&words, 16, 0x0000_FFFF_0000_FFFF)
    Self.exchangeNeighbours(&words, 8, 0x00FF_00FF_00FF_00FF)
    Self.exchangeHalves(&words, 4, 0x0F0F_0F0F_0F0F_0F0F)
    Self.exchangeQuarters(&words, 2, 0x3333_3333_3333_3333)
    Self.exchangeNeighbours(&words, 1, 0x5555_5555_5555_5555)
    (bit0, bit1, bit2, bit3, bit4, bit5, bit6, bit7) = words
  }

  private typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  @inline(__always)
  private static func exchangeHalves(_ words: inout Words, _ shift: UInt64, _ mask: UInt64) {
    exchange(&words.0, &words.4, shift, mask)
    exchange(&words.1, &words.5, shift, mask)
    exchange(&words.2, &words.6, shift, mask)
    exchange(&words.3, &words.7, shift, mask)
  }

  @inline(__always)
  private static func exchangeQuarters(_ words: inout Words, _ shift: UInt64, _ mask: UInt64) {
    exchange(&words.0, &words.2, shift, mask)
    exchange(&words.1, &words.3, shift, mask)
    exchange(&words.4, &words.6, shift, mask)
    exchange(&words.5, &words.7, shift, mask)
  }

  @inline(__always)
  private static func exchangeNeighbours(_ words: inout Words, _ shift: UInt64, _ mask: UInt64) {
    exchange(&words.0, &words.1, shift, mask)
    exchange(&words.2, &words.3, shift, mask)
    exchange(&words.4, &words.5, shift, mask)
    exchange(&words.6, &words.7, shift, mask)
  }

  /// Exchanges the bits of the mask in `upper` with those that are `shift` above them in `lower`.
  @inline(__always)
  private static func exchange(
    _ lower: inout UInt64, _ upper: inout UInt64, _ shift: UInt64, _ mask: UInt64
  ) {
    let changed = (lower &>> shift ^ upper) & mask
    upper ^= changed
    lower ^= changed &<< shift
  }
}
