/// How many tokens the short pieces have that were counted lately: most of a text is the same few
/// thousand words. Two pieces share each place, the one used last in front; a third takes the place of
/// the older, so it never grows.
struct PieceCounts {
  /// The longest piece that it keeps, in bytes.
  static let longest = 15

  /// Up to 15 bytes of a piece and, in the top byte, its length, which no piece shares with another
  /// of the same bytes.
  struct Key {
    fileprivate let first: UInt64
    fileprivate let second: UInt64

    /// - Parameters:
    ///   - text: the text that has the piece.
    ///   - start: where the piece begins.
    ///   - count: its length, 1 to ``PieceCounts/longest``.
    @inline(__always)
    init(_ text: RawSpan, at start: Int, count: Int) {
      if start &+ 16 <= text.byteCount {
        self.init(text.uncheckedWord(at: start), text.uncheckedWord(at: start &+ 8), count: count)
      } else {
        self.init(text.word(at: start), text.word(at: start &+ 8), count: count)
      }
    }

    /// Without a branch, since the processor cannot foresee how long pieces are.
    @inline(__always)
    private init(_ low: UInt64, _ high: UInt64, count: Int) {
      let mask = (1 as UInt64) &<< UInt64(truncatingIfNeeded: (count & 7) &* 8) &- 1
      let isShort = count < 8
      first = isShort ? low & mask : low
      second = (isShort ? 0 : high & mask) | UInt64(truncatingIfNeeded: count) &<< 56
    }

    @inline(__always)
    fileprivate var slot: Int {
      let mixed = (first ^ second &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
      return Int(truncatingIfNeeded: mixed &>> UInt64(64 - PieceCounts.sizeBits)) & ~1
    }
  }

  private static let sizeBits = 16
  /// The count of a slot's piece is in the upper half of its top byte.
  private static let keyMask: UInt64 = 0x0FFF_FFFF_FFFF_FFFF

  private struct Slot {
    var first: UInt64 = 0
    var second: UInt64 = 0
  }

  private var slots = [Slot](repeating: Slot(), count: 1 << Self.sizeBits)

  /// How many of a vocabulary's tokens it begins with. Lower ranks are more frequent, and reading
  /// them in a row is far cheaper than looking each up when a text has it.
  private static let firstTokens = 1 << 16

  /// Begins with the short ones of a vocabulary's most frequent tokens.
  init(_ vocabulary: Vocabulary) {
    vocabulary.withTable { table in
      // The most frequent come last and stay.
      for rank in (0..<min(vocabulary.count, Self.firstTokens)).reversed() {
        let place = vocabulary.layout.textRange(of: rank, table: table)
        guard 2...Self.longest ~= place.count else { continue }
        keep(1, for: Key(table, at: place.lowerBound, count: place.count))
      }
    }
  }

  /// The count of a piece, if it is kept.
  @inline(__always)
  mutating func count(of key: Key) -> Int? {
    let newer = slots[key.slot]
    if newer.first == key.first, newer.second & Self.keyMask == key.second {
      return Int(truncatingIfNeeded: newer.second &>> 60)
    }
    return olderCount(of: key)
  }

  /// The count of a piece in the slot for older ones, from where it moves to the front.
  @inline(never)
  private mutating func olderCount(of key: Key) -> Int? {
    let older = slots[key.slot ^ 1]
    guard older.first == key.first, older.second & Self.keyMask == key.second else { return nil }
    slots.swapAt(key.slot, key.slot ^ 1)
    return Int(truncatingIfNeeded: older.second &>> 60)
  }

  /// Keeps the count of a piece, which is at most its length.
  mutating func keep(_ count: Int, for key: Key) {
    slots[key.slot ^ 1] = slots[key.slot]
    slots[key.slot] = Slot(first: key.first, second: key.second | UInt64(count) << 60)
  }
}
