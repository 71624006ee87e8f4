/// Finds formulas in a line: `$…$` and `\(…\)` in running text, `$$…$$` and `\[…\]` set apart, which may
/// go over several lines.
///
/// A price is no formula: a dollar opens one only where no letter or digit is before it and no blank
/// behind it, and closes one only where no blank is before it and no digit behind it (the rule of
/// Pandoc's `tex_math_dollars`); what begins with a digit and has words in it is a sum of money.
struct MathScanner {
  /// A formula or the part of it that is in this line, with its delimiters.
  struct Span: Equatable {
    var range: Range<Int>
    /// Whether it begins here, and not in an earlier line.
    var opens: Bool
    /// Whether it ends here, and not in a later line.
    var closes: Bool
  }

  /// What sets apart a formula that goes on in the next line.
  enum Delimiter: Sendable {
    case dollars, bracket

    fileprivate var closing: [UInt8] {
      switch self {
      case .dollars: [UInt8(ascii: "$"), UInt8(ascii: "$")]
      case .bracket: [UInt8(ascii: "\\"), UInt8(ascii: "]")]
      }
    }
  }

  private let line: [UInt8]
  /// What is missing from here to the end of the line, so that nothing is looked for twice.
  private var missing: Set<[UInt8]> = []
  private(set) var spans: [Span] = []
  /// What is open at the end of the line.
  private(set) var open: Delimiter?

  /// - Parameters:
  ///   - line: a line without its end.
  ///   - content: where the line's own content begins, behind the marks of lists and quotes.
  ///   - open: what the line before left open.
  init(_ line: [UInt8], from content: Int, open: Delimiter?) {
    self.line = line
    self.open = open
    guard open != nil || line.contains(where: { $0 == Self.dollar || $0 == Self.backslash }) else {
      return
    }
    var index = content
    if let open {
      guard let end = end(of: open.closing, from: content) else {
        spans = [Span(range: content..<line.count, opens: false, closes: false)]
        return
      }
      spans = [Span(range: content..<end, opens: false, closes: true)]
      self.open = nil
      index = end
    }
    scan(from: index, content: content)
  }

  private static let dollar = UInt8(ascii: "$")
  private static let backslash = UInt8(ascii: "\\")
  private static let backtick = UInt8(ascii: "`")

  private mutating func scan(from start: Int, content: Int) {
    var index = start
    while index < line.count, open == nil {
      switch line[index] {
      case Self.backslash: index = escape(at: index, content: content)
      case Self.backtick: index = code(at: index)
      case Self.dollar: index = dollars(at: index, content: content)
      default: index += 1
      }
    }
  }

  /// Answers where to go on.
  private mutating func escape(at start: Int, content: Int) -> Int {
    guard start + 1 < line.count else { return line.count }
    switch line[start + 1] {
    case UInt8(ascii: "("):
      guard let end = end(of: [Self.backslash, UInt8(ascii: ")")], from: start + 2) else { break }
      return add(start..<end)
    case UInt8(ascii: "["):
      if let end = end(of: Delimiter.bracket.closing, from: start + 2) {
        // An escaped link, shown as text.
        if end < line.count, line[end] == UInt8(ascii: "(") { return end }
        return add(start..<end)
      }
      if start == content { return leaveOpen(.bracket, from: start) }
    default: break
    }
    return start + 2
  }

  /// Passes over a code span, or over backticks that open none.
  private mutating func code(at start: Int) -> Int {
    let end = line[start...].firstIndex { $0 != Self.backtick } ?? line.count
    let fence = Array(line[start..<end])
    if missing.contains(fence) { return end }
    var index = end
    while let next = line[index...].firstIndex(of: Self.backtick) {
      index = line[next...].firstIndex { $0 != Self.backtick } ?? line.count
      if index - next == fence.count { return index }
    }
    missing.insert(fence)
    return end
  }

  private mutating func dollars(at start: Int, content: Int) -> Int {
    let end = line[start...].firstIndex { $0 != Self.dollar } ?? line.count
    if end - start == 2 {
      if let close = self.end(of: Delimiter.dollars.closing, from: end), close > end + 2 {
        return add(start..<close)
      }
      return start == content ? leaveOpen(.dollars, from: start) : end
    }
    guard end - start == 1, mayOpen(at: start), let close = closingDollar(after: start) else {
      return end
    }
    let next = close + 1 < line.count ? line[close + 1] : 0x20
    guard close > end, !line[close - 1].isBlank, !next.isDigit, next != Self.dollar,
      !isMoney(line[end..<close])
    else { return close }
    return add(start..<(close + 1))
  }

  private func mayOpen(at index: Int) -> Bool {
    guard index + 1 < line.count, !line[index + 1].isBlank else { return false }
    return index == 0
      || !(line[index - 1].isLetterOrDigit || line[index - 1] >= 0x80 && isLetter(before: index))
  }

  private func isLetter(before index: Int) -> Bool {
    guard let scalar = Flanking.scalar(before: index, in: line) else { return false }
    return scalar.properties.isAlphabetic && !Flanking.isWide(scalar)
  }

  /// The next dollar that is not escaped; code ends the search.
  private func closingDollar(after start: Int) -> Int? {
    var index = start + 1
    while index < line.count {
      switch line[index] {
      case Self.dollar: return index
      case Self.backtick: return nil
      case Self.backslash: index += 2
      default: index += 1
      }
    }
    return nil
  }

  /// Whether it begins with a figure and goes on in words, such as "5 for me, or 10".
  private func isMoney(_ content: ArraySlice<UInt8>) -> Bool {
    guard content.first?.isDigit == true, !content.contains(where: "\\^_=+".utf8.contains) else {
      return false
    }
    return content.split(separator: 0x20).dropFirst().contains { word in
      word.prefix { $0.isLetterOrDigit && !$0.isDigit }.count > 1
    }
  }

  private mutating func end(of closing: [UInt8], from start: Int) -> Int? {
    guard !missing.contains(closing) else { return nil }
    var index = start
    while index + 1 < line.count {
      if line[index] == closing[0], line[index + 1] == closing[1] { return index + 2 }
      index += line[index] == Self.backslash ? 2 : 1
    }
    missing.insert(closing)
    return nil
  }

  private mutating func add(_ range: Range<Int>) -> Int {
    spans.append(Span(range: range, opens: true, closes: true))
    return range.upperBound
  }

  private mutating func leaveOpen(_ delimiter: Delimiter, from start: Int) -> Int {
    spans.append(Span(range: start..<line.count, opens: true, closes: false))
    open = delimiter
    return line.count
  }
}
