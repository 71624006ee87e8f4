/// Completes or hides the markup that is half written at the end of a stream, so that it does not
/// flash up as text or as another kind of block. It only has to look right: the final rendering
/// never uses it.
struct TailMender {
  let context: TailContext
  /// Whether the unfinished line belongs to a formula.
  var isInMath = false

  /// The complete lines and the unfinished one (without a line end) as they should be parsed. No
  /// unfinished line means that it is hidden.
  func mended(lines: [UInt8], rest: [UInt8]) -> (lines: [UInt8], rest: [UInt8]?) {
    if isInMath, !rest.isEmpty { return (lines, rest) }
    switch context {
    case .fence(let length, let character):
      let isHidden = Self.isHalfFence(rest, length: length, character: character)
      return (lines, isHidden ? nil : rest)
    case .verbatim:
      return (lines, rest.isEmpty ? nil : rest)
    case .paragraph:
      if let table = Self.tableHead(lines: lines, rest: rest) { return (table, nil) }
    case .table, .other:
      break
    }
    return (lines, mendedLine(rest, prefix: LinePrefix(of: rest)))
  }

  /// Whether a line of code is so far only what may become the closing fence, or nothing. Before a
  /// fence stand no markers but those of quotes.
  private static func isHalfFence(_ line: [UInt8], length: Int, character: UInt8) -> Bool {
    let content = line.drop { $0.isBlank || $0 == UInt8(ascii: ">") }
    return content.count < length && content.allSatisfy { $0 == character }
  }

  private static func isEmptyRow(_ content: ArraySlice<UInt8>) -> Bool {
    content.allSatisfy { $0.isBlank || $0 == UInt8(ascii: "|") }
  }

  private func mendedLine(_ line: [UInt8], prefix: LinePrefix) -> [UInt8]? {
    let content = line[prefix.content...]
    guard let first = content.first, !Self.isBlockMarkupOnly(content) else { return nil }
    if SourcePreparer.opensFence(line, at: prefix.content) {
      // The language is shown when it is complete.
      let fence = content.prefix { $0 == first }
      return Array(line[..<fence.endIndex])
    }
    var start = prefix.content
    if context == .table {
      start = line.lastIndex(of: UInt8(ascii: "|")).map { $0 + 1 } ?? start
    } else if first == UInt8(ascii: "|") {
      return nil
    }
    if first == UInt8(ascii: "["), !prefix.markers.isEmpty, content.count <= 4,
      Self.isTaskMark(content)
    {
      return nil
    }
    var mender = InlineMender()
    mender.mend(line, from: start)
    // A row of empty cells would end the table.
    let isEmptyRow =
      context == .table && Self.isEmptyRow(mender.output.dropFirst(prefix.content))
    return isEmptyRow ? nil : mender.output
  }

  /// Whether a line so far is only what begins or underlines a block, such as `#`, `--` or `***`, or
  /// a number that may become a list's.
  private static func isBlockMarkupOnly(_ content: ArraySlice<UInt8>) -> Bool {
    guard let first = content.first else { return true }
    let visible = content.filter { !$0.isBlank }
    switch first {
    case UInt8(ascii: "#"):
      return visible.count <= 6 && visible.allSatisfy { $0 == first }
    case UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "*"), UInt8(ascii: "_"),
      UInt8(ascii: "+"):
      return visible.allSatisfy { $0 == first }
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      return content.count < 3 && content.allSatisfy { $0 == first }
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return content.count <= 2 && content.allSatisfy(\.isDigit)
    default:
      return false
    }
  }

  /// `[`, `[ `, `[x]` and so on at the beginning of a list item.
  private static func isTaskMark(_ content: ArraySlice<UInt8>) -> Bool {
    let letters = Array(content)
    guard letters.count > 1 else { return true }
    guard [0x20, UInt8(ascii: "x"), UInt8(ascii: "X")].contains(letters[1]) else { return false }
    guard letters.count > 2 else { return true }
    return letters[2] == UInt8(ascii: "]") && letters.dropFirst(3).allSatisfy(\.isBlank)
  }

  /// A row between pipes, whose second row has not come or not ended, with a second row added: it
  /// is a table's head.
  private static func tableHead(lines: [UInt8], rest: [UInt8]) -> [UInt8]? {
    let head = Array(FinishedBlocks.lastLine(of: lines))
    let prefix = LinePrefix(of: head)
    let row = head[prefix.content...]
    guard row.first == UInt8(ascii: "|"), row.last(where: { !$0.isBlank }) == UInt8(ascii: "|"),
      row.count > 2
    else { return nil }
    let secondPrefix = LinePrefix(of: rest)
    let second = rest[secondPrefix.content...]
    guard second.allSatisfy({ $0.isBlank || "|-:".utf8.contains($0) }) else { return nil }
    var columns = -1
    var isEscaped = false
    for byte in row {
      if byte == UInt8(ascii: "|"), !isEscaped { columns += 1 }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    guard columns > 0 else { return nil }
    // The second row stands in the same containers: under the first one.
    var containers = Array(head[..<prefix.content])
    for marker in prefix.markers where containers[marker] != UInt8(ascii: ">") {
      let end = LinePrefix.marker(in: head, at: marker) ?? marker
      for index in marker..<end { containers[index] = 0x20 }
    }
    return lines + containers + [UInt8(ascii: "|")]
      + [[UInt8]](repeating: [UInt8(ascii: "-"), UInt8(ascii: "|")], count: columns).joined()
      + [UInt8(ascii: "\n")]
  }
}
