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
  @inline(never)
  static func endOfPiece(by scanner: TextScanner, in text: RawSpan, from start: Int) -> Int {
    let first = scanner.scalar(in: text, at: start)
    if mayBeginWord(first, by: scanner, in: text),
      let end = endOfWord(by: scanner, in: text, from: start, first: first)
    {
      return scanner.contraction(in: text, at: end) ?? end
    }
    if first.kind == .number { return scanner.digits(in: text, from: start) }
    if let end = scanner.symbols(in: text, from: start, first: first) {
      return endOfLineEndsAndSlashes(in: text, from: end)
    }
    let spaces = scanner.whitespace(in: text, from: start)
    return spaces.endOfLastNewline ?? spaces.endBeforeWord(textEnd: text.byteCount)
  }

  /// Whether a scalar and the one behind it leave a word possible; most symbols and spaces are told here.
  @inline(__always)
  private static func mayBeginWord(
    _ first: (kind: ScalarClass, end: Int), by scanner: TextScanner, in text: RawSpan
  ) -> Bool {
    if first.kind.isOne(of: [.upper, .lower, .uncased, .mark]) { return true }
    let second = text.byte(at: first.end)
    return second >= 0x80 || scanner.ascii(second).isOne(of: .letters)
  }

  @inline(__always)
  private static func endOfWord(
    by scanner: TextScanner, in text: RawSpan, from start: Int,
    first: (kind: ScalarClass, end: Int)
  ) -> Int? {
    let isLetter = first.kind.isOne(of: .letters)
    guard isLetter || first.kind.isOne(of: .prefixes) else { return nil }
    let begin = isLetter ? start : first.end
    let end = endOfASCIIWord(in: text, from: begin)
    if text.byte(at: end) < 0x80, first.kind != .mark { return end > begin ? end : nil }
    let word = Word(by: scanner, in: text, from: begin)
    if let end = word.lowerEnd { return end }
    // A mark that does not do as the prefix is a word by itself: the first expression comes back
    // to it before the second is tried.
    if first.kind == .mark { return first.end }
    return word.upperEnd
  }

  /// `[A-Z]*[a-z]*`: where it ends. With another letter or a mark behind it the word may go on.
  @inline(__always)
  private static func endOfASCIIWord(in text: RawSpan, from start: Int) -> Int {
    var block = ByteBlock(text, at: start)
    var end = start
    var upper = block.leadingUpper
    while upper == 8 {
      end += 8
      block = ByteBlock(text, at: end)
      upper = block.leadingUpper
    }
    var lower = block.dropFirst(upper).leadingLower
    end += upper + lower
    if upper + lower == 8 {
      repeat {
        lower = ByteBlock(text, at: end).leadingLower
        end += lower
      } while lower == 8
    }
    return end
  }

  @inline(__always)
  private static func endOfLineEndsAndSlashes(in text: RawSpan, from start: Int) -> Int {
    var index = start
    while true {
      switch text.byte(at: index) {
      case UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "/"): index += 1
      default: return index
      }
    }
  }
}

/// How far the two expressions for words reach.
private struct Word {
  /// The end by the first, which wants a lower or uncased letter or a mark at the end.
  var lowerEnd: Int?
  /// The end by the second, when only the upper case matched.
  var upperEnd: Int?

  init(by scanner: TextScanner, in text: RawSpan, from start: Int) {
    var index = start
    var lastUncasedEnd: Int?
    while true {
      let next = scanner.scalar(in: text, at: index)
      if next.kind.isOne(of: [.uncased, .mark]) {
        index = next.end
        lastUncasedEnd = index
      } else if next.kind == .upper {
        index = next.end
      } else if next.kind == .lower {
        lowerEnd = scanner.run(of: [.lower, .uncased, .mark], in: text, from: next.end)
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
