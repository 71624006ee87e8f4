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
    ///   - hash: is the piece's; the upper bits choose the place.
    init(of piece: Range<Int>, hash: UInt64) {
      self.piece = piece
      let number = Int(truncatingIfNeeded: hash &>> UInt64(64 - LongPieceCounts.sizeBits))
      slot = number &* LongPieceCounts.slotLength
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
    // A span, since an array is asked at each write whether it is shared.
    var span = slots.mutableSpan
    var slot = place.slot
    for index in stride(from: place.piece.lowerBound, to: place.piece.upperBound, by: 8) {
      span[slot] = text.word(at: index, upTo: place.piece.upperBound)
      slot &+= 1
    }
    span[place.slot &+ Self.slotLength &- 1] =
      UInt64(place.piece.count) << 32 | UInt64(truncatingIfNeeded: count)
  }
}
