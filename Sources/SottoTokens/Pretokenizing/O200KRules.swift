/// The pieces of `o200k_base`, in this order:
///
///     [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|…)?
///     [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|…)?
///     \p{N}{1,3}
///      ?[^\s\p{L}\p{N}]+[\r\n/]*
///     \s*[\r\n]+
///     \s+(?!\S)
///     \s+
enum O200KRules {
  /// The end of the piece that begins at an index before the end of the text.
  static func endOfPiece(in text: TextScanner, from start: Int) -> Int {
    let first = text.scalar(at: start)
    if let end = endOfWord(in: text, from: start, first: first) {
      return text.contraction(at: end) ?? end
    }
    if first.kind == .number { return text.digits(from: start) }
    if let end = text.symbols(from: start) { return endOfLineEndsAndSlashes(in: text, from: end) }
    let spaces = text.whitespace(from: start)
    return spaces.endOfLastNewline ?? spaces.endBeforeWord(textEnd: text.end)
  }

  private static func endOfWord(
    in text: TextScanner, from start: Int, first: (kind: ScalarClass, end: Int)
  ) -> Int? {
    if first.kind.isOne(of: .letters) {
      let word = Word(in: text, from: start)
      return word.lowerEnd ?? word.upperEnd
    }
    guard first.kind.isOne(of: .prefixes) else { return nil }
    let word = Word(in: text, from: first.end)
    if let end = word.lowerEnd { return end }
    // A mark that does not do as the prefix is a word by itself: the first expression comes back
    // to it before the second is tried.
    if first.kind == .mark { return first.end }
    return word.upperEnd
  }

  private static func endOfLineEndsAndSlashes(in text: TextScanner, from start: Int) -> Int {
    var index = start
    while [UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "/")].contains(text.byte(at: index))
    {
      index += 1
    }
    return index
  }
}

/// How far the two expressions for words reach.
private struct Word {
  /// The end by the first, which wants a lower or uncased letter or a mark at the end.
  var lowerEnd: Int?
  /// The end by the second, when only the upper case matched.
  var upperEnd: Int?

  init(in text: TextScanner, from start: Int) {
    var index = start
    var lastUncasedEnd: Int?
    while true {
      let next = text.scalar(at: index)
      if next.kind.isOne(of: [.uncased, .mark]) {
        index = next.end
        lastUncasedEnd = index
      } else if next.kind == .upper {
        index = next.end
      } else if next.kind == .lower {
        lowerEnd = text.run(of: [.lower, .uncased, .mark], from: next.end)
        return
      } else {
        break
      }
    }
    // Without a lower letter behind the run, it gives back what follows its last uncased scalar.
    lowerEnd = lastUncasedEnd
    upperEnd = index > start ? index : nil
  }
}
