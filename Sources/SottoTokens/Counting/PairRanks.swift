/// What the pairs of tokens make that were looked up lately and passed the vocabulary's filter. The
/// vocabulary's table has several megabytes; this stays near the processor. A newer pair takes the
/// place of an older one, so it never grows.
struct PairRanks {
  private var slots = [UInt64](repeating: .max, count: 1 << Self.sizeBits)

  private static let sizeBits = 16

  /// The rank of the token that two tokens make together, or ``VocabularyLayout/none``.
  ///
  /// - Parameters:
  ///   - left: a token.
  ///   - right: the token behind it.
  ///   - layout: says where a vocabulary's file has its pairs.
  ///   - table: the file.
  /// - Returns: the rank.
  @inline(__always)
  mutating func rank(
    _ left: UInt32, _ right: UInt32, _ layout: VocabularyLayout, _ table: RawSpan
  ) -> UInt32 {
    let pair = TokenPair(left, right)
    guard layout.mayMerge(pair, table: table) else { return VocabularyLayout.none }
    let slot = Int(truncatingIfNeeded: pair.mixed &>> UInt64(64 - Self.sizeBits))
    let kept = slots[slot]
    if kept &>> TokenPair.rankBits == pair.key {
      let rank = kept & TokenPair.noRank
      return rank == TokenPair.noRank ? VocabularyLayout.none : UInt32(truncatingIfNeeded: rank)
    }
    let rank = layout.rank(ofPair: pair, table: table)
    slots[slot] = pair.slot(min(UInt64(rank), TokenPair.noRank))
    return rank
  }
}
