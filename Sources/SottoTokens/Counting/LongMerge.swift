/// Merging for long pieces: the neighbours are a linked list and the pairs lie in buckets by rank, so
/// that a piece of a megabyte takes about as many steps for each byte as one of a hundred bytes.
struct LongMerge {
  /// By the index of a part's first byte: its token, the parts beside it, what it makes with the
  /// next one.
  private var parts: [Part] = []
  private var buckets = RankBuckets()
  private var places: [UInt32] = []

  /// How many bytes' parts it has room for.
  var capacity: Int { max(parts.capacity, buckets.capacity) }

  private struct Part {
    var token: UInt32
    var previous: UInt32
    var next: UInt32
    var pair: UInt32
  }

  /// Merges a piece; ``appendTokens(to:)`` has the result.
  ///
  /// - Returns: how many tokens it came to.
  mutating func merge(
    _ bytes: RawSpan, in piece: Range<Int>, _ vocabulary: Vocabulary, table: RawSpan,
    _ pairs: inout PairRanks
  ) -> Int {
    start(bytes, piece, vocabulary, table, &pairs)
    var left = piece.count
    while let rank = buckets.takeLowest(into: &places) {
      // No pair that a merge makes has the rank of the merge: it is longer.
      for place in places {
        let index = Int(place)
        // A pair whose left or right part has grown since is under its new rank as well.
        guard parts[index].pair == rank else { continue }
        join(index, rank, vocabulary, table, &pairs)
        left -= 1
      }
    }
    return left
  }

  /// Adds the tokens of the piece that was merged last.
  func appendTokens(to tokens: inout [Int]) {
    var index = 0
    while index < parts.count {
      tokens.append(Int(parts[index].token))
      index = Int(parts[index].next)
    }
  }

  @inline(__always)
  private mutating func join(
    _ index: Int, _ rank: UInt32, _ vocabulary: Vocabulary, _ table: RawSpan,
    _ pairs: inout PairRanks
  ) {
    let absorbed = Int(parts[index].next)
    let end = Int(parts[absorbed].next)
    parts[absorbed].pair = VocabularyLayout.none
    parts[index].token = rank
    parts[index].next = UInt32(truncatingIfNeeded: end)
    if end < parts.count { parts[end].previous = UInt32(truncatingIfNeeded: index) }
    renewPair(at: index, vocabulary, table, &pairs)
    if index > 0 {
      renewPair(at: Int(parts[index].previous), vocabulary, table, &pairs)
    }
  }

  private mutating func start(
    _ bytes: RawSpan, _ piece: Range<Int>, _ vocabulary: Vocabulary, _ table: RawSpan,
    _ pairs: inout PairRanks
  ) {
    parts.removeAll(keepingCapacity: true)
    parts.reserveCapacity(piece.count)
    buckets.prepare(for: vocabulary.count)
    for index in 0..<piece.count {
      parts.append(
        Part(
          token: vocabulary.byteRanks[Int(bytes.byte(at: piece.lowerBound + index))],
          previous: UInt32(max(index - 1, 0)), next: UInt32(index + 1),
          pair: VocabularyLayout.none))
    }
    for index in (0..<piece.count - 1).reversed() {
      let rank = pairRank(at: index, vocabulary, table, &pairs)
      parts[index].pair = rank
      if rank != VocabularyLayout.none { buckets.add(index, to: rank) }
    }
  }

  private mutating func renewPair(
    at index: Int, _ vocabulary: Vocabulary, _ table: RawSpan, _ pairs: inout PairRanks
  ) {
    var rank = VocabularyLayout.none
    if Int(parts[index].next) < parts.count {
      rank = pairRank(at: index, vocabulary, table, &pairs)
    }
    parts[index].pair = rank
    if rank != VocabularyLayout.none { buckets.add(index, to: rank) }
  }

  /// What a part that is not the last makes with the next one.
  @inline(__always)
  private func pairRank(
    at index: Int, _ vocabulary: Vocabulary, _ table: RawSpan, _ pairs: inout PairRanks
  ) -> UInt32 {
    let next = parts[Int(parts[index].next)]
    return pairs.rank(parts[index].token, next.token, vocabulary.layout, table)
  }
}
