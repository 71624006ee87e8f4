/// Merges the bytes of a piece: again and again the pair of neighbours that makes the lowest token,
/// of equals the first. The neighbours are a linked list and the pairs a heap, so that a piece of a
/// megabyte takes n log n steps. The room is kept from piece to piece.
struct PieceMerger {
  /// What the last piece came to.
  private(set) var tokens: [UInt32] = []

  private let layout: VocabularyLayout
  private let byteRanks: [UInt32]
  /// By the index of a part's first byte: its token, the parts beside it, what it makes with the
  /// next one.
  private var parts: [Part] = []
  private var queue = PairQueue()

  private struct Part {
    var token: UInt32
    var previous: UInt32
    var next: UInt32
    var pair: UInt32
  }

  init(_ vocabulary: Vocabulary) {
    layout = vocabulary.layout
    byteRanks = vocabulary.byteRanks
  }

  /// Leaves the tokens of a piece in ``tokens``.
  mutating func merge(_ bytes: [UInt8], in range: Range<Int>, table: RawSpan) {
    start(bytes, range, table)
    while let (rank, index) = queue.popFirst() {
      // A pair whose left or right part has grown since is in the queue under its new rank.
      guard parts[index].pair == rank else { continue }
      join(index, rank, bytes, range, table)
    }
    collect()
  }

  private mutating func start(_ bytes: [UInt8], _ range: Range<Int>, _ table: RawSpan) {
    parts.removeAll(keepingCapacity: true)
    parts.reserveCapacity(range.count)
    queue.removeAll()
    for index in 0..<range.count {
      let place = range.lowerBound + index
      var pair = VocabularyLayout.none
      if index + 1 < range.count {
        pair = layout.rank(of: bytes, in: place..<place + 2, table: table)
        if pair != VocabularyLayout.none { queue.append(rank: pair, index: index) }
      }
      parts.append(
        Part(
          token: byteRanks[Int(bytes[place])], previous: UInt32(max(index - 1, 0)),
          next: UInt32(index + 1), pair: pair))
    }
    queue.order()
  }

  private mutating func join(
    _ index: Int, _ rank: UInt32, _ bytes: [UInt8], _ range: Range<Int>, _ table: RawSpan
  ) {
    let absorbed = Int(parts[index].next)
    let end = Int(parts[absorbed].next)
    parts[absorbed].pair = VocabularyLayout.none
    parts[index].token = rank
    parts[index].next = UInt32(end)
    if end < parts.count { parts[end].previous = UInt32(index) }
    renewPair(at: index, bytes, range, table)
    if index > 0 { renewPair(at: Int(parts[index].previous), bytes, range, table) }
  }

  private mutating func renewPair(
    at index: Int, _ bytes: [UInt8], _ range: Range<Int>, _ table: RawSpan
  ) {
    let next = Int(parts[index].next)
    parts[index].pair = VocabularyLayout.none
    guard next < parts.count else { return }
    let end = Int(parts[next].next)
    let both = range.lowerBound + index..<range.lowerBound + end
    let rank = layout.rank(of: bytes, in: both, table: table)
    parts[index].pair = rank
    if rank != VocabularyLayout.none { queue.push(rank: rank, index: index) }
  }

  private mutating func collect() {
    tokens.removeAll(keepingCapacity: true)
    var index = 0
    while index < parts.count {
      tokens.append(parts[index].token)
      index = Int(parts[index].next)
    }
  }
}
