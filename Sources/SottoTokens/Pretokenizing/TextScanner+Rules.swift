/// The parts that the expressions of both encodings share.
extension TextScanner {
  /// `(?i:'s|'t|'re|'ve|'m|'ll|'d)`: where it ends, or `nil`. Folding makes the long s an s.
  @inline(__always)
  func contraction(in text: RawSpan, at index: Int) -> Int? {
    guard text.byte(at: index) == UInt8(ascii: "'") else { return nil }
    return contractionAfterApostrophe(in: text, at: index)
  }

  private func contractionAfterApostrophe(in text: RawSpan, at index: Int) -> Int? {
    switch (text.byte(at: index + 1) | 0x20, text.byte(at: index + 2) | 0x20) {
    case (UInt8(ascii: "s"), _), (UInt8(ascii: "t"), _), (UInt8(ascii: "m"), _),
      (UInt8(ascii: "d"), _):
      return index + 2
    case (UInt8(ascii: "r"), UInt8(ascii: "e")), (UInt8(ascii: "v"), UInt8(ascii: "e")),
      (UInt8(ascii: "l"), UInt8(ascii: "l")):
      return index + 3
    default:
      let isLongS = text.byte(at: index + 1) == 0xC5 && text.byte(at: index + 2) == 0xBF
      return isLongS ? index + 3 : nil
    }
  }

  /// `\p{N}{1,3}`.
  func digits(in text: RawSpan, from start: Int) -> Int {
    var index = start
    for _ in 0..<3 {
      let next = scalar(in: text, at: index)
      guard next.kind == .number else { break }
      index = next.end
    }
    return index
  }

  /// ` ?[^\s\p{L}\p{N}]+`: where it ends, or `nil`.
  @inline(__always)
  func symbols(
    in text: RawSpan, from start: Int, first: (kind: ScalarClass, end: Int)
  ) -> Int? {
    if first.kind.isOne(of: .symbols) { return run(of: .symbols, in: text, from: first.end) }
    guard text.byte(at: start) == UInt8(ascii: " ") else { return nil }
    let end = run(of: .symbols, in: text, from: first.end)
    return end > first.end ? end : nil
  }

  /// The run of whitespace at an index, which must have some.
  @inline(__always)
  func whitespace(in text: RawSpan, from start: Int) -> WhitespaceRun {
    var run = WhitespaceRun(start: start, lastStart: start, end: start)
    while true {
      let spaces = ByteBlock(text, at: run.end).leadingSpaces
      if spaces > 0 {
        run.end += spaces
        run.lastStart = run.end - 1
        if spaces == 8 { continue }
      }
      let next = scalar(in: text, at: run.end)
      guard next.kind.isOne(of: .whitespace) else { return run }
      run.lastStart = run.end
      run.end = next.end
      if next.kind == .newline { run.endOfLastNewline = next.end }
    }
  }
}

struct WhitespaceRun {
  var start: Int
  /// Where its last scalar begins.
  var lastStart: Int
  var end: Int
  var endOfLastNewline: Int?

  /// `\s+(?!\S)|\s+`: the last space belongs to the word that follows, unless it is alone.
  func endBeforeWord(textEnd: Int) -> Int {
    end == textEnd || lastStart == start ? end : lastStart
  }
}
