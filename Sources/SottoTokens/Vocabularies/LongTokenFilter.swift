/// Tells of nearly all pieces of 16 bytes and more that they are no token, without a visit to the distant
/// memory that has the tokens: few are so long.
struct LongTokenFilter: Sendable {
  /// The shortest tokens that it knows, in bytes.
  static let shortest = 16

  private static let sizeBits: UInt64 = 17

  /// A bit for each value of a hash's upper bits.
  private var bits = [UInt64](repeating: 0, count: 1 << Int(sizeBits - 6))

  /// Learns all the long tokens.
  init(_ layout: VocabularyLayout, _ table: RawSpan) {
    for rank in 0..<layout.count {
      let place = layout.textRange(of: rank, table: table)
      guard place.count >= Self.shortest else { continue }
      let bit = VocabularyLayout.hash(of: table, in: place) &>> (64 - Self.sizeBits)
      bits[Int(bit &>> 6)] |= 1 &<< (bit & 63)
    }
  }

  /// Whether bytes with this hash, 16 or more, may be a token.
  func mayHave(hash: UInt64) -> Bool {
    let bit = hash &>> (64 - Self.sizeBits)
    return bits[Int(truncatingIfNeeded: bit &>> 6)] &>> (bit & 63) & 1 != 0
  }
}
