/// The pieces of `cl100k_base`:
///
///     '(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+
///     | ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s
enum CL100KRules {
  /// The end of the piece that begins at an index before the end of the text.
  static func endOfPiece(in text: TextScanner, from start: Int) -> Int {
    if let end = text.contraction(at: start) { return end }
    let first = text.scalar(at: start)
    if first.kind.isOne(of: .letters) { return text.run(of: .letters, from: first.end) }
    if first.kind.isOne(of: .prefixes) {
      let end = text.run(of: .letters, from: first.end)
      if end > first.end { return end }
    }
    if first.kind == .number { return text.digits(from: start) }
    if let end = text.symbols(from: start) { return text.run(of: .newline, from: end) }
    let spaces = text.whitespace(from: start)
    if spaces.end == text.end { return spaces.end }
    return spaces.endOfLastNewline ?? spaces.endBeforeWord(textEnd: text.end)
  }
}
