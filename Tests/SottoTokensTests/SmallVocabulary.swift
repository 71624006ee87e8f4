import Foundation
import SottoTestSupport
import SottoTokens

/// A vocabulary file of the single bytes (ranks 0 to 255) and the tokens given (from 256 on),
/// written by the description of the layout.
struct SmallVocabulary {
  private(set) var bytes: [UInt8] = []

  init(_ words: [String], code: UInt32 = 2) {
    let tokens = (0...UInt8.max).map { [$0] } + words.map { Array($0.utf8) }
    let slotCount = 1024
    var slots = [(tag: UInt32, rank: UInt32)](repeating: (0, 0), count: slotCount)
    for (rank, token) in tokens.enumerated() {
      let hash = token.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      var slot = Int(truncatingIfNeeded: hash) & (slotCount - 1)
      while slots[slot].rank != 0 { slot = (slot + 1) % slotCount }
      slots[slot] = (UInt32(hash >> 32), UInt32(rank + 1))
    }
    let lengths = tokens.map(\.count)
    bytes += Array("SOTTOBPE".utf8)
    append(1)
    append(code)
    append(UInt32(tokens.count))
    append(UInt32(slotCount))
    append(UInt32(lengths.max() ?? 0))
    append(UInt32(lengths.reduce(0, +)))
    for slot in slots {
      append(slot.tag)
      append(slot.rank)
    }
    var offset = 0
    for length in lengths + [0] {
      append(UInt32(offset))
      offset += length
    }
    bytes += tokens.joined()
  }

  /// The place of the first offset in the file.
  static let offsets = 32 + 1024 * 8

  mutating func setWord(at offset: Int, to value: UInt32) {
    withUnsafeBytes(of: value.littleEndian) { bytes.replaceSubrange(offset..<offset + 4, with: $0) }
  }

  private mutating func append(_ value: UInt32) {
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
