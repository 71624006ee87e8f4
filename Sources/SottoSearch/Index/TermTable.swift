/// Numbers the different terms of a block in the order of their first use.
struct TermTable {
  /// All terms, one after the other.
  private(set) var bytes: [UInt8] = []
  private var ends: [Int32] = []
  /// Number plus one; 0 is free. Open addressing.
  private var slots: [Int32] = Array(repeating: 0, count: 1 << 12)

  var count: Int { ends.count }

  func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
  }

  mutating func number(of range: Range<Int>, in source: borrowing [UInt8]) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: Self.hash(source, range)) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if isEqual(number, range, source) { return number }
      slot = (slot + 1) & mask
    }
    for index in range { bytes.append(source[index]) }
    ends.append(Int32(bytes.count))
    slots[slot] = Int32(ends.count)
    if ends.count * 2 > slots.count { grow() }
    return ends.count - 1
  }

  @inline(__always)
  private func isEqual(_ number: Int, _ range: Range<Int>, _ source: borrowing [UInt8]) -> Bool {
    let known = self.range(of: number)
    guard known.count == range.count else { return false }
    var offset = 0
    while offset < known.count {
      if bytes[known.lowerBound + offset] != source[range.lowerBound + offset] { return false }
      offset += 1
    }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for number in ends.indices {
      var slot = Int(truncatingIfNeeded: Self.hash(bytes, range(of: number))) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(number + 1)
    }
  }

  /// FNV-1a, with its upper half mixed in.
  @inline(__always)
  private static func hash(_ bytes: borrowing [UInt8], _ range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    return hash ^ hash >> 32
  }
}
