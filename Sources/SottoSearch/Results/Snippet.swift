/// A piece of a text around what was found, without Markdown's marks and on one line.
package struct Snippet: Hashable, Sendable {
  package var text: String
  /// What was found, in Unicode scalars of `text`; in order, none touching another.
  package var marks: [Range<Int>]

  /// In scalars, about.
  private static let length = 180
  /// How many bytes before the first mark it may begin.
  private static let lead = 90

  /// The ranges are in bytes of `text`.
  package init(_ text: [UInt8], ranges: [Range<Int>]) {
    let ranges = Self.joined(ranges)
    let begin = Self.begin(text, ranges)
    var scalars = String.UnicodeScalarView()
    var marks: [Range<Int>] = []
    var count = 0
    var current = 0
    var markStart: Int?
    var index = begin
    var isLineStart = begin == 0
    var lastWasSpace = true
    while current < ranges.count, ranges[current].upperBound <= begin { current += 1 }
    func scalar(at index: Int) -> (value: Unicode.Scalar, length: Int) {
      var iterator = text[index...].prefix(4).makeIterator()
      var decoder = UTF8()
      if case .scalarValue(let value) = decoder.decode(&iterator) {
        return (value, UTF8.width(value))
      }
      return ("\u{FFFD}", 1)
    }
    while index < text.count, count < Self.length || markStart != nil {
      if current < ranges.count, markStart == nil, index >= ranges[current].lowerBound {
        markStart = count
      }
      let (value, width) = scalar(at: index)
      if value.properties.isWhitespace || value.value < 0x20 {
        if !lastWasSpace {
          scalars.append(" ")
          count += 1
          lastWasSpace = true
        }
        if value == "\n" || value == "\r" { isLineStart = true }
      } else if Self.isMark(value, isLineStart: isLineStart, text, index) {
        // Left out.
      } else {
        scalars.append(value)
        count += 1
        lastWasSpace = false
        isLineStart = false
      }
      index += width
      if let start = markStart, current < ranges.count, index >= ranges[current].upperBound {
        if count > start { marks.append(start..<count) }
        markStart = nil
        current += 1
      }
      // A hostile text may be all marks.
      if index - begin > Self.length * 16 { break }
    }
    if let start = markStart, count > start { marks.append(start..<count) }
    if lastWasSpace, marks.last?.upperBound != count, scalars.last == " " { scalars.removeLast() }
    let isCut = index < text.count
    let offset = begin > 0 ? 1 : 0
    self.marks = marks.map { ($0.lowerBound + offset)..<($0.upperBound + offset) }
    self.text = (begin > 0 ? "…" : "") + String(scalars) + (isCut ? "…" : "")
  }

  /// Emphasis and code marks everywhere; headings, quotations and list marks where a line begins. An
  /// underscore between letters is part of a name.
  private static func isMark(
    _ value: Unicode.Scalar, isLineStart: Bool, _ text: [UInt8], _ index: Int
  ) -> Bool {
    switch value {
    case "*", "`", "~": return true
    case "_":
      let isInside = { (at: Int) in
        text.indices.contains(at) && (text[at] >= 0x80 || Self.isLetterOrDigit(text[at]))
      }
      return !(isInside(index - 1) && isInside(index + 1))
    case "#", ">", "-", "+", "|": return isLineStart
    default: return false
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Ranges that overlap or touch become one.
  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// At the beginning of a word before the stretch with the most marks.
  private static func begin(_ text: [UInt8], _ ranges: [Range<Int>]) -> Int {
    var best = (count: 0, start: 0)
    var first = 0
    for (index, range) in ranges.enumerated() {
      while range.upperBound - ranges[first].lowerBound > length { first += 1 }
      if index - first + 1 > best.count {
        best = (index - first + 1, ranges[first].lowerBound)
      }
    }
    guard best.start > lead else { return 0 }
    var start = best.start - lead
    while start < best.start, text[start] & 0xC0 == 0x80 { start += 1 }
    let words = text[start..<best.start].firstIndex { $0 == 0x20 || $0 == 0x0A }
    if let space = words, space < start + lead / 2 { return space + 1 }
    return start
  }
}
