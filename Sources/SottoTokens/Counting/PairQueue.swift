/// A heap of pairs, the lowest rank first and of equal ranks the leftmost.
struct PairQueue {
  /// The rank above, the index below, so that one comparison orders both.
  private var heap: [UInt64] = []

  mutating func removeAll() { heap.removeAll(keepingCapacity: true) }

  /// Adds a pair without regard to the order; ``order()`` must follow.
  mutating func append(rank: UInt32, index: Int) { heap.append(Self.key(rank, index)) }

  mutating func order() {
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(from: index) }
  }

  mutating func push(rank: UInt32, index: Int) {
    let key = Self.key(rank, index)
    heap.append(key)
    var place = heap.count - 1
    while place > 0 {
      let parent = (place - 1) / 2
      guard heap[parent] > key else { break }
      heap[place] = heap[parent]
      place = parent
    }
    heap[place] = key
  }

  mutating func popFirst() -> (rank: UInt32, index: Int)? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      sink(from: 0)
    }
    return (UInt32(first >> 32), Int(truncatingIfNeeded: first & 0xFFFF_FFFF))
  }

  private mutating func sink(from start: Int) {
    let key = heap[start]
    var place = start
    while true {
      var child = place * 2 + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < key else { break }
      heap[place] = heap[child]
      place = child
    }
    heap[place] = key
  }

  private static func key(_ rank: UInt32, _ index: Int) -> UInt64 {
    UInt64(rank) << 32 | UInt64(index)
  }
}
