import SottoMarkdown
import Testing

@Suite struct MarkdownSafetyTests {
  static let rawHTML = [
    "<svg onload=alert(1)>", "text <svg/onload=alert(1)> text", "<script>alert(1)</script>",
    "a <script>alert(1)</script>", "<iframe src=\"https://a.b\"></iframe>", "<!-- comment -->",
    "<img src=x onerror=alert(1)>", "<a href=\"javascript:alert(1)\">x</a>", "<style>*{}</style>",
    "<div style=\"position:fixed\">x</div>", "<?php echo 1 ?>", "<![CDATA[x]]>", "<!DOCTYPE html>",
    "<b>bold</b>", "<br onclick=alert(1)>", "<br\n/>", "<details open ontoggle=alert(1)>",
    "- <svg onload=alert(1)>", "> <script>x", "| <svg onload=x> |\n|---|\n| <script>y</script> |",
    "[^1]\n\n[^1]: <script>x</script>", "# <script>x</script>",
  ]

  @Test(arguments: rawHTML)
  func `shows raw HTML as text`(source: String) {
    let html = MarkdownRenderer().html(of: source)
    #expect(Self.foreignTag(in: html) == nil)
    #expect(html.contains("&lt;"))
  }

  @Test func `shows all of the raw HTML`() {
    #expect(
      MarkdownRenderer().blocks(of: "<svg onload=\"x\">\n <b>") == [
        "<p class=\"raw-html\" dir=\"auto\">&lt;svg onload=&quot;x&quot;&gt;<br> &lt;b&gt;</p>"
      ])
  }

  static let unsafeTargets = [
    "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](&#106;avascript:alert(1))",
    "[x](java&#x09;script:alert(1))", "[x](java&#10;script:alert(1))",
    "[x](&#1;javascript:alert(1))",
    "[x](\u{1}javascript:alert(1))", "[x]( javascript:alert(1))", "[x](<java\tscript:alert(1)>)",
    "[x](javascript&colon;alert(1))", "[x](javascript\\:alert(1))", "[x](java&#xFDD0;script:x)",
    "[x](data:text/html,<script>x</script>)", "[x](vbscript:x)", "[x](file:///etc/passwd)",
    "[x](blob:https://a.b/x)", "[x](//a.b)", "[x](/api/v1/projects)", "[x](#top)", "[x](a.html)",
    "[x](http:a.b)", "[x](https:)", "[x](ht\ttp://a.b)", "[x](http&#58;&#10;//a.b)",
    "[x](ｈttp://a.b)",
    "<javascript:alert(1)>", "<data:text/html,x>", "![x](javascript:alert(1))",
    "![x](data:image/svg+xml,x)", "[x][y]\n\n[y]: javascript:alert(1)", "xmpp:a@b.c", "ftp://a.b",
  ]

  @Test(arguments: unsafeTargets)
  func `links nothing but web and mail addresses`(source: String) {
    let html = MarkdownRenderer().html(of: source)
    #expect(!html.contains("<a "))
    #expect(!html.contains("<img"))
  }

  static let links: [(source: String, html: String)] = [
    ("[x](HTTPS://a.b)", "<a href=\"HTTPS://a.b\" \(rel)>x</a>"),
    (
      "[x](https://a.b/?q=\"&c \"t\\\"<\")",
      "<a href=\"https://a.b/?q=%22&amp;c\" title=\"t&quot;&lt;\" \(rel)>x</a>"
    ),
    ("<mailto:a@b.c>", "<a href=\"mailto:a@b.c\" \(rel)>mailto:a@b.c</a>"),
    ("a@b.c", "<a href=\"mailto:a@b.c\" \(rel)>a@b.c</a>"),
    ("www.a.b", "<a href=\"http://www.a.b\" \(rel)>www.a.b</a>"),
    ("https://a.b/é", "<a href=\"https://a.b/%C3%A9\" \(rel)>https://a.b/é</a>"),
    (
      "![alt](https://a.b/c.png)",
      "<a href=\"https://a.b/c.png\" class=\"image-link\" \(rel)>alt</a>"
    ),
    (
      "![](https://a.b/c.png)",
      "<a href=\"https://a.b/c.png\" class=\"image-link\" \(rel)>https://a.b/c.png</a>"
    ),
    (
      "[![alt](https://a.b/c.png)](https://d.e)", "<a href=\"https://d.e\" \(rel)>alt</a>"
    ),
    ("[relative](a/b.md)", "relative"),
  ]

  static let rel = "rel=\"noopener noreferrer nofollow\" target=\"_blank\""

  @Test(arguments: links)
  func `writes links that tell nothing and pictures that do not load`(source: String, html: String)
  {
    #expect(MarkdownRenderer().blocks(of: source) == ["<p dir=\"auto\">\(html)</p>"])
  }

  @Test func `writes only tags and attributes of its own for random documents, also half-way`() {
    for seed in UInt64(1)...300 {
      var random = SeededGenerator(seed: seed &* 7919)
      let text = random.document(pieces: Int.random(in: 1...60, using: &random))
      var stream = MarkdownStream()
      for scalar in text.unicodeScalars {
        stream.append(String(scalar))
        guard let update = stream.update() else { continue }
        for block in update.html {
          #expect(Self.foreignTag(in: block) == nil, "seed \(seed)")
        }
      }
      #expect(Self.foreignTag(in: MarkdownRenderer().html(of: text)) == nil, "seed \(seed)")
    }
  }

  /// The first tag that is not exactly one of those that the writer writes, or is left open.
  static func foreignTag(in html: String) -> String? {
    var open: [Substring] = []
    var rest = html[...]
    while let start = rest.firstIndex(where: { $0 == "<" || $0 == ">" }) {
      rest = rest[start...]
      guard let match = rest.prefixMatch(of: tag) else { return String(rest.prefix(80)) }
      let text = match.output
      rest = rest[match.range.upperBound...]
      let name = text.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
      if text.hasPrefix("</") {
        guard open.popLast() == name else { return "unbalanced \(name)" }
      } else if !["br", "hr", "input"].contains(name) {
        open.append(name)
      }
    }
    return open.isEmpty ? nil : "open \(open)"
  }

  nonisolated(unsafe) private static let tag =
    #/
    </?(?:em|strong|del|code|pre|ul|ol|table|thead|tbody|tr)>|<br>|<hr>
    |</(?:p|h[2-6]|li|blockquote|td|th|a|sup|section|div|span|button)>
    |<ol\ start="\d+">
    |<(?:p|h[2-6]|li|blockquote)\ dir="auto">
    |<p\ class="raw-html"\ dir="auto">
    |<(?:td|th\ scope="col")\ dir="auto"(?:\ class="align-(?:left|center|right)")?>
    |<li\ class="task"\ dir="auto">
    |<input\ type="checkbox"\ disabled(?:\ checked\ aria-label="Done"|\ aria-label="To\ do")>
    |<a\ href="(?:(?i:https?)://|(?i:mailto):)[^"<>\s]*"(?:\ title="[^"<>]*")?(?:\ class="image-link")?
      \ rel="noopener\ noreferrer\ nofollow"\ target="_blank">
    |<span\ class="math">|<sup\ class="footnote-ref">|<section\ class="footnotes">|<div\ class="table-scroll">
    |<div\ class="code"\ data-language="[a-z0-9+\#\-_.]*">|<div\ class="code-head">
    |<span\ class="code-language">|<code\ class="language-[a-z0-9+\#\-_.]+">
    |<button\ type="button"\ class="copy-code"\ data-action="copy-code">
    /#
}
