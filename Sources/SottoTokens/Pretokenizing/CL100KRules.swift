/// The pieces of `cl100k_base`:
///
///     '(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+
///     | ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s
enum CL100KRules {
  /// The end of the piece that begins at an index before the end of the text.
  @inline(__always)
  static func endOfPiece(by scanner: TextScanner, in text: RawSpan, from start: Int) -> Int {
    if let end = scanner.contraction(in: text, at: start) { return end }
    let first = scanner.scalar(in: text, at: start)
    let isLetter = first.kind.isOne(of: .letters)
    if isLetter || first.kind.isOne(of: .prefixes) {
      let begin = isLetter ? start : first.end
      let end = endOfLetters(by: scanner, in: text, from: begin)
      if end > begin { return end }
    }
    if first.kind == .number { return scanner.digits(in: text, from: start) }
    if let end = scanner.symbols(in: text, from: start, first: first) {
      return scanner.run(of: .newline, in: text, from: end)
    }
    let spaces = scanner.whitespace(in: text, from: start)
    if spaces.end == text.byteCount { return spaces.end }
    return spaces.endOfLastNewline ?? spaces.endBeforeWord(textEnd: text.byteCount)
  }

  /// `\p{L}++`, or the index itself.
  @inline(__always)
  private static func endOfLetters(
    by scanner: TextScanner, in text: RawSpan, from start: Int
  ) -> Int {
    var end = start
    var count: Int
    repeat {
      count = ByteBlock(text, at: end).leadingLetters
      end += count
    } while count == 8
    return text.byte(at: end) < 0x80 ? end : scanner.run(of: .letters, in: text, from: end)
  }
}
