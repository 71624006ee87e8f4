/// Turns text into the tokens of a vocabulary, with tiktoken's result for any text. Names of special
/// tokens are text like any other.
///
/// The time is linear in the text, whatever it holds, but for sorting places in very long pieces.
package struct BytePairEncoder: Sendable {
  /// What it encodes with.
  package let vocabulary: Vocabulary
  private let pretokenizer: Pretokenizer
  private let rooms = CountingRooms()

  /// Takes the tokens and the rules of a vocabulary.
  package init(_ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    pretokenizer = Pretokenizer(vocabulary.encoding)
  }

  /// The tokens of a text.
  package func encode(_ text: String) -> [Int] {
    withBytes(of: text) { bytes, table, room in
      var tokens: [Int] = []
      pretokenizer.forEachPiece(in: bytes) { piece in
        let rank = vocabulary.layout.rank(of: bytes, in: piece, table: table)
        if rank != VocabularyLayout.none {
          tokens.append(Int(rank))
        } else {
          _ = room.merger.merge(bytes, in: piece, vocabulary, table: table)
          room.merger.appendTokens(count: piece.count, to: &tokens)
        }
      }
      return tokens
    }
  }

  /// The tokens of UTF-8 text; bytes that are not UTF-8 count as replacement characters.
  package func encode(_ bytes: [UInt8]) -> [Int] {
    encode(String(decoding: bytes, as: UTF8.self))
  }

  /// How many tokens a text has.
  package func count(_ text: String) -> Int {
    withBytes(of: text) { bytes, table, room in count(bytes, table: table, &room) }
  }

  /// How many tokens a text has.
  package func count(_ text: UTF8Text) -> Int {
    rooms.with(vocabulary) { room in
      vocabulary.withTable { table in count(text.bytes.span.bytes, table: table, &room) }
    }
  }

  /// The text of some tokens; numbers that are no tokens are left out.
  package func decode(_ tokens: [Int]) -> String {
    let bytes = tokens.flatMap { vocabulary.bytes(of: $0) ?? [] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func count(_ bytes: RawSpan, table: RawSpan, _ room: inout CountingRoom) -> Int {
    var count = 0
    pretokenizer.forEachPiece(in: bytes) { piece in
      count &+= self.count(bytes, in: piece, table: table, &room)
    }
    return count
  }

  /// How many tokens a piece has.
  @inline(__always)
  private func count(
    _ bytes: RawSpan, in piece: Range<Int>, table: RawSpan, _ room: inout CountingRoom
  ) -> Int {
    guard piece.count <= PieceCounts.longest else {
      return countLong(bytes, in: piece, table: table, &room)
    }
    let key = PieceCounts.Key(bytes, at: piece.lowerBound, count: piece.count)
    if let known = room.pieces.count(of: key) { return known }
    let count = countAnew(bytes, in: piece, table: table, &room)
    room.pieces.keep(count, for: key)
    return count
  }

  @inline(never)
  private func countLong(
    _ bytes: RawSpan, in piece: Range<Int>, table: RawSpan, _ room: inout CountingRoom
  ) -> Int {
    guard piece.count <= LongPieceCounts.longest else {
      return countAnew(bytes, in: piece, table: table, &room)
    }
    let hash = VocabularyLayout.hash(of: bytes, in: piece)
    let place = LongPieceCounts.Place(of: piece, hash: hash)
    if let known = room.longPieces.count(at: place, in: bytes) { return known }
    let isToken = vocabulary.isLongToken(bytes, in: piece, hash: hash, table: table)
    let count = isToken ? 1 : room.merger.merge(bytes, in: piece, vocabulary, table: table)
    room.longPieces.keep(count, at: place, in: bytes)
    return count
  }

  @inline(never)
  private func countAnew(
    _ bytes: RawSpan, in piece: Range<Int>, table: RawSpan, _ room: inout CountingRoom
  ) -> Int {
    let rank = vocabulary.layout.rank(of: bytes, in: piece, table: table)
    if rank != VocabularyLayout.none { return 1 }
    return room.merger.merge(bytes, in: piece, vocabulary, table: table)
  }

  @inline(__always)
  private func withBytes<Value>(
    of text: String, _ body: (RawSpan, RawSpan, inout CountingRoom) -> Value
  ) -> Value {
    var text = text
    return rooms.with(vocabulary) { room in
      text.withUTF8 { buffer in
        let bytes = Span(_unsafeElements: buffer).bytes
        return vocabulary.withTable { table in body(bytes, table, &room) }
      }
    }
  }
}
