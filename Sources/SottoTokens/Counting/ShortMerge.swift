/// Merging for pieces of up to 64 bytes: a look over all pairs for the lowest is faster there than
/// keeping them in order, because the processor compares several at once.
struct ShortMerge {
  /// The longest piece, in bytes.
  static let longest = 64

  /// A pair that makes no token, or none.
  private static let noPair = Int32.max
  /// Below the rank, so that one comparison orders by rank and then by place.
  private static let placeBits: Int32 = 6

  /// By the index of a part's first byte: what it makes with the next part, above the index.
  private var keys = [Int32](repeating: Self.noPair, count: Self.longest)
  private var parts = [Part](repeating: Part(), count: Self.longest + 1)

  private struct Part {
    var token: UInt32 = 0
    var previous: Int32 = 0
    var next: Int32 = 0
  }

  /// Merges a piece; ``appendTokens(count:to:)`` has the result.
  ///
  /// - Returns: how many tokens it came to.
  mutating func merge(
    _ bytes: RawSpan, in piece: Range<Int>, _ vocabulary: Vocabulary, table: RawSpan,
    _ pairs: inout PairRanks
  ) -> Int {
    Self.merge(&keys, &parts, bytes, piece, vocabulary, table, &pairs)
  }

  private static func merge(
    _ allKeys: inout [Int32], _ allParts: inout [Part], _ bytes: RawSpan, _ piece: Range<Int>,
    _ vocabulary: Vocabulary, _ table: RawSpan, _ pairs: inout PairRanks
  ) -> Int {
    // Spans, since arrays are asked at each write whether they are shared.
    var keys = allKeys.mutableSpan
    var parts = allParts.mutableSpan
    let count = piece.count
    for index in 0..<count {
      parts[index] = Part(
        token: vocabulary.byteRanks[Int(bytes.byte(at: piece.lowerBound &+ index))],
        previous: Int32(truncatingIfNeeded: index &- 1),
        next: Int32(truncatingIfNeeded: index &+ 1))
    }
    var pair = Int(bytes.byte(at: piece.lowerBound))
    for index in 0..<count &- 1 {
      pair = (pair &<< 8 | Int(bytes.byte(at: piece.lowerBound &+ index &+ 1))) & 0xFFFF
      keys[index] = key(vocabulary.bytePairRanks[pair], at: index)
    }
    keys[count &- 1] = noPair
    var left = count
    while true {
      let lowest = lowestKey(keys, count)
      guard lowest != noPair else { return left }
      left &-= 1
      let index = Int(lowest & (1 << placeBits - 1))
      let absorbed = Int(parts[index].next)
      let end = parts[absorbed].next
      keys[absorbed] = noPair
      parts[index].token = UInt32(bitPattern: lowest &>> placeBits)
      parts[index].next = end
      parts[Int(end)].previous = Int32(truncatingIfNeeded: index)
      keys[index] = key(of: index, count, vocabulary, table, parts, &pairs)
      if index > 0 {
        let previous = Int(parts[index].previous)
        keys[previous] = key(of: previous, count, vocabulary, table, parts, &pairs)
      }
    }
  }

  /// Adds the tokens of the piece of so many bytes that was merged last.
  func appendTokens(count: Int, to tokens: inout [Int]) {
    var index = 0
    while index < count {
      tokens.append(Int(parts[index].token))
      index = Int(parts[index].next)
    }
  }

  @inline(__always)
  private static func lowestKey(_ keys: borrowing MutableSpan<Int32>, _ count: Int) -> Int32 {
    var lowest = noPair
    for index in 0..<count { lowest = min(lowest, keys[unchecked: index]) }
    return lowest
  }

  @inline(__always)
  private static func key(
    of index: Int, _ count: Int, _ vocabulary: Vocabulary, _ table: RawSpan,
    _ parts: borrowing MutableSpan<Part>, _ pairs: inout PairRanks
  ) -> Int32 {
    let part = parts[index]
    guard part.next < count else { return noPair }
    let next = parts[Int(part.next)]
    let rank = pairs.rank(part.token, next.token, vocabulary.layout, table)
    return key(rank, at: index)
  }

  @inline(__always)
  private static func key(_ rank: UInt32, at index: Int) -> Int32 {
    guard rank != VocabularyLayout.none else { return noPair }
    return Int32(truncatingIfNeeded: rank) &<< placeBits | Int32(truncatingIfNeeded: index)
  }
}
