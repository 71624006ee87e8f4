/// Makes source lines fit for the parser, one by one: places markers where the parser's rules are
/// wrong for a chat (emphasis next to wide characters, formulas) or dangerous (inputs that cost it time or
/// memory out of proportion). No line is added or lost unless `Limits.cells` is passed.
///
/// What it does to a line depends on the lines before it only through this value, so a document
/// may be prepared piece by piece.
struct SourcePreparer: Sendable {
  /// Far beyond what a person writes, and low enough for any input to stay cheap.
  private enum Limits {
    static let nesting = 64
    static let markerColumn = 160
    static let columns = 256
    static let cells = 65_536
    static let openBrackets = 100
    static let closingParentheses = 64
    static let definitionsPerLine = 8
    static let atSigns = 8
  }

  /// Link and footnote definitions act on the whole document. A stream cannot have that while the
  /// rest is missing, so it shows them as text until the end.
  private let keepsDefinitions: Bool
  /// Whether a line held what may be a definition.
  private(set) var sawDefinition = false
  /// Whether a row had to be joined to a line that is no longer in the output.
  private(set) var lostRow = false

  /// The formula that is open at the end of the last line.
  private(set) var openMath: MathScanner.Delimiter?

  /// How many quotes it began in.
  private var mathQuotes = 0

  private var isFirstLine = true
  // Of the lines since the last blank one.
  private var openBrackets = 0
  private var columns = 0
  private var cells = 0

  init(keepsDefinitions: Bool) {
    self.keepsDefinitions = keepsDefinitions
  }

  /// Appends a line, given without its end, and a line feed.
  mutating func append(_ line: [UInt8], to output: inout [UInt8]) {
    defer {
      output.append(UInt8(ascii: "\n"))
      isFirstLine = false
    }
    var start = 0
    if line.starts(with: [0xEF, 0xBB, 0xBF]) {
      if isFirstLine { start = 3 } else { Marker.nothing.append(to: &output) }
    }
    let prefix = LinePrefix(of: line)
    guard prefix.content < line.count || !prefix.markers.isEmpty else {
      (openBrackets, columns, cells) = (0, 0, 0)
      openMath = nil
      output.append(contentsOf: line)
      return
    }
    countCells(of: line, from: prefix.content, joining: &output)
    let tooDeep = Self.firstMarkerTooDeep(of: prefix)
    var formulas = formulas(in: line, prefix)
    var scan = LineScan()
    var copied = start
    var index = start
    while index < line.count {
      if let formula = formulas.first, formula.range.lowerBound == index {
        formulas.removeFirst()
        append(formula, of: line, &copied, &output)
        index = formula.range.upperBound
        continue
      }
      let byte = line[index]
      guard index == tooDeep || Self.special[Int(byte)] else {
        index += 1
        continue
      }
      if index == tooDeep { place(.nothing, at: index, of: line, &copied, &output) }
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "~"):
        index = appendRun(at: index, of: line, &copied, &output)
        continue
      case UInt8(ascii: "\\"):
        if index + 1 < line.count, line[index + 1].isASCIIPunctuation { index += 1 }
      case UInt8(ascii: "<"):
        // Unclosed processing instructions and CDATA make the parser read to the end each time.
        // Without them the same text is shown.
        let next = index + 1 < line.count ? line[index + 1] : 0
        if next == UInt8(ascii: "?")
          || (next == UInt8(ascii: "!") && index + 2 < line.count
            && line[index + 2] == UInt8(ascii: "["))
        {
          place(.nothing, at: index + 1, of: line, &copied, &output)
        }
      case UInt8(ascii: "["):
        openBrackets += 1
        // A closed link makes the parser visit every image that is still open.
        if openBrackets > Limits.openBrackets, index > 0, line[index - 1] == UInt8(ascii: "!") {
          place(.nothing, at: index, of: line, &copied, &output)
        }
      case UInt8(ascii: "]"):
        openBrackets = max(0, openBrackets - 1)
        if index + 1 < line.count, line[index + 1] == UInt8(ascii: ":") {
          scan.definitions += 1
          sawDefinition = true
          if !keepsDefinitions || scan.definitions > Limits.definitionsPerLine {
            place(.nothing, at: index + 1, of: line, &copied, &output)
          }
        }
      case UInt8(ascii: ")"):
        // For each one at the end of an address the parser counts all of them.
        scan.parentheses += 1
        if scan.parentheses % Limits.closingParentheses == 0 {
          place(.nothing, at: index + 1, of: line, &copied, &output)
        }
      case UInt8(ascii: "@"):
        // Each one may be a mail address and is followed as far as one could go.
        scan.atSigns += 1
        if scan.atSigns > Limits.atSigns {
          place(.nothing, at: index + 1, of: line, &copied, &output)
        }
      case 0x20, 0x09:
        scan.parentheses = 0
        scan.atSigns = 0
      case UInt8(ascii: "|"):
        scan.pipes += 1
        if scan.pipes > Limits.columns {
          place(.pipe, at: index, of: line, &copied, &output)
          copied += 1
        }
      default:
        if byte == 0 || Marker.at(index, of: line) != nil {
          output.append(contentsOf: line[copied..<index])
          output.append(contentsOf: [0xEF, 0xBF, 0xBD])
          index += byte == 0 ? 0 : 2
          copied = index + 1
        }
      }
      index += 1
    }
    if copied < line.count { output.append(contentsOf: line[copied...]) }
  }

  /// What has been counted in one line.
  private struct LineScan {
    var pipes = 0
    var parentheses = 0
    var atSigns = 0
    var definitions = 0
  }

  /// The bytes that need a look.
  private static let special: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for byte in "*~\\<[])@ \t|".utf8 { table[Int(byte)] = true }
    table[0] = true
    table[Int(Marker.lead)] = true
    return table
  }()

  private func place(
    _ marker: Marker, at index: Int, of line: [UInt8], _ copied: inout Int,
    _ output: inout [UInt8]
  ) {
    if copied < index { output.append(contentsOf: line[copied..<index]) }
    copied = max(copied, index)
    marker.append(to: &output)
  }

  private static func firstMarkerTooDeep(of prefix: LinePrefix) -> Int? {
    for (level, marker) in prefix.markers.enumerated() {
      if level >= Limits.nesting || marker > Limits.markerColumn { return marker }
    }
    return nil
  }

  /// A formula has no blank line and no fence in it.
  private mutating func formulas(
    in line: [UInt8], _ prefix: LinePrefix
  ) -> ArraySlice<MathScanner.Span> {
    if Self.opensFence(line, at: prefix.content) {
      openMath = nil
      return []
    }
    // In a formula a dash is a minus and begins no list; only the quotes around it have a mark here.
    let content =
      openMath == nil ? prefix.content : prefix.content(of: line, inQuotes: mathQuotes)
    let scanner = MathScanner(line, from: content, open: openMath)
    if openMath == nil {
      mathQuotes = prefix.markers.count { line[$0] == UInt8(ascii: ">") }
    }
    openMath = scanner.open
    return scanner.spans[...]
  }

  /// Appends a formula in which nothing means anything to the parser.
  private func append(
    _ formula: MathScanner.Span, of line: [UInt8], _ copied: inout Int, _ output: inout [UInt8]
  ) {
    // In a later line of it the first sign must not begin a list or a heading.
    place(
      formula.opens ? .mathBegin : .nothing, at: formula.range.lowerBound, of: line, &copied,
      &output)
    var index = formula.range.lowerBound
    while index < formula.range.upperBound {
      let byte = line[index]
      if let marker = Marker(standingFor: byte) {
        marker.append(to: &output)
      } else if byte == 0 || Marker.at(index, of: line) != nil {
        output.append(contentsOf: [0xEF, 0xBF, 0xBD])
        index += byte == 0 ? 0 : 2
      } else {
        output.append(byte)
      }
      index += 1
    }
    if formula.closes { Marker.mathEnd.append(to: &output) }
    copied = formula.range.upperBound
  }

  /// Passes over a delimiter run and puts markers around it where its neighbours need them.
  private func appendRun(
    at start: Int, of line: [UInt8], _ copied: inout Int, _ output: inout [UInt8]
  ) -> Int {
    var end = start
    while end < line.count, line[end] == line[start] { end += 1 }
    let nextToWide =
      (start > 0 && line[start - 1] >= 0x80) || (end < line.count && line[end] >= 0x80)
    guard nextToWide,
      Flanking.needsHelp(
        before: Flanking.scalar(before: start, in: line), after: Flanking.scalar(at: end, in: line))
    else { return end }
    place(.nothing, at: start, of: line, &copied, &output)
    place(.nothing, at: end, of: line, &copied, &output)
    return end
  }

  /// The parser fills every short row of a table up to the width of its head. In a giant table
  /// short rows are joined to the row before, or a few bytes would cost thousands of cells.
  private mutating func countCells(
    of line: [UInt8], from content: Int, joining output: inout [UInt8]
  ) {
    let pipes = line.count { $0 == UInt8(ascii: "|") }
    if Self.isDelimiterRow(line, from: content) {
      columns = max(columns, min(pipes, Limits.columns) + 1)
    }
    cells += columns
    guard cells > Limits.cells, pipes + 1 < columns, !Self.opensFence(line, at: content) else {
      return
    }
    guard output.last == UInt8(ascii: "\n") else {
      lostRow = true
      return
    }
    output.removeLast()
    Marker.newline.append(to: &output)
  }

  /// Whether a line holds nothing but the dashes, colons and pipes of a table's second row.
  static func isDelimiterRow(_ line: [UInt8], from content: Int) -> Bool {
    var hasDash = false
    for byte in line[content...] {
      switch byte {
      case UInt8(ascii: "-"): hasDash = true
      case UInt8(ascii: "|"), UInt8(ascii: ":"), 0x20, 0x09: continue
      default: return false
      }
    }
    return hasDash
  }

  /// Whether a fenced code block may begin at an index.
  static func opensFence(_ line: [UInt8], at start: Int) -> Bool {
    guard start + 2 < line.count else { return false }
    let character = line[start]
    guard character == UInt8(ascii: "`") || character == UInt8(ascii: "~") else { return false }
    guard line[start + 1] == character, line[start + 2] == character else { return false }
    guard character == UInt8(ascii: "`") else { return true }
    let end = line[start...].firstIndex { $0 != character } ?? line.count
    return !line[end...].contains(character)
  }
}
