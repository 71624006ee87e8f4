/// Documents of one block, by their ordinals.
package struct DocumentSet: Hashable, Sendable {
  /// How many documents a block has at most.
  package static let capacity = 8192

  private(set) var bits: [UInt64]

  /// An empty set.
  package init() { bits = Array(repeating: 0, count: Self.capacity / 64) }

  package var isEmpty: Bool { bits.allSatisfy { $0 == 0 } }
  package var count: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }

  package mutating func insert(_ ordinal: Int) {
    bits[ordinal >> 6] |= 1 << UInt64(ordinal & 63)
  }

  package func contains(_ ordinal: Int) -> Bool {
    bits[ordinal >> 6] >> UInt64(ordinal & 63) & 1 == 1
  }

  package mutating func formUnion(_ other: DocumentSet) {
    for index in bits.indices { bits[index] |= other.bits[index] }
  }

  package mutating func formIntersection(_ other: DocumentSet) {
    for index in bits.indices { bits[index] &= other.bits[index] }
  }

  package mutating func subtract(_ other: DocumentSet) {
    for index in bits.indices { bits[index] &= ~other.bits[index] }
  }

  /// The highest ordinal below `limit`.
  package func last(below limit: Int) -> Int? {
    guard limit > 0 else { return nil }
    var index = (limit - 1) >> 6
    let kept = UInt64.max >> UInt64(63 - (limit - 1) & 63)
    var word = bits[index] & kept
    while word == 0 {
      guard index > 0 else { return nil }
      index -= 1
      word = bits[index]
    }
    return index << 6 + 63 - word.leadingZeroBitCount
  }
}
