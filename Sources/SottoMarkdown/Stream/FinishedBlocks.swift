/// Finds where the unfinished part of a streamed document begins.
enum FinishedBlocks {
  /// How many of a tree's blocks no further line can change, and on which line (from 1) the rest
  /// begins. The tree must be of complete lines only.
  static func count(
    in nodes: [SyntaxNode], lines: [UInt8], lineCount: Int
  ) -> (blocks: Int, nextLine: Int) {
    guard let last = nodes.last else { return (0, 1) }
    if isClosed(last, lines: lines, lineCount: lineCount) { return (nodes.count, lineCount + 1) }
    // The last block may go on, and closed all before it. A paragraph that a table cut off has no
    // line numbers; the table then has the paragraph's, and both wait.
    var open = nodes.count - 1
    while open > 0, nodes[open - 1].startLine < 1 { open -= 1 }
    guard open > 0, last.startLine > nodes[open - 1].endLine else { return (0, 1) }
    return (open, last.startLine)
  }

  private static func isClosed(_ block: SyntaxNode, lines: [UInt8], lineCount: Int) -> Bool {
    switch block.kind {
    case .thematicBreak:
      true
    case .paragraph, .table, .heading:
      // Text goes on until a blank line.
      endsInBlankLine(lines)
    case .codeBlock:
      isClosed(fenced: block, lines: lines, lineCount: lineCount)
    default:
      // Lists, quotes and raw HTML may go on after a blank line.
      false
    }
  }

  private static func endsInBlankLine(_ lines: [UInt8]) -> Bool {
    lastLine(of: lines).allSatisfy(\.isBlank)
  }

  /// A fenced block is closed when its closing fence has come.
  private static func isClosed(fenced block: SyntaxNode, lines: [UInt8], lineCount: Int) -> Bool {
    guard let fence = block.fence, lineCount > block.startLine else { return false }
    guard block.endLine == lineCount else { return false }
    return closesFence(lastLine(of: lines), length: fence.length, character: fence.character)
  }

  /// Whether a line is a closing fence.
  static func closesFence(_ line: ArraySlice<UInt8>, length: Int, character: UInt8) -> Bool {
    let indentation = line.prefix { $0 == 0x20 }.count
    guard indentation <= 3 else { return false }
    let rest = line.dropFirst(indentation)
    let fence = rest.prefix { $0 == character }
    return fence.count >= length && rest.dropFirst(fence.count).allSatisfy(\.isBlank)
  }

  /// The last of lines that all end in a line feed, without it.
  static func lastLine(of lines: [UInt8]) -> ArraySlice<UInt8> {
    let body = lines.dropLast()
    let start = body.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return body[start...]
  }
}
