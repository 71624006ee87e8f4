/// What the pairs of tokens make that were looked up lately. A pair's bytes are in the vocabulary's
/// table, but that is several megabytes with a hash over the bytes; this stays near the processor.
/// A newer pair takes the place of an older one, so it never grows.
struct PairRanks {
  /// Three ranks of 21 bits in each: the two tokens and what they make. `VocabularyLayout` has
  /// fewer tokens than that.
  private var slots = [UInt64](repeating: .max, count: 1 << Self.sizeBits)

  private static let sizeBits = 15
  private static let rankBits: UInt64 = 21
  private static let none: UInt64 = 1 << rankBits - 1

  /// The rank of the token that two tokens make together, or ``VocabularyLayout/none``.
  ///
  /// - Parameters:
  ///   - left: a token.
  ///   - right: the token behind it.
  ///   - lookUp: finds the rank by the bytes of both.
  /// - Returns: the rank.
  @inline(__always)
  mutating func rank(_ left: UInt32, _ right: UInt32, lookUp: () -> UInt32) -> UInt32 {
    let key = UInt64(left) &<< Self.rankBits | UInt64(right)
    let mixed = key &* 0x9E37_79B9_7F4A_7C15
    let slot = Int(truncatingIfNeeded: mixed &>> UInt64(64 - Self.sizeBits))
    let kept = slots[slot]
    if kept &>> Self.rankBits == key {
      let rank = kept & Self.none
      return rank == Self.none ? VocabularyLayout.none : UInt32(truncatingIfNeeded: rank)
    }
    let rank = lookUp()
    slots[slot] = key &<< Self.rankBits | min(UInt64(rank), Self.none)
    return rank
  }
}
