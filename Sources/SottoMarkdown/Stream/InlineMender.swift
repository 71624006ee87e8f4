/// Closes what is open at the end of a line: emphasis, code, links.
struct InlineMender {
  /// The line, mended.
  private(set) var output: [UInt8] = []

  private struct Run {
    var character: UInt8
    var count: Int
    /// Where its last character ends in the output.
    var end: Int
  }

  private struct Bracket {
    var start: Int
    var isImage: Bool
  }

  /// Text in brackets that is longer than this is no link to wait for.
  private static let linkTextLimit = 300

  /// Nobody nests emphasis deeper, and every closing run looks through all of it.
  private static let openRunLimit = 16

  private var openRuns: [Run] = []
  private var openBrackets: [Bracket] = []
  private var closingCode: [UInt8] = []

  /// Mends a line from an index on; what is before it is copied.
  mutating func mend(_ line: [UInt8], from start: Int) {
    output = Array(line[..<start])
    let scanner = MathScanner(line, from: start, open: nil)
    var formulas = scanner.spans[...]
    var index = start
    while index < line.count {
      if let formula = formulas.first, formula.range.lowerBound == index {
        // Nothing in it is markup to mend.
        formulas.removeFirst()
        output.append(contentsOf: line[formula.range])
        index = formula.range.upperBound
        continue
      }
      switch line[index] {
      case UInt8(ascii: "\\"):
        // A lone backslash at the end waits for what it escapes.
        if index + 1 < line.count { output.append(contentsOf: line[index...(index + 1)]) }
        index += 2
      case UInt8(ascii: "`"):
        index = code(at: index, of: line)
      case UInt8(ascii: "$") where Self.mayBeginFormula(at: index, of: line):
        index = openFormula(at: index, of: line)
      case UInt8(ascii: "<"):
        index = autolink(at: index, of: line)
      case UInt8(ascii: "["):
        let isImage = index > start && line[index - 1] == UInt8(ascii: "!")
        openBrackets.append(Bracket(start: output.count - (isImage ? 1 : 0), isImage: isImage))
        output.append(line[index])
        index += 1
      case UInt8(ascii: "]"):
        index = closeBracket(at: index, of: line)
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        index = run(at: index, from: start, of: line)
      default:
        output.append(line[index])
        index += 1
      }
    }
    hideOpenBrackets()
    closeRuns()
  }

  /// Copies a code span, closing it if it is open. Returns where to go on.
  private mutating func code(at start: Int, of line: [UInt8]) -> Int {
    let contentStart = Self.end(ofRunAt: start, of: line)
    let length = contentStart - start
    var index = contentStart
    while index < line.count {
      guard line[index] == UInt8(ascii: "`") else {
        index += 1
        continue
      }
      let end = Self.end(ofRunAt: index, of: line)
      if end - index == length {
        output.append(contentsOf: line[start..<end])
        return end
      }
      index = end
    }
    // The last backticks are the beginning of the closing ones.
    let lastOther = line.lastIndex { $0 != UInt8(ascii: "`") } ?? start
    let end = max(contentStart, line.count - lastOther - 1 < length ? lastOther + 1 : line.count)
    guard line[contentStart..<end].contains(where: { !$0.isBlank }) else { return line.count }
    output.append(contentsOf: line[start..<end])
    closingCode = Array(line[start..<contentStart])
    return line.count
  }

  /// A dollar before anything but a figure, whose partner has not come.
  private static func mayBeginFormula(at index: Int, of line: [UInt8]) -> Bool {
    guard index + 1 < line.count, !line[index + 1].isBlank, !line[index + 1].isDigit else {
      return false
    }
    guard !line[(index + 1)...].contains(UInt8(ascii: "$")) else { return false }
    return index == 0 || !line[index - 1].isLetterOrDigit
  }

  /// Copies a formula that is still coming as it is: its signs are no markup.
  private mutating func openFormula(at start: Int, of line: [UInt8]) -> Int {
    for byte in line[start...] {
      if Marker(standingFor: byte) != nil { output.append(UInt8(ascii: "\\")) }
      output.append(byte)
    }
    return line.count
  }

  /// Copies an address in angle brackets unseen.
  private mutating func autolink(at start: Int, of line: [UInt8]) -> Int {
    let end = line[(start + 1)...].firstIndex {
      $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") || $0.isBlank
    }
    guard let end, line[end] == UInt8(ascii: ">") else {
      output.append(line[start])
      return start + 1
    }
    output.append(contentsOf: line[start...end])
    return end + 1
  }

  private mutating func closeBracket(at start: Int, of line: [UInt8]) -> Int {
    guard let bracket = openBrackets.popLast() else {
      output.append(line[start])
      return start + 1
    }
    let next = start + 1
    if next == line.count {
      // `(` may follow.
      hide(bracket)
      return next
    }
    guard line[next] == UInt8(ascii: "(") else {
      output.append(line[start])
      return next
    }
    var depth = 0
    var index = next
    while index < line.count {
      switch line[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      index += 1
      if depth == 0 {
        output.append(contentsOf: line[start..<min(index, line.count)])
        return index
      }
    }
    hide(bracket)
    return line.count
  }

  private mutating func run(at start: Int, from lineStart: Int, of line: [UInt8]) -> Int {
    let end = Self.end(ofRunAt: start, of: line)
    let character = line[start]
    var left = end - start
    let before = start > lineStart ? line[start - 1] : 0x20
    if end == line.count {
      // The end of this run is still to come: it may close what is open, or is not shown.
      while let open = openRuns.last, open.character == character, open.count <= left {
        openRuns.removeLast()
        left -= open.count
        output.append(contentsOf: [UInt8](repeating: character, count: open.count))
      }
      return end
    }
    let after = line[end]
    let opens =
      !after.isBlank && (!after.isASCIIPunctuation || before.isBlank || before.isASCIIPunctuation)
    let closes =
      !before.isBlank && (!before.isASCIIPunctuation || after.isBlank || after.isASCIIPunctuation)
    let isInWord = before.isLetterOrDigit && after.isLetterOrDigit
    output.append(contentsOf: line[start..<end])
    if closes, !(isInWord && character == UInt8(ascii: "_")) {
      while left > 0, let found = openRuns.lastIndex(where: { $0.character == character }) {
        openRuns.removeSubrange((found + 1)...)
        let matched = min(left, openRuns[found].count)
        left -= matched
        openRuns[found].count -= matched
        if openRuns[found].count == 0 { openRuns.removeLast() }
      }
    }
    let isLikelyText =
      isInWord && (left == 1 || character == UInt8(ascii: "_"))
      || (character == UInt8(ascii: "~") && left != 2) || left > 3
    if left > 0, opens, !isLikelyText, openRuns.count < Self.openRunLimit {
      openRuns.append(Run(character: character, count: left, end: output.count))
    }
    return end
  }

  /// Takes an opening bracket out, and its `!`.
  private mutating func hide(_ bracket: Bracket) {
    let width = bracket.isImage ? 2 : 1
    let end = bracket.start + width
    guard end <= output.count else { return }
    if end < output.count, output[end] == UInt8(ascii: "^") {
      // A footnote's mark is nothing to read.
      output.removeSubrange(bracket.start...)
      openRuns.removeAll { $0.end > bracket.start }
      return
    }
    output.removeSubrange(bracket.start..<end)
    for index in openRuns.indices where openRuns[index].end > bracket.start {
      openRuns[index].end -= width
    }
  }

  private mutating func hideOpenBrackets() {
    while let bracket = openBrackets.popLast() {
      if output.count - bracket.start <= Self.linkTextLimit { hide(bracket) }
    }
  }

  private mutating func closeRuns() {
    if closingCode.isEmpty {
      while output.last?.isBlank == true, output.count > (openRuns.last?.end ?? 0) {
        output.removeLast()
      }
    }
    output.append(contentsOf: closingCode)
    while let open = openRuns.popLast() {
      if open.end == output.count {
        output.removeLast(min(open.count, output.count))
      } else {
        output.append(contentsOf: [UInt8](repeating: open.character, count: open.count))
      }
    }
  }

  private static func end(ofRunAt start: Int, of line: [UInt8]) -> Int {
    line[start...].firstIndex { $0 != line[start] } ?? line.count
  }
}
