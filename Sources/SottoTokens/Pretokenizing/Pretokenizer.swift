/// Splits text into the pieces that tokens never reach across, exactly as the regular expression
/// of an encoding does, in time linear in the text.
package struct Pretokenizer: Sendable {
  private let encoding: Encoding
  private let scanner = TextScanner()

  /// Takes the rules of an encoding.
  package init(_ encoding: Encoding) {
    self.encoding = encoding
  }

  /// The pieces of a text; joined they are the text.
  package func pieces(of text: String) -> [String] {
    let bytes = Array(text.utf8)
    var pieces: [String] = []
    forEachPiece(in: bytes.span.bytes) { pieces.append(String(decoding: bytes[$0], as: UTF8.self)) }
    return pieces
  }

  /// Calls `body` with the place of each piece of a text in turn.
  @inline(__always)
  func forEachPiece(in text: RawSpan, _ body: (Range<Int>) -> Void) {
    var start = 0
    while start < text.byteCount {
      let first = start
      var starts = startsNearby(in: text, from: first)
      repeat {
        let end =
          starts == 0
          ? endOfPiece(in: text, from: start) : first &+ starts.trailingZeroBitCount
        body(Range(uncheckedBounds: (start, end)))
        start = end
        starts &= starts &- 1
      } while starts != 0
    }
  }

  /// A bit for each place behind the start of a piece where surely another one begins, of the next 64; none
  /// where it is not worth looking because something wide comes at once.
  @inline(__always)
  private func startsNearby(in text: RawSpan, from start: Int) -> UInt64 {
    guard start &+ BitPlanes.width <= text.byteCount,
      text.uncheckedWord(at: start) & ByteBlock.tops == 0
    else { return 0 }
    return PieceStarts.find(uncheckedIn: text, from: start, by: scanner, encoding)
  }

  @inline(__always)
  private func endOfPiece(in text: RawSpan, from start: Int) -> Int {
    switch encoding {
    case .cl100k: CL100KRules.endOfPiece(by: scanner, in: text, from: start)
    case .o200k: O200KRules.endOfPiece(by: scanner, in: text, from: start)
    }
  }
}
