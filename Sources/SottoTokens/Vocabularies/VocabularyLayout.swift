/// Where things lie in a vocabulary file, checked once so that no look-up leaves it.
struct VocabularyLayout: Sendable {
  /// Stands for "no token" among the ranks.
  static let none = UInt32.max
  /// What the counting structures have bits for; the public vocabularies have a tenth of it.
  static let mostTokens = 1 << 21 - 1

  let encoding: UInt32
  let count: Int
  let longest: Int
  private let slotMask: Int
  private let slotShift: UInt64
  private let pairSlotMask: Int
  private let pairShift: UInt64
  private let filter: Int
  private let pairs: Int
  private let offsets: Int
  private let text: Int

  private static let headerLength = 40
  private static let magic = Array("SOTTOBPE".utf8)

  /// Reads the header; `nil` when the file is not sound.
  init?(_ table: RawSpan) {
    guard table.byteCount >= Self.headerLength,
      (0..<8).allSatisfy({ Self.byte(table, $0) == Self.magic[$0] }), Self.word(table, 8) == 2
    else { return nil }
    encoding = Self.word(table, 12)
    count = Int(Self.word(table, 16))
    let slots = Int(Self.word(table, 20))
    longest = Int(Self.word(table, 24))
    let textLength = Int(Self.word(table, 28))
    let pairSlots = Int(Self.word(table, 32))
    guard count < Self.mostTokens, slots > max(count, 16), slots & (slots - 1) == 0,
      pairSlots > max(count, 16), pairSlots & (pairSlots - 1) == 0
    else { return nil }
    slotMask = slots - 1
    pairSlotMask = pairSlots - 1
    pairShift = UInt64(64 - pairSlots.trailingZeroBitCount)
    slotShift = UInt64(64 - slots.trailingZeroBitCount)
    filter = Self.headerLength + slots * 16
    pairs = filter + pairSlots / 2
    offsets = pairs + pairSlots * 8
    text = offsets + (count + 1) * 4
    guard table.byteCount == text + textLength else { return nil }
    var last = 0
    for rank in 0...count {
      let offset = Int(Self.word(table, offsets + rank * 4))
      guard last...textLength ~= offset else { return nil }
      last = offset
    }
  }

  /// The rank of some bytes, or ``none``.
  @inline(__always)
  func rank(of bytes: RawSpan, in range: Range<Int>, table: RawSpan) -> UInt32 {
    guard range.count <= longest else { return Self.none }
    return find(Self.hash(of: bytes, in: range), bytes, range, table)
  }

  /// The rank of some bytes whose hash is known, or ``none``.
  func rank(of bytes: RawSpan, in range: Range<Int>, hash: UInt64, table: RawSpan) -> UInt32 {
    range.count <= longest ? find(hash, bytes, range, table) : Self.none
  }

  /// A hash of some bytes, whose upper bits choose the slot.
  @inline(__always)
  static func hash(of bytes: RawSpan, in range: Range<Int>) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let word = bytes.word(at: index, upTo: range.upperBound)
      hash = (hash ^ hash &>> 32 ^ word) &* TokenPair.factor
      index &+= 8
    }
    return hash
  }

  /// Whether merging may make a token of two neighbours: surely not for nine of ten pairs that it does not.
  @inline(__always)
  func mayMerge(_ pair: TokenPair, table: RawSpan) -> Bool {
    // Four bits for each slot.
    let bit = pair.mixed &>> (pairShift &- 2)
    let word = Self.long(table, filter &+ Int(truncatingIfNeeded: bit &>> 6) &* 8)
    return word &>> (bit & 63) & 1 != 0
  }

  /// The rank of the token that merging makes of two neighbours, or ``none``.
  @inline(__always)
  func rank(ofPair pair: TokenPair, table: RawSpan) -> UInt32 {
    var slot = Int(truncatingIfNeeded: pair.mixed &>> pairShift)
    // A sound table has empty slots; a damaged one must end as well.
    for _ in 0...pairSlotMask {
      let place = pairs &+ slot &* 8
      let entry = Self.long(table, place)
      if entry == UInt64.max { return Self.none }
      if entry &>> TokenPair.rankBits == pair.key {
        let rank = UInt32(truncatingIfNeeded: entry & TokenPair.noRank)
        return rank < count ? rank : Self.none
      }
      slot = (slot &+ 1) & pairSlotMask
    }
    return Self.none
  }

  private func find(
    _ hash: UInt64, _ bytes: RawSpan, _ range: Range<Int>, _ table: RawSpan
  ) -> UInt32 {
    let first = bytes.word(at: range.lowerBound, upTo: range.upperBound)
    var slot = Int(truncatingIfNeeded: hash &>> slotShift)
    // A sound table has empty slots; a damaged one must end as well.
    for _ in 0...slotMask {
      let place = Self.headerLength &+ slot &* 16
      let token = Self.long(table, place &+ 8)
      if token == 0 { return Self.none }
      let length = Int(truncatingIfNeeded: (token & 0xFFFF_FFFF) &>> TokenPair.rankBits)
      if Self.long(table, place) == first, length == range.count,
        length <= 8 || isText(Int(token &>> 32), bytes, range, table)
      {
        let rank = UInt32(truncatingIfNeeded: token & TokenPair.noRank)
        return rank < count ? rank : Self.none
      }
      slot = (slot &+ 1) & slotMask
    }
    return Self.none
  }

  /// Whether the text has these bytes at a place, the first eight being known.
  private func isText(
    _ offset: Int, _ bytes: RawSpan, _ range: Range<Int>, _ table: RawSpan
  ) -> Bool {
    let start = text &+ offset
    guard start &+ range.count <= table.byteCount else { return false }
    var index = 8
    while index < range.count {
      let word = bytes.word(at: range.lowerBound &+ index, upTo: range.upperBound)
      guard table.word(at: start &+ index, upTo: start &+ range.count) == word else { return false }
      index &+= 8
    }
    return true
  }

  func bytes(of rank: Int, table: RawSpan) -> [UInt8] {
    textRange(of: rank, table: table).map { Self.byte(table, $0) }
  }

  /// The rank of every two bytes, or ``none``.
  func bytePairRanks(_ table: RawSpan) -> [UInt32] {
    var ranks = [UInt32](repeating: Self.none, count: 1 << 16)
    for rank in 0..<count {
      let place = textRange(of: rank, table: table)
      guard place.count == 2 else { continue }
      let pair =
        Int(Self.byte(table, place.lowerBound)) << 8 | Int(Self.byte(table, place.lowerBound + 1))
      ranks[pair] = UInt32(rank)
    }
    return ranks
  }

  /// Where the bytes of a token lie in the file.
  func textRange(of rank: Int, table: RawSpan) -> Range<Int> {
    let start = Int(Self.word(table, offsets + rank * 4))
    let end = Int(Self.word(table, offsets + rank * 4 + 4))
    return text + start..<text + end
  }

  /// The place of eight bytes must be checked before.
  @inline(__always)
  private static func long(_ table: RawSpan, _ offset: Int) -> UInt64 {
    UInt64(
      littleEndian: table.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func word(_ table: RawSpan, _ offset: Int) -> UInt32 {
    UInt32(littleEndian: table.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  @inline(__always)
  private static func byte(_ table: RawSpan, _ offset: Int) -> UInt8 {
    table.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
