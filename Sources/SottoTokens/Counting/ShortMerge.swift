/// Merging for pieces of up to 64 bytes: a look over all pairs for the lowest is faster there than
/// keeping a heap, because the processor compares several at once.
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

  mutating func merge(
    _ bytes: RawSpan, in piece: Range<Int>, _ vocabulary: Vocabulary, table: RawSpan,
    _ pairs: inout PairRanks, into tokens: inout [UInt32]
  ) {
    let count = piece.count
    for index in 0..<count {
      parts[index] = Part(
        token: vocabulary.byteRanks[Int(bytes.byte(at: piece.lowerBound &+ index))],
        previous: Int32(truncatingIfNeeded: index &- 1),
        next: Int32(truncatingIfNeeded: index &+ 1))
    }
    for index in 0..<count { renewKey(index, bytes, piece, vocabulary, table, &pairs) }
    while true {
      let lowest = lowestKey(count)
      guard lowest != Self.noPair else { break }
      let index = Int(lowest & (1 << Self.placeBits - 1))
      let absorbed = Int(parts[index].next)
      let end = parts[absorbed].next
      keys[absorbed] = Self.noPair
      parts[index].token = UInt32(bitPattern: lowest &>> Self.placeBits)
      parts[index].next = end
      parts[Int(end)].previous = Int32(truncatingIfNeeded: index)
      renewKey(index, bytes, piece, vocabulary, table, &pairs)
      if index > 0 {
        renewKey(Int(parts[index].previous), bytes, piece, vocabulary, table, &pairs)
      }
    }
    var index = 0
    while index < count {
      tokens.append(parts[index].token)
      index = Int(parts[index].next)
    }
  }

  @inline(__always)
  private func lowestKey(_ count: Int) -> Int32 {
    keys.withUnsafeBufferPointer { keys in
      var lowest = Self.noPair
      for index in 0..<count { lowest = min(lowest, keys[index]) }
      return lowest
    }
  }

  @inline(__always)
  private mutating func renewKey(
    _ index: Int, _ bytes: RawSpan, _ piece: Range<Int>, _ vocabulary: Vocabulary,
    _ table: RawSpan, _ pairs: inout PairRanks
  ) {
    let part = parts[index]
    keys[index] = Self.noPair
    guard part.next < piece.count else { return }
    let next = parts[Int(part.next)]
    let rank = pairs.rank(part.token, next.token) {
      let both = piece.lowerBound &+ index..<piece.lowerBound &+ Int(next.next)
      return vocabulary.layout.rank(of: bytes, in: both, table: table)
    }
    guard rank != VocabularyLayout.none else { return }
    let key = Int32(truncatingIfNeeded: rank) &<< Self.placeBits
    keys[index] = key | Int32(truncatingIfNeeded: index)
  }
}
