/// Merges the bytes of a piece: again and again the pair of neighbours that makes the lowest token,
/// of equals the first. The room is kept from piece to piece.
struct PieceMerger {
  private var short = ShortMerge()
  private var long = LongMerge()
  private var pairs = PairRanks()

  /// Merges a piece; ``appendTokens(count:to:)`` has the result.
  ///
  /// - Returns: how many tokens it came to.
  mutating func merge(
    _ bytes: RawSpan, in piece: Range<Int>, _ vocabulary: Vocabulary, table: RawSpan
  ) -> Int {
    if piece.count <= ShortMerge.longest {
      short.merge(bytes, in: piece, vocabulary, table: table, &pairs)
    } else {
      long.merge(bytes, in: piece, vocabulary, table: table, &pairs)
    }
  }

  /// Adds the tokens of the piece of so many bytes that was merged last.
  func appendTokens(count: Int, to tokens: inout [Int]) {
    if count <= ShortMerge.longest {
      short.appendTokens(count: count, to: &tokens)
    } else {
      long.appendTokens(to: &tokens)
    }
  }

  /// Gives back what a very long piece took.
  mutating func shrink() {
    if long.capacity > 1 << 14 { long = LongMerge() }
  }
}
