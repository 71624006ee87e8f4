/// Two tokens side by side, as the tables of pairs know them: three ranks of 21 bits in a slot, the two
/// tokens and what they make. `VocabularyLayout` has fewer tokens than that.
struct TokenPair {
  static let rankBits: UInt64 = 21
  /// All bits of a rank: stands for "no token" in a slot.
  static let noRank: UInt64 = 1 << rankBits - 1

  /// Spreads hashes: two to the 64 divided by the golden ratio.
  static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Both ranks, the left one above.
  let key: UInt64

  @inline(__always)
  init(_ left: UInt32, _ right: UInt32) {
    key = UInt64(left) &<< Self.rankBits | UInt64(right)
  }

  /// A hash whose upper bits choose the slot.
  @inline(__always)
  var mixed: UInt64 { key &* Self.factor }

  /// A slot's content, with `noRank` for a pair that makes no token.
  @inline(__always)
  func slot(_ rank: UInt64) -> UInt64 { key &<< Self.rankBits | rank }
}
