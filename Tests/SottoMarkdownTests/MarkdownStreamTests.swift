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
    for seed in UInt64(1)...400 {
      var random = SeededGenerator(seed: seed)
      let text = random.document(pieces: Int.random(in: 1...60, using: &random))
      let definitions = text.contains("]:")
      let scalars = text.unicodeScalars.map { String($0) }
      let fault = Self.play(text, pieces: scalars, definitions: definitions)
      #expect(fault == nil, "seed \(seed): \(text.debugDescription)")
    }
  }
}
