/// Markdown to HTML while the text is still coming.
///
/// Blocks that no further text can change are rendered once and then kept. Only what comes after
/// them is parsed again, from a copy in which half-written markup is completed or hidden.
///
/// `finish()` shows exactly what `MarkdownRenderer` makes of the whole text. One thing can change
/// kept blocks then: a link or footnote definition (`[x]: …`, `[^1]: …`) acts on the whole
/// document, is shown as text until the end and takes effect at the end.
package struct MarkdownStream: Sendable {
  private var text: [UInt8] = []
  private var lines = LineSplitter()
  private var preparer = SourcePreparer(keepsDefinitions: false)
  /// The complete lines after the last finished block, prepared.
  private var open: [UInt8] = []
  private var hasNewLines = false
  private var context = TailContext.other
  private var pace = RenderPace()

  private var finished: [String] = []
  private var tail: [String] = []
  /// How many of the finished blocks the caller has.
  private var reported = 0
  private var isFinished = false

  package init() {}

  /// All blocks as they are shown now: what the updates so far add up to.
  package var blocks: [String] { finished + tail }

  /// Adds text. After `finish()` it is ignored.
  package mutating func append(_ text: String) {
    guard !isFinished, !text.isEmpty else { return }
    let bytes = Array(text.utf8)
    self.text.append(contentsOf: bytes)
    pace.grow(by: bytes.count)
    // Moved out and back, so that a long unfinished line is not copied each time.
    var splitter = lines
    lines = LineSplitter()
    splitter.append(bytes) { addLine($0) }
    lines = splitter
  }

  /// What changed since the last update; nil when nothing did, or when the unfinished block is so
  /// large that the little that was added does not pay yet.
  package mutating func update() -> BlockUpdate? {
    guard !isFinished, !isTooLarge, pace.isDue(size: open.count + lines.rest.count) else {
      return nil
    }
    pace.rendered()
    moveFinishedBlocks()
    var preparer = preparer
    let mender = TailMender(context: context, isInMath: preparer.openMath != nil)
    var source = mender.mended(lines: open, rest: lines.rest)
    if let line = source.rest { preparer.append(line, to: &source.lines) }
    return show(Self.render(source.lines))
  }

  /// The last update: everything, with nothing completed or hidden. Nil when nothing changed.
  package mutating func finish() -> BlockUpdate? {
    guard !isFinished else { return nil }
    isFinished = true
    let rest = lines.takeRest()
    if !rest.isEmpty { addLine(rest) }
    defer {
      text = []
      open = []
    }
    guard preparer.sawDefinition || preparer.lostRow || isTooLarge else {
      return show(Self.render(open))
    }
    let before = blocks
    finished = MarkdownRenderer().blocks(of: text)
    tail = []
    return Self.difference(from: before, to: finished, keepingAtMost: .max)
  }

  private var isTooLarge: Bool { text.count > MarkdownRenderer.sizeLimit }

  private mutating func addLine(_ line: [UInt8]) {
    let follows = FinishedBlocks.lastLine(of: open).allSatisfy(\.isBlank)
    preparer.append(line, to: &open)
    hasNewLines = true
    let isFence = SourcePreparer.opensFence(line, at: LinePrefix(of: line).content)
    if isFence || (follows && !line.allSatisfy(\.isBlank)) { pace.noteBlockEnd() }
  }

  /// Renders the blocks that are finished for good and drops their source.
  private mutating func moveFinishedBlocks() {
    guard hasNewLines else { return }
    hasNewLines = false
    guard let tree = SyntaxTree(parsing: open) else { return }
    let nodes = tree.blocks
    context = TailContext(of: tree, lines: open)
    let lineCount = open.count { $0 == UInt8(ascii: "\n") }
    let done = FinishedBlocks.count(in: nodes, lines: open, lineCount: lineCount)
    guard done.blocks > 0 else { return }
    var writer = HTMLWriter()
    finished.append(contentsOf: nodes[..<done.blocks].map { writer.block($0, of: tree) })
    if done.blocks == nodes.count { context = .other }
    open.removeSubrange(..<Self.offset(ofLine: done.nextLine, in: open))
  }

  private mutating func show(_ newTail: [String]) -> BlockUpdate? {
    let old = tail
    let new = Array(finished[reported...]) + newTail
    let start = reported
    tail = newTail
    reported = finished.count
    // A block that looks the same is only kept for good when it is finished.
    guard
      var update = Self.difference(from: old, to: new, keepingAtMost: finished.count - start)
    else { return nil }
    update.keep += start
    return update
  }

  private static func difference(
    from old: [String], to new: [String], keepingAtMost limit: Int
  ) -> BlockUpdate? {
    guard old != new else { return nil }
    let same = zip(old, new).prefix { $0 == $1 }.count
    let keep = min(same, limit)
    return BlockUpdate(keep: keep, html: Array(new[keep...]))
  }

  private static func render(_ source: [UInt8]) -> [String] {
    guard let tree = SyntaxTree(parsing: source) else { return [] }
    return HTMLWriter.blocks(of: tree)
  }

  private static func offset(ofLine line: Int, in lines: [UInt8]) -> Int {
    var left = line - 1
    guard left > 0 else { return 0 }
    for (index, byte) in lines.enumerated() where byte == UInt8(ascii: "\n") {
      left -= 1
      if left == 0 { return index + 1 }
    }
    return lines.count
  }
}
