import Foundation
import SottoTestSupport
import SottoTokens

/// A vocabulary file of the single bytes (ranks 0 to 255) and the tokens given (from 256 on),
/// written by the description of the layout.
struct SmallVocabulary {
  private(set) var bytes: [UInt8] = []

  private static let slotBits: UInt64 = 10
  private static let slotCount = 1 << Int(slotBits)
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(_ words: [String], code: UInt32 = 2) {
    let tokens = (0...UInt8.max).map { [$0] } + words.map { Array($0.utf8) }
    let lengths = tokens.map(\.count)
    bytes += Array("SOTTOBPE".utf8)
    append(2 as UInt32)
    append(code)
    append(UInt32(tokens.count))
    append(UInt32(Self.slotCount))
    append(UInt32(lengths.max() ?? 0))
    append(UInt32(lengths.reduce(0, +)))
    append(UInt32(Self.slotCount))
    append(0 as UInt32)
    appendTokenSlots(tokens)
    appendPairs(tokens)
    var offset = 0
    for length in lengths + [0] {
      append(UInt32(offset))
      offset += length
    }
    bytes += tokens.joined()
  }

  /// The place of the first offset in the file.
  static let offsets = 40 + slotCount * 16 + slotCount / 2 + slotCount * 8

  private mutating func appendTokenSlots(_ tokens: [[UInt8]]) {
    var slots = [(first: UInt64, rest: UInt64)](repeating: (0, 0), count: Self.slotCount)
    var place: UInt64 = 0
    for (rank, token) in tokens.enumerated() {
      var hash = UInt64(token.count)
      for start in stride(from: 0, to: token.count, by: 8) {
        hash = (hash ^ hash >> 32 ^ Self.word(token.dropFirst(start))) &* Self.factor
      }
      var slot = Int(hash >> (64 - Self.slotBits))
      while slots[slot].rest != 0 { slot = (slot + 1) % Self.slotCount }
      let rest = place << 32 | UInt64(token.count) << 21 | UInt64(rank)
      slots[slot] = (Self.word(token[...]), rest)
      place += UInt64(token.count)
    }
    for slot in slots {
      append(slot.first)
      append(slot.rest)
    }
  }

  /// All pairs that have a token's bytes; the real files leave those out that merging does not come to.
  private mutating func appendPairs(_ tokens: [[UInt8]]) {
    var filter = [UInt64](repeating: 0, count: Self.slotCount / 16)
    var slots = [UInt64](repeating: .max, count: Self.slotCount)
    let ranks = Dictionary(zip(tokens, 0 as UInt64..<UInt64(tokens.count))) { first, _ in first }
    for (token, rank) in ranks {
      for cut in 1..<max(token.count, 1) {
        guard let left = ranks[Array(token[..<cut])], let right = ranks[Array(token[cut...])]
        else { continue }
        let key = left << 21 | right
        let mixed = key &* Self.factor
        let bit = mixed >> (64 - Self.slotBits - 2)
        filter[Int(bit / 64)] |= 1 << (bit % 64)
        var slot = Int(mixed >> (64 - Self.slotBits))
        while slots[slot] != .max { slot = (slot + 1) % Self.slotCount }
        slots[slot] = key << 21 | rank
      }
    }
    for word in filter + slots { append(word) }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func setWord(at offset: Int, to value: UInt32) {
    withUnsafeBytes(of: value.littleEndian) { bytes.replaceSubrange(offset..<offset + 4, with: $0) }
  }

  private mutating func append<Number: FixedWidthInteger>(_ value: Number) {
    withUnsafeBytes(of: value.littleEndian) { bytes += Array($0) }
  }
}

/// Writes a small vocabulary for `o200k_base`'s rules and hands on its encoder.
func withSmallVocabulary(
  _ words: [String], _ body: (BytePairEncoder) throws -> Void
) async throws {
  try await withTemporaryFolder { folder in
    let path = folder.path("small.vocabulary")
    try Data(SmallVocabulary(words).bytes).write(to: URL(filePath: path))
    try body(BytePairEncoder(Vocabulary(path: path)))
  }
}
