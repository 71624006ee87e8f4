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
    var start = 0
    while start < bytes.count {
      let end = endOfPiece(in: bytes.span.bytes, from: start)
      pieces.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end
    }
    return pieces
  }

  @inline(__always)
  func endOfPiece(in text: RawSpan, from start: Int) -> Int {
    switch encoding {
    case .cl100k: CL100KRules.endOfPiece(by: scanner, in: text, from: start)
    case .o200k: O200KRules.endOfPiece(by: scanner, in: text, from: start)
    }
  }
}
