/// What the next line of an unfinished document would continue.
enum TailContext: Sendable, Equatable {
  /// A fenced code block that is open, with its fence.
  case fence(length: Int, character: UInt8)
  /// Indented code or raw HTML, where nothing is markup.
  case verbatim
  case table
  case paragraph
  case other

  /// The context after complete lines.
  init(of tree: borrowing SyntaxTree, lines: [UInt8]) {
    guard let leaf = tree.lastLeafBlock else {
      self = .other
      return
    }
    let lastLine = Array(FinishedBlocks.lastLine(of: lines))
    let prefix = LinePrefix(of: lastLine)
    switch leaf.kind {
    case .codeBlock:
      guard let fence = leaf.fence else {
        self = .verbatim
        return
      }
      let isClosed = FinishedBlocks.closesFence(
        lastLine[prefix.content...], length: fence.length, character: fence.character)
      // A line that closes a fence looks like one that opens it: only the first line opens.
      self =
        isClosed && leaf.endLine > leaf.startLine
        ? .other : .fence(length: fence.length, character: fence.character)
    case .htmlBlock: self = .verbatim
    case .table: self = prefix.content == lastLine.count ? .other : .table
    case .paragraph: self = prefix.content == lastLine.count ? .other : .paragraph
    default: self = .other
    }
  }
}
