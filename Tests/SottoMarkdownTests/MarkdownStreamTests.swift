import SottoMarkdown
import Testing

@Suite struct MarkdownStreamTests {
  /// What a page would show, kept by the updates alone.
  struct Page {
    var blocks: [String] = []
    var kept: [String] = []
    var broke: String?

    mutating func apply(_ update: BlockUpdate?, isLast: Bool = false) {
      guard let update else { return }
      if update.keep > blocks.count { broke = "keeps \(update.keep) of \(blocks.count)" }
      if update.keep < kept.count, !isLast { broke = "takes back block \(update.keep)" }
      blocks = Array(blocks.prefix(update.keep)) + update.html
      if update.keep > kept.count { kept = Array(blocks.prefix(update.keep)) }
      if !isLast, !blocks.starts(with: kept) { broke = "changes a kept block" }
    }
  }

  static func play(_ text: String, pieces: [String], definitions: Bool = false) -> String? {
    var stream = MarkdownStream()
    var page = Page()
    for piece in pieces {
      stream.append(piece)
      page.apply(stream.update())
      if page.blocks != stream.blocks { return "the page and the stream differ" }
    }
    page.apply(stream.finish(), isLast: definitions)
    if let broke = page.broke { return broke }
    let whole = MarkdownRenderer().blocks(of: text)
    guard page.blocks == whole else {
      return "ends as\n\(page.blocks)\nnot as\n\(whole)"
    }
    return nil
  }

  @Test(arguments: documents)
  func `keeps finished blocks and ends as the whole, cut at every character`(text: String) {
    #expect(Self.play(text, pieces: text.unicodeScalars.map { String($0) }) == nil)
  }

  @Test(arguments: documents)
  func `ends as the whole of every prefix`(text: String) {
    let scalars = Array(text.unicodeScalars)
    for end in 0...scalars.count {
      var prefix = String.UnicodeScalarView()
      prefix.append(contentsOf: scalars[..<end])
      let text = String(prefix)
      let half = String(String.UnicodeScalarView(scalars[..<(end / 2)]))
      let rest = String(String.UnicodeScalarView(scalars[(end / 2)..<end]))
      #expect(Self.play(text, pieces: [half, rest]) == nil)
    }
  }

  @Test func `keeps finished blocks and ends as the whole for random documents`() {
    for seed in UInt64(1)...150 {
      var random = SeededGenerator(seed: seed)
      let text = random.document(pieces: Int.random(in: 1...60, using: &random))
      let definitions = text.contains("]:")
      let scalars = text.unicodeScalars.map { String($0) }
      let fault = Self.play(text, pieces: scalars, definitions: definitions)
      #expect(fault == nil, "seed \(seed): \(text.debugDescription)")
    }
  }

  @Test(arguments: documentsWithDefinitions)
  func `ends as the whole when something is defined later`(text: String) {
    let scalars = text.unicodeScalars.map { String($0) }
    #expect(Self.play(text, pieces: scalars, definitions: true) == nil)
  }

  @Test func `takes blocks back only at the end, for a definition that changes them`() {
    var stream = MarkdownStream()
    stream.append("First.\n\nSee [it][1].\n\nThird.\n\n[1]: https://a.b\n")
    let first = "<p dir=\"auto\">First.</p>"
    let third = "<p dir=\"auto\">Third.</p>"
    let update = stream.update()
    #expect(update?.html.prefix(3) == [first, "<p dir=\"auto\">See [it][1].</p>", third])
    let link =
      "<a href=\"https://a.b\" rel=\"noopener noreferrer nofollow\" target=\"_blank\">it</a>"
    #expect(
      stream.finish() == BlockUpdate(keep: 1, html: ["<p dir=\"auto\">See \(link).</p>", third]))
  }

  @Test func `shows a footnote as text until the end`() {
    var stream = MarkdownStream()
    stream.append("Text[^1].\n\n[^1]: The note.\n")
    _ = stream.update()
    #expect(stream.blocks.last == "<p dir=\"auto\">[^1]: The note.</p>")
    _ = stream.finish()
    #expect(stream.blocks == MarkdownRenderer().blocks(of: "Text[^1].\n\n[^1]: The note.\n"))
  }

  @Test func `sends only what changed`() {
    var stream = MarkdownStream()
    stream.append("One.\n\nTwo")
    #expect(
      stream.update()
        == BlockUpdate(keep: 0, html: ["<p dir=\"auto\">One.</p>", "<p dir=\"auto\">Two</p>"]))
    #expect(stream.update() == nil)
    stream.append("\n\n")
    #expect(stream.update() == nil)
    stream.append("Three")
    #expect(stream.update() == BlockUpdate(keep: 2, html: ["<p dir=\"auto\">Three</p>"]))
    #expect(stream.finish() == nil)
    stream.append("late")
    #expect(stream.update() == nil)
    #expect(stream.finish() == nil)
  }

  @Test func `keeps a closed code block before anything follows it`() {
    var stream = MarkdownStream()
    stream.append("```\ncode\n```\n")
    _ = stream.update()
    stream.append("text")
    #expect(stream.update() == BlockUpdate(keep: 1, html: ["<p dir=\"auto\">text</p>"]))
  }

  /// Blocks that never end: how they begin, the piece they grow by, and how often.
  static let giants: [(begin: String, unit: String, count: Int)] = [
    ("```swift\n", "let a = b + c // and more\n", 3_000),
    ("| a | b |\n|---|---|\n", "| 1 | **two** |\n", 2_000),
    ("", "- an item\n\n", 3_000),
    ("", "word **bold** `code` ", 2_000),
  ]

  @Test(arguments: giants)
  func `does not send a giant block for every piece`(begin: String, unit: String, count: Int) {
    var stream = MarkdownStream()
    stream.append(begin)
    var sent = 0
    for _ in 0..<count {
      stream.append(unit)
      sent += stream.update()?.html.reduce(0) { $0 + $1.utf8.count } ?? 0
    }
    let text = begin + String(repeating: unit, count: count)
    _ = stream.finish()
    #expect(stream.blocks == MarkdownRenderer().blocks(of: text))
    // Each piece with the whole block would be half the count times its size.
    let size = stream.blocks.joined().utf8.count
    #expect(sent < size * count / 8)
  }

  @Test func `shows what follows a giant block at once`() {
    var stream = MarkdownStream()
    let code = String(repeating: "let a = 1\n", count: 50_000)
    stream.append("```\n" + code)
    _ = stream.update()
    stream.append("```\n")
    _ = stream.update()
    stream.append("After")
    #expect(stream.update() == BlockUpdate(keep: 1, html: ["<p dir=\"auto\">After</p>"]))
  }
}
