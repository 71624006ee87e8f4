import SottoMarkdown
import Testing

@Suite struct TailMendingTests {
  /// What is shown of text that has not ended.
  static func shown(_ text: String) -> [String] {
    var stream = MarkdownStream()
    stream.append(text)
    _ = stream.update()
    return stream.blocks
  }

  static func paragraph(_ html: String) -> [String] { ["<p dir=\"auto\">\(html)</p>"] }

  static let inline: [(source: String, html: String)] = [
    ("a **bo", "a <strong>bo</strong>"),
    ("a **bo ", "a <strong>bo</strong>"),
    ("a **bold*", "a <strong>bold</strong>"),
    ("a **bold**", "a <strong>bold</strong>"),
    ("a **", "a"),
    ("a *", "a"),
    ("a *em", "a <em>em</em>"),
    ("a _em", "a <em>em</em>"),
    ("a ~~de", "a <del>de</del>"),
    ("a ~~del~", "a <del>del</del>"),
    ("a ***bo", "a <em><strong>bo</strong></em>"),
    ("a **bold *em", "a <strong>bold <em>em</em></strong>"),
    ("a **`co", "a <strong><code>co</code></strong>"),
    ("a `co", "a <code>co</code>"),
    ("a `", "a"),
    ("a ``co`", "a <code>co</code>"),
    ("a `**co", "a <code>**co</code>"),
    ("a [te", "a te"),
    ("a [text]", "a text"),
    ("a [text](https://a", "a text"),
    ("a [**te", "a <strong>te</strong>"),
    ("a ![al", "a al"),
    ("a ![alt](https://a", "a alt"),
    ("a[^", "a"),
    ("a[^1", "a"),
    ("a \\", "a"),
    ("**真，**她 **真", "<strong>真，</strong>她 <strong>真</strong>"),
    // Not markup, so not touched.
    ("snake_case", "snake_case"),
    ("2 * 3", "2 * 3"),
    ("5*3 is", "5*3 is"),
    ("about ~5 minutes", "about ~5 minutes"),
    ("[a] b", "[a] b"),
    ("a \\*b", "a *b"),
    ("costs $5 and `$", "costs $5 and <code>$</code>"),
  ]

  @Test(arguments: inline)
  func `completes or hides markup that is half written`(source: String, html: String) {
    #expect(Self.shown(source) == Self.paragraph(html))
    #expect(Self.shown("Before.\n\n" + source) == Self.paragraph("Before.") + Self.paragraph(html))
    #expect(Self.shown("- " + source) == ["<ul><li dir=\"auto\">\(html)</li></ul>"])
  }

  static let hiddenLines = [
    "`", "``", "-", "- ", "*", "**", "***", "+", "1", "1.", "1. ", "12)", "#", "##", "### ", ">",
    "> ",
    "--", "---", "=", "==", "__", "~", "~~", "- [", "- [ ", "- [x", "- [x]", "| a", "| a | b |",
    "> -",
  ]

  @Test(arguments: hiddenLines)
  func `hides a line that is only the beginning of a block`(line: String) {
    #expect(Self.shown(line).isEmpty)
    #expect(Self.shown("Before.\n\n" + line) == Self.paragraph("Before."))
    #expect(Self.shown("Before.\n" + line) == Self.paragraph("Before."))
  }

  static let fences: [(source: String, language: String, code: String)] = [
    ("```", "", ""),
    ("```sw", "", ""),
    ("```swift\n", "swift", ""),
    ("```swift\nlet a", "swift", "let a\n"),
    ("```swift\nlet a\n`", "swift", "let a\n"),
    ("```swift\nlet a\n``", "swift", "let a\n"),
    ("```swift\nlet a\n```", "swift", "let a\n"),
    ("````\n```\n**a\n``", "", "```\n**a\n"),
    ("~~~\n**[a](b `", "", "**[a](b `\n"),
    ("```\n- ", "", "- \n"),
    ("```\na\n\n#", "", "a\n\n#\n"),
  ]

  @Test(arguments: fences)
  func `shows a code block steadily and its content as it is`(
    source: String, language: String, code: String
  ) {
    #expect(Self.shown(source) == [MarkdownRendererTests.code(language, code)])
  }

  @Test func `leaves fences in lists and quotes alone`() {
    let code = MarkdownRendererTests.code("", "**a\n")
    #expect(Self.shown("- x\n\n  ```\n  **a\n  `")[0].contains(code))
    #expect(Self.shown("> ```\n> **a\n> ``")[0].contains(code))
  }

  @Test func `leaves indented code and raw HTML alone`() {
    #expect(Self.shown("    a\n    **b") == [MarkdownRendererTests.code("", "a\n**b\n")])
    #expect(
      Self.shown("<div>\n**b") == ["<p class=\"raw-html\" dir=\"auto\">&lt;div&gt;<br>**b</p>"])
  }

  static let tables: [(source: String, rows: Int)] = [
    ("| a | b |\n", 1), ("| a | b |\n|", 1), ("| a | b |\n|--", 1), ("| a | b |\n|---|---", 1),
    ("| a | b |\n|---|---|\n", 1), ("| a | b |\n|---|---|\n|", 1),
    ("| a | b |\n|---|---|\n| **", 1),
    ("| a | b |\n|---|---|\n| **x", 2), ("| a | b |\n|---|---|\n| x | `y", 2),
    ("- | a | b |\n", 1), ("> | a | b |\n> |-", 1), ("text\n| a | b |\n|-", 1),
  ]

  @Test(arguments: tables)
  func `shows a table as soon as its head is there`(source: String, rows: Int) {
    let html = Self.shown(source).joined()
    #expect(html.contains("<table>"))
    #expect(!html.contains("|"))
    #expect(!html.contains("*"))
    #expect(html.split(separator: "<tr>").count == rows + 1)
  }

  @Test func `never turns text into a heading for a moment`() {
    let source = "Some text\n- item\n\nMore\n---\n"
    var stream = MarkdownStream()
    for scalar in source.unicodeScalars.dropLast() {
      stream.append(String(scalar))
      _ = stream.update()
      #expect(!stream.blocks.joined().contains("<h"))
    }
    stream.append("\n")
    _ = stream.finish()
    #expect(stream.blocks.last == "<h3 dir=\"auto\">More</h3>")
  }

  @Test func `shows no markup characters at any point of a plain answer`() {
    let source = """
      Text with **bold *and em* text**, `code`, ~~gone~~ and [a link](https://example.com/a_b).

      ## A **title**

      1. one **b**
      2. two `c`
         - [x] done

      | a | **b** |
      |---|:-:|
      | `x` | [y](https://a.b) |

      > quote *em*

      ```swift
      let a = 1
      ```

      """
    var stream = MarkdownStream()
    for scalar in source.unicodeScalars {
      stream.append(String(scalar))
      _ = stream.update()
      let text = stream.blocks.joined().replacing(#/<[^>]*>/#, with: "")
      #expect(!text.contains { "*`~[]|#>_".contains($0) }, "\(text.suffix(60))")
    }
  }
}
