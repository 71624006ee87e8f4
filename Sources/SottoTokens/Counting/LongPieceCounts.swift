/// How many tokens the pieces have that are too long for ``PieceCounts`` and were counted lately: lines
/// of dashes, indents, long names, what is said again. A newer one takes the place of an older one.
struct LongPieceCounts {
  /// The longest piece that it keeps, in bytes.
  static let longest = 64

  private static let sizeBits = 11
  /// A slot has the words of a piece, zeros at its end, and then its length above its count.
  private static let slotLength = longest / 8 + 1

  private var slots = [UInt64](repeating: 0, count: slotLength << sizeBits)

  /// A piece and where it is kept.
  struct Place {
    fileprivate let piece: Range<Int>
    fileprivate let slot: Int

    /// - Parameters:
    ///   - piece: is not longer than ``LongPieceCounts/longest``.
    ///   - text: has it.
    init(of piece: Range<Int>, in text: RawSpan) {
      var hash: UInt64 = 0
      for index in stride(from: piece.lowerBound, to: piece.upperBound, by: 8) {
        hash =
          (hash ^ hash &>> 32 ^ text.word(at: index, upTo: piece.upperBound)) &* TokenPair.factor
      }
      self.piece = piece
      slot =
        Int(truncatingIfNeeded: hash &>> UInt64(64 - LongPieceCounts.sizeBits))
        &* LongPieceCounts.slotLength
    }
  }

  /// The count of a piece, if it is kept.
  func count(at place: Place, in text: RawSpan) -> Int? {
    let kept = slots[place.slot &+ Self.slotLength &- 1]
    guard kept &>> 32 == UInt64(place.piece.count) else { return nil }
    var slot = place.slot
    for index in stride(from: place.piece.lowerBound, to: place.piece.upperBound, by: 8) {
      guard slots[slot] == text.word(at: index, upTo: place.piece.upperBound) else { return nil }
      slot &+= 1
    }
    return Int(kept & 0xFFFF_FFFF)
  }

  /// Keeps the count of a piece.
  mutating func keep(_ count: Int, at place: Place, in text: RawSpan) {
    var slot = place.slot
    for index in stride(from: place.piece.lowerBound, to: place.piece.upperBound, by: 8) {
      slots[slot] = text.word(at: index, upTo: place.piece.upperBound)
      slot &+= 1
    }
    slots[place.slot &+ Self.slotLength &- 1] =
      UInt64(place.piece.count) << 32 | UInt64(truncatingIfNeeded: count)
  }
}
