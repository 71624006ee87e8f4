/// Places by rank, handed out rank by rank from the lowest on. Unlike in a heap, adding costs the same
/// however many there are, and the places of a rank come in the order of the text, so that a long
/// text is gone over again and again rather than jumped about in.
struct RankBuckets {
  private struct Node {
    var place: UInt32
    var next: UInt32
  }

  private static let end = UInt32.max

  private var nodes: [Node] = []
  /// The last node of each rank.
  private var heads: [UInt32] = []
  /// A bit for each rank that has nodes, and one for each word of those bits that is not zero.
  private var used: [UInt64] = []
  private var usedWords: [UInt64] = []
  /// No rank below this word of `usedWords` has nodes.
  private var lowest = 0

  /// How many places it has room for.
  var capacity: Int { nodes.capacity }

  /// Makes room for ranks below `count`; it must be empty.
  mutating func prepare(for count: Int) {
    nodes.removeAll(keepingCapacity: true)
    lowest = 0
    guard heads.count != count else { return }
    heads = [UInt32](repeating: Self.end, count: count)
    used = [UInt64](repeating: 0, count: count / 64 + 1)
    usedWords = [UInt64](repeating: 0, count: count / 4096 + 1)
  }

  /// Adds a place to a rank.
  @inline(__always)
  mutating func add(_ place: Int, to rank: UInt32) {
    let rank = Int(rank)
    let node = Node(place: UInt32(truncatingIfNeeded: place), next: heads[rank])
    heads[rank] = UInt32(truncatingIfNeeded: nodes.count)
    nodes.append(node)
    used[rank &>> 6] |= 1 &<< UInt64(rank & 63)
    usedWords[rank &>> 12] |= 1 &<< UInt64(rank &>> 6 & 63)
    lowest = min(lowest, rank &>> 12)
  }

  /// Takes the places of the lowest rank out, in ascending order.
  ///
  /// - Returns: the rank, or `nil` when there are none left.
  mutating func takeLowest(into places: inout [UInt32]) -> UInt32? {
    while lowest < usedWords.count, usedWords[lowest] == 0 { lowest += 1 }
    guard lowest < usedWords.count else { return nil }
    let word = lowest &* 64 &+ usedWords[lowest].trailingZeroBitCount
    let rank = word &* 64 &+ used[word].trailingZeroBitCount
    used[word] &= used[word] &- 1
    if used[word] == 0 { usedWords[lowest] &= usedWords[lowest] &- 1 }
    places.removeAll(keepingCapacity: true)
    var node = heads[rank]
    heads[rank] = Self.end
    var isAscending = true
    var isDescending = true
    while node != Self.end {
      let place = nodes[Int(node)].place
      if let last = places.last {
        if last < place { isDescending = false } else { isAscending = false }
      }
      places.append(place)
      node = nodes[Int(node)].next
    }
    if !isAscending {
      if isDescending { places.reverse() } else { places.sort() }
    }
    return UInt32(truncatingIfNeeded: rank)
  }
}
