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
  private let offsets: Int
  private let text: Int

  private static let headerLength = 32
  private static let magic = Array("SOTTOBPE".utf8)

  /// Reads the header; `nil` when the file is not sound.
  init?(_ table: RawSpan) {
    guard table.byteCount >= Self.headerLength,
      (0..<8).allSatisfy({ Self.byte(table, $0) == Self.magic[$0] }), Self.word(table, 8) == 1
    else { return nil }
    encoding = Self.word(table, 12)
    count = Int(Self.word(table, 16))
    let slots = Int(Self.word(table, 20))
    longest = Int(Self.word(table, 24))
    let textLength = Int(Self.word(table, 28))
    guard slots > count, count < Self.mostTokens, slots & (slots - 1) == 0 else { return nil }
    slotMask = slots - 1
    offsets = Self.headerLength + slots * 8
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
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range { hash = (hash ^ UInt64(bytes.byte(at: index))) &* 0x100_0000_01B3 }
    return find(hash, bytes, range, table)
  }

  private func find(
    _ hash: UInt64, _ bytes: RawSpan, _ range: Range<Int>, _ table: RawSpan
  ) -> UInt32 {
    let tag = UInt32(truncatingIfNeeded: hash >> 32)
    var slot = Int(truncatingIfNeeded: hash) & slotMask
    // A sound table has empty slots; a damaged one must end as well.
    for _ in 0...slotMask {
      let place = Self.headerLength + slot * 8
      let next = Self.word(table, place + 4)
      if next == 0 { return Self.none }
      if Self.word(table, place) == tag, Int(next) <= count,
        isToken(Int(next) - 1, bytes, range, table)
      {
        return next - 1
      }
      slot = (slot + 1) & slotMask
    }
    return Self.none
  }

  private func isToken(
    _ rank: Int, _ bytes: RawSpan, _ range: Range<Int>, _ table: RawSpan
  ) -> Bool {
    let place = textRange(of: rank, table: table)
    guard place.count == range.count else { return false }
    for index in 0..<range.count
    where bytes.byte(at: range.lowerBound + index) != Self.byte(table, place.lowerBound + index) {
      return false
    }
    return true
  }

  func bytes(of rank: Int, table: RawSpan) -> [UInt8] {
    textRange(of: rank, table: table).map { Self.byte(table, $0) }
  }

  /// Where the bytes of a token lie in the file.
  func textRange(of rank: Int, table: RawSpan) -> Range<Int> {
    let start = Int(Self.word(table, offsets + rank * 4))
    let end = Int(Self.word(table, offsets + rank * 4 + 4))
    return text + start..<text + end
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
