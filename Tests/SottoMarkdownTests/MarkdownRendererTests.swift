import SottoMarkdown
import Testing

@Suite struct MarkdownRendererTests {
  static let blocks: [(source: String, html: String)] = [
    ("# One", "<h2 dir=\"auto\">One</h2>"),
    ("###### Six", "<h6 dir=\"auto\">Six</h6>"),
    ("a\nb", "<p dir=\"auto\">a\nb</p>"),
    ("a  \nb", "<p dir=\"auto\">a<br>\nb</p>"),
    ("> q", "<blockquote dir=\"auto\"><p dir=\"auto\">q</p></blockquote>"),
    ("---", "<hr>"),
    (
      "- a\n- b",
      "<ul><li dir=\"auto\">a</li><li dir=\"auto\">b</li></ul>"
    ),
    (
      "- a\n\n- b",
      "<ul><li dir=\"auto\"><p dir=\"auto\">a</p></li><li dir=\"auto\"><p dir=\"auto\">b</p></li></ul>"
    ),
    (
      "3. a\n   - b",
      "<ol start=\"3\"><li dir=\"auto\">a\n<ul><li dir=\"auto\">b</li></ul></li></ol>"
    ),
    (
      "- [x] a\n- [ ] b",
      "<ul><li class=\"task\" dir=\"auto\">"
        + "<input type=\"checkbox\" disabled checked aria-label=\"Done\"> a</li>"
        + "<li class=\"task\" dir=\"auto\">"
        + "<input type=\"checkbox\" disabled aria-label=\"To do\"> b</li></ul>"
    ),
    (
      "|a|b|c|\n|-|:-:|-:|\n|1|x\\|y<br>z|",
      "<div class=\"table-scroll\"><table><thead><tr><th scope=\"col\" dir=\"auto\">a</th>"
        + "<th scope=\"col\" dir=\"auto\" class=\"align-center\">b</th>"
        + "<th scope=\"col\" dir=\"auto\" class=\"align-right\">c</th></tr></thead>"
        + "<tbody><tr><td dir=\"auto\">1</td>"
        + "<td dir=\"auto\" class=\"align-center\">x|y<br>z</td>"
        + "<td dir=\"auto\" class=\"align-right\"></td></tr></tbody></table></div>"
    ),
    ("*a* **b** ~~c~~", "<p dir=\"auto\"><em>a</em> <strong>b</strong> <del>c</del></p>"),
    ("10~20, 30~40", "<p dir=\"auto\">10~20, 30~40</p>"),
    (
      "Cafe\u{301} \u{1F469}\u{200D}\u{1F4BB}",
      "<p dir=\"auto\">Cafe\u{301} \u{1F469}\u{200D}\u{1F4BB}</p>"
    ),
    ("\u{0}", "<p dir=\"auto\">\u{FFFD}</p>"),
    (noncharacters, "<p dir=\"auto\">\u{FFFD}\u{FFFD}\u{FFFD}</p>"),
    ("\\" + noncharacters, "<p dir=\"auto\">\\\u{FFFD}\u{FFFD}\u{FFFD}</p>"),
  ]

  @Test(arguments: blocks)
  func `writes each kind of block`(source: String, html: String) {
    #expect(MarkdownRenderer().blocks(of: source) == [html])
  }

  @Test func `gives one string for each top-level block`() {
    let blocks = MarkdownRenderer().blocks(of: "a\n\n- b\n\n\n- c\n\n> d\n\n***")
    #expect(blocks.count == 4)
    #expect(MarkdownRenderer().blocks(of: "") == [])
    #expect(MarkdownRenderer().html(of: "a\n\nb") == "<p dir=\"auto\">a</p>\n<p dir=\"auto\">b</p>")
  }

  @Test func `puts footnotes into one block at the end`() {
    let blocks = MarkdownRenderer().blocks(of: "a[^x] b[^y]\n\n[^y]: Y\n\n[^x]: X\n\nend")
    #expect(
      blocks == [
        "<p dir=\"auto\">a<sup class=\"footnote-ref\">1</sup> b<sup class=\"footnote-ref\">2</sup></p>",
        "<p dir=\"auto\">end</p>",
        "<section class=\"footnotes\"><ol><li dir=\"auto\"><p dir=\"auto\">X</p></li>"
          + "<li dir=\"auto\"><p dir=\"auto\">Y</p></li></ol></section>",
      ])
  }

  @Test(arguments: ["a\r\nb\r\n\r\n- c\r\n", "a\rb\r\r- c\r"])
  func `takes every kind of line end`(source: String) {
    #expect(MarkdownRenderer().blocks(of: source) == MarkdownRenderer().blocks(of: "a\nb\n\n- c\n"))
  }

  /// How a code block begins and ends.
  static func code(_ language: String, _ text: String) -> String {
    "<div class=\"code\" data-language=\"\(language)\"><div class=\"code-head\">"
      + "<span class=\"code-language\">\(language)</span>"
      + "<button type=\"button\" class=\"copy-code\" data-action=\"copy-code\"></button></div>"
      + "<pre><code\(language.isEmpty ? "" : " class=\"language-\(language)\"")>\(text)</code></pre></div>"
  }

  static let codeBlocks: [(source: String, language: String, text: String)] = [
    ("```swift\nlet a = 1\n```", "swift", "let a = 1\n"),
    ("```\na\n\nb\n```", "", "a\n\nb\n"),
    ("    indented", "", "indented\n"),
    ("~~~C++ title=\"x\"\na<b>&\"\n~~~", "c++", "a&lt;b&gt;&amp;&quot;\n"),
    ("```{.python}\n```", "python", ""),
    ("```\"><script>\nx\n```", "", "x\n"),
    ("```js\" onclick=\"x\nx\n```", "js", "x\n"),
    // Markup characters in code are left alone, and so are the helpers next to wide characters.
    ("```\n`${a}` ** __ $5 [x](y) **真，**她\n```", "", "`${a}` ** __ $5 [x](y) **真，**她\n"),
    (
      "```\n\(String(repeating: "> ", count: 90))x\n```", "",
      String(repeating: "&gt; ", count: 90) + "x\n"
    ),
    (
      "```\n\(String(repeating: "|", count: 300))\n<?php ?> x[0]: )\n```", "",
      String(repeating: "|", count: 300) + "\n&lt;?php ?&gt; x[0]: )\n"
    ),
    ("```\nunclosed", "", "unclosed\n"),
  ]

  @Test(arguments: codeBlocks)
  func `shows code as it was written`(source: String, language: String, text: String) {
    #expect(MarkdownRenderer().blocks(of: source) == [Self.code(language, text)])
  }

  @Test func `escapes a fence in a list item once`() {
    let html = MarkdownRenderer().html(of: "1. item\n\n   ```html\n   <b>\n   ```\n")
    #expect(html.contains(Self.code("html", "&lt;b&gt;\n")))
  }

  static let codeSpans: [(source: String, html: String)] = [
    ("Use `__` and `**/*.py`", "Use <code>__</code> and <code>**/*.py</code>"),
    ("`$5`", "<code>$5</code>"),
    ("`**真，**她`", "<code>**真，**她</code>"),
    ("``a ` b``", "<code>a ` b</code>"),
  ]

  @Test(arguments: codeSpans)
  func `leaves code spans untouched`(source: String, html: String) {
    #expect(MarkdownRenderer().blocks(of: source) == ["<p dir=\"auto\">\(html)</p>"])
  }

  static let prices: [(source: String, html: String)] = [
    ("**$1.50**", "<strong>$1.50</strong>"),
    ("**$750 is a lot of money**", "<strong>$750 is a lot of money</strong>"),
    ("costs $5 and $6", "costs $5 and $6"),
  ]

  @Test(arguments: prices)
  func `leaves dollars alone`(source: String, html: String) {
    #expect(MarkdownRenderer().blocks(of: source) == ["<p dir=\"auto\">\(html)</p>"])
  }
}
