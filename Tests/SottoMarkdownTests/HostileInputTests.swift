import SottoMarkdown
import Testing

/// Inputs that cost a parser time, memory or stack out of proportion.
@Suite struct HostileInputTests {
  static func repeated(_ unit: String, _ count: Int = 10_000) -> String {
    String(repeating: unit, count: count)
  }

  static func occurrences(of tag: String, in html: String) -> Int {
    html.split(separator: tag, omittingEmptySubsequences: false).count - 1
  }

  struct Nesting: CustomTestStringConvertible {
    var testDescription: String
    var tag: String
    var limit: Int
    var source: String

    /// The name stands in the log for a source of thousands of lines.
    init(_ name: String, _ tag: String, _ limit: Int, _ source: String) {
      (testDescription, self.tag, self.limit, self.source) = (name, tag, limit, source)
    }
  }

  static let nested = [
    Nesting("quotes", "<blockquote", 64, repeated(">") + "a"),
    Nesting("lazy lines", "<blockquote", 64, repeated("> ") + "a\n" + repeated("lazy\n")),
    Nesting("lists and empty lines", "<li", 64, repeated("- ") + "a\n" + repeated("\n")),
    Nesting("numbered lists", "<li", 64, repeated("1. ") + "a"),
    Nesting("quotes in lists", "<blockquote", 32, repeated("+ > ") + "a"),
    Nesting("emphasis", "<em>", 32, repeated("*a **b ")),
    Nesting("closed emphasis", "<strong>", 32, repeated("**a ") + repeated("a**")),
    Nesting("footnotes", "<li", 8, repeated("[^x]: ") + "a [^x]"),
    Nesting(
      "deeper and deeper lists", "<li", 100,
      (0..<400).map { repeated(" ", $0 * 2) + "- a\n" }.joined() + repeated("\n")),
  ]

  @Test(arguments: nested)
  func `caps nesting`(_ nesting: Nesting) {
    let html = MarkdownRenderer().html(of: nesting.source)
    #expect(Self.occurrences(of: nesting.tag, in: html) <= nesting.limit)
    #expect(MarkdownSafetyTests.foreignTag(in: html) == nil)
  }

  static let slow = [
    "[", "]", "![[]()", "![[]()\n", "[a](", "[a](<b", "![a", "*", "**a ", "*a _b ", "~~a ",
    "`a``b```c",
    "<", "<?", "a<?", "<![CDATA[", "<!--", "<a b='", "\\", "&", "(", "真**", "|a", "|-", "a|",
    "- [ ] ",
    "#\n", "a\n=\n", "```\n", "[x]: /a\n", "[^x]: a\n", "[^1]", "www.", "https://a.b ", "a@b.",
    "a.b@c_", "\u{0}",
    "\t",
  ]

  @Test(.timeLimit(.minutes(5)), arguments: slow)
  func `ends for repeated markup`(unit: String) {
    let text = Self.repeated(unit, 8_000)
    let html = MarkdownRenderer().html(of: text)
    #expect(html.utf8.count < text.utf8.count * 100)
    var stream = MarkdownStream()
    for _ in 0..<20 {
      stream.append(Self.repeated(unit, 400))
      _ = stream.update()
    }
    _ = stream.finish()
    #expect(stream.blocks.joined(separator: "\n") == html)
  }

  @Test(.timeLimit(.minutes(5)))
  func `ends for an address before a row of brackets`() {
    let html = MarkdownRenderer().html(of: "https://a.b" + Self.repeated(")", 50_000))
    #expect(Self.occurrences(of: ")", in: html) == 50_000)
  }

  @Test func `makes no table of a row with thousands of cells`() {
    let text = "a" + Self.repeated("|a", 2_000) + "\n-" + Self.repeated("|-", 2_000) + "\n"
    let html = MarkdownRenderer().html(of: text)
    #expect(!html.contains("<table"))
    #expect(Self.occurrences(of: "|", in: html) == 4_000)
  }

  @Test func `does not fill short rows of a giant table without end`() {
    let head = Self.repeated("|a", 200) + "\n" + Self.repeated("|-", 200) + "\n"
    let text = head + Self.repeated("b\n", 5_000)
    let html = MarkdownRenderer().html(of: text)
    #expect(Self.occurrences(of: "<td", in: html) < 100_000)
    #expect(Self.occurrences(of: "b", in: html) >= 5_000)
    var stream = MarkdownStream()
    stream.append(text)
    _ = stream.update()
    _ = stream.finish()
    #expect(stream.blocks.joined(separator: "\n") == html)
  }

  @Test func `does not multiply a long definition`() {
    let text =
      "[x]: https://a.b/" + Self.repeated("u", 8_000) + "\n\n" + Self.repeated("[x] ", 40_000)
    let html = MarkdownRenderer().html(of: text)
    #expect(html.utf8.count < 4 << 20)
  }

  @Test func `shows a line of 8 MB`() {
    let line = Self.repeated("all words ", 800_000)
    let blocks = MarkdownRenderer().blocks(of: line)
    #expect(blocks.count == 1)
    #expect((blocks.first?.utf8.count ?? 0) > 7_999_999)
  }
}
