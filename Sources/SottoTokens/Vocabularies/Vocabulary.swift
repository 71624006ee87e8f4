#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The byte strings that are tokens, and their ranks: a mapped file that is used as it lies there.
///
/// The file, all numbers little-endian, of 32 bits in the header and the offsets and of 64 in between:
///
///     "SOTTOBPE", version 2, encoding, token count, slot count, longest token, text length,
///         pair slot count, 0
///     slots of two numbers: a token's first eight bytes; its place in the text (32 bits), its length
///         (11 bits) and its rank (21 bits), or 0 for empty; open addressing from the hash's upper bits
///     filter: four bits for each pair slot, by the hash's upper bits, set for each pair
///     pair slots: two tokens and what merging makes of them (21 bits each, 63 in all), or all bits for
///         empty; open addressing from the hash's upper bits
///     offsets into the text, one for each rank and one at the end
///     text: the tokens one after the other, by rank
///
/// Most look-ups so visit distant memory once: a token of up to eight bytes needs its slot only, and most
/// pairs that make nothing end at the filter, which stays near the processor.
///
/// `Scripts/make-vocabulary.py` writes it.
package struct Vocabulary: Sendable {
  /// Which encoding it belongs to.
  package let encoding: Encoding
  /// How many tokens it has.
  package let count: Int
  /// The length of its longest token in bytes.
  package let longestToken: Int
  /// The rank of every single byte.
  let byteRanks: [UInt32]
  /// The rank of every two bytes, the first one above, or ``VocabularyLayout/none``: what merging
  /// begins with, so often that looking it up is too slow.
  let bytePairRanks: [UInt32]
  let layout: VocabularyLayout
  private let longTokens: LongTokenFilter
  private let file: Data

  /// Maps a vocabulary file.
  ///
  /// - Throws: ``VocabularyError`` when it cannot be read or is not sound.
  package init(path: String) throws(VocabularyError) {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    } catch {
      throw VocabularyError(message: "the vocabulary '\(path)' cannot be read")
    }
    guard let vocabulary = Vocabulary(data) else {
      throw VocabularyError(message: "the vocabulary '\(path)' is damaged")
    }
    self = vocabulary
  }

  private init?(_ data: Data) {
    let table = data.bytes
    guard let layout = VocabularyLayout(table),
      let encoding = Encoding.allCases.first(where: { $0.code == layout.encoding })
    else { return nil }
    let ranks = (UInt8.min...UInt8.max).map { byte in
      layout.rank(of: [byte].span.bytes, in: 0..<1, table: table)
    }
    guard !ranks.contains(VocabularyLayout.none) else { return nil }
    self.encoding = encoding
    self.layout = layout
    count = layout.count
    longestToken = layout.longest
    byteRanks = ranks
    bytePairRanks = layout.bytePairRanks(table)
    longTokens = LongTokenFilter(layout, table)
    file = data
  }

  /// The file's bytes; taken once for each use, since taking them is not free.
  @inline(__always)
  func withTable<Value>(_ body: (RawSpan) -> Value) -> Value { body(file.bytes) }

  /// Whether 16 bytes or more, whose hash is known, are a token.
  func isLongToken(_ bytes: RawSpan, in piece: Range<Int>, hash: UInt64, table: RawSpan) -> Bool {
    guard longTokens.mayHave(hash: hash) else { return false }
    return layout.rank(of: bytes, in: piece, hash: hash, table: table) != VocabularyLayout.none
  }

  /// The bytes of a token, or `nil` when there is no such rank.
  package func bytes(of rank: Int) -> [UInt8]? {
    guard 0..<count ~= rank else { return nil }
    return withTable { layout.bytes(of: rank, table: $0) }
  }
}
