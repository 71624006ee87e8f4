/// Merges the bytes of a piece: again and again the pair of neighbours that makes the lowest token,
/// of equals the first. The room is kept from piece to piece.
struct PieceMerger {
  /// What the last piece came to.
  private(set) var tokens: [UInt32] = []

  private var short = ShortMerge()
  private var long = LongMerge()
  private var pairs = PairRanks()

  /// Leaves the tokens of a piece in ``tokens``.
  mutating func merge(
    _ bytes: RawSpan, in piece: Range<Int>, _ vocabulary: Vocabulary, table: RawSpan
  ) {
    tokens.removeAll(keepingCapacity: true)
    if piece.count <= ShortMerge.longest {
      short.merge(bytes, in: piece, vocabulary, table: table, &pairs, into: &tokens)
    } else {
      long.merge(bytes, in: piece, vocabulary, table: table, &pairs, into: &tokens)
    }
  }

  /// Gives back what a very long piece took.
  mutating func shrink() {
    guard tokens.capacity > 1 << 14 || long.capacity > 1 << 14 else { return }
    tokens = []
    long = LongMerge()
  }
}
