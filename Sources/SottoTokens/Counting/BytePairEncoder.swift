/// Turns text into the tokens of a vocabulary, with tiktoken's result for any text. Names of special
/// tokens are text like any other.
///
/// The time is linear in the text and, for a piece that has no word ends, n log n.
package struct BytePairEncoder: Sendable {
  /// What it encodes with.
  package let vocabulary: Vocabulary
  private let pretokenizer: Pretokenizer

  /// Takes the tokens and the rules of a vocabulary.
  package init(_ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    pretokenizer = Pretokenizer(vocabulary.encoding)
  }

  /// The tokens of a text.
  package func encode(_ text: String) -> [Int] {
    var tokens: [Int] = []
    eachToken(of: Array(text.utf8)) { tokens.append(Int($0)) }
    return tokens
  }

  /// The tokens of UTF-8 text; bytes that are not UTF-8 count as replacement characters.
  package func encode(_ bytes: [UInt8]) -> [Int] {
    encode(String(decoding: bytes, as: UTF8.self))
  }

  /// How many tokens a text has.
  package func count(_ text: String) -> Int {
    var count = 0
    eachToken(of: Array(text.utf8)) { _ in count += 1 }
    return count
  }

  /// The text of some tokens; numbers that are no tokens are left out.
  package func decode(_ tokens: [Int]) -> String {
    let bytes = tokens.flatMap { vocabulary.bytes(of: $0) ?? [] }
    return String(decoding: bytes, as: UTF8.self)
  }

  @inline(__always)
  private func eachToken(of bytes: [UInt8], _ body: (UInt32) -> Void) {
    let text = TextScanner(bytes)
    var merger = PieceMerger(vocabulary)
    vocabulary.withTable { table in
      var start = 0
      while start < bytes.count {
        let end = pretokenizer.endOfPiece(in: text, from: start)
        let rank = vocabulary.layout.rank(of: bytes, in: start..<end, table: table)
        if rank != VocabularyLayout.none {
          body(rank)
        } else {
          merger.merge(bytes, in: start..<end, table: table)
          for token in merger.tokens { body(token) }
        }
        start = end
      }
    }
  }
}
