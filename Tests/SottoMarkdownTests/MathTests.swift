import Foundation
import Testing

@testable import SottoMarkdown

private let formulas: [(source: String, math: [String])] = [
  ("so $x_1 + y_2$ is", ["$x_1 + y_2$"]),
  ("gives $0$ points, up to $m-1$", ["$0$", "$m-1$"]),
  (#"\(a*b*c\) and \(x_{1}\)"#, [#"\(a*b*c\)"#, #"\(x_{1}\)"#]),
  (#"\[ \frac{a}{b} \]"#, [#"\[ \frac{a}{b} \]"#]),
  ("$$E = mc^2$$", ["$$E = mc^2$$"]),
  ("$$\na\n- b\n= c\n# d\n$$", ["$$\na\n- b\n= c\n# d\n$$"]),
  ("text\n\\[\nx \\\\\n1. y\n\\]\nmore", ["\\[\nx \\\\\n1. y\n\\]"]),
  ("- $$\n  a_1 * b_2\n  $$", ["$$\na_1 * b_2\n$$"]),
  ("> $a|b$", ["$a|b$"]),
  ("| a |\n|---|\n| $|x|$ |", ["$|x|$"]),
  ("so **$x$** and *$y$*", ["$x$", "$y$"]),
  ("是$x$吗", ["$x$"]),
  ("$\\$5 + x$", ["$\\$5 + x$"]),
  ("$a<b$ & $c>d$", ["$a&lt;b$", "$c&gt;d$"]),
  ("`$a` and $b$", ["$b$"]),
]

private let others: [String] = [
  "**$1.50**", "**$750 is a lot of money**", "costs $5, or $10", "$20-$30", "US$5 and US$6",
  "from $5 for me to 10$ for you", "$5 and $10 and $15", "\\$x\\$", "a $ b $ c", "$ x$", "$x $",
  "`$x$`", "``$x$ ` ``", "    $x$", "```\n$x$\n$$\ny\n$$\n```", "`$a` and `$b`", "$$", "$$\n\nx$$",
  "\\[link\\](http://a.b)", "[a](http://x.y/$b$)", "$HOME and $PATH", "$", "$$$", "$$$$ x", "\\(",
  "\\[",
]

@Suite struct MathTests {
  private func math(in html: String) -> [String] {
    html.components(separatedBy: "<span class=\"math\">").dropFirst().map { rest in
      rest.components(separatedBy: "</span>")[0]
    }
  }

  @Test(arguments: formulas)
  func `a formula is set apart as it was written`(source: String, math expected: [String]) {
    #expect(math(in: MarkdownRenderer().html(of: source)) == expected)
  }

  @Test(arguments: others)
  func `what is no formula is none`(source: String) {
    #expect(math(in: MarkdownRenderer().html(of: source)) == [])
  }

  @Test func `prices keep their emphasis, and code its dollars`() {
    let renderer = MarkdownRenderer()
    #expect(renderer.html(of: "**$1.50**").contains("<strong>$1.50</strong>"))
    #expect(
      renderer.html(of: "**$750 is a lot of money**").contains(
        "<strong>$750 is a lot of money</strong>"))
    #expect(renderer.html(of: "`$5`").contains("<code>$5</code>"))
    #expect(renderer.html(of: "`\\(x\\)`").contains("<code>\\(x\\)</code>"))
    #expect(renderer.html(of: "```\n\\[ a_1 * b_2 * c \\]\n```").contains("\\[ a_1 * b_2 * c \\]"))
    #expect(renderer.html(of: "[a](http://x.y/$b$)").contains("href=\"http://x.y/$b$\""))
  }

  @Test func `a formula without an end is text until its paragraph ends`() {
    let html = MarkdownRenderer().html(of: "$$\na_1\n\n*b* $x$")
    #expect(math(in: html) == ["$x$"])
    #expect(html.contains("$$\na_1") && html.contains("<em>b</em>"))
  }

  @Test func `a formula looks the same while it comes, until it is whole`() {
    let text = #"Sum: $\sum_{i=1}^n *i*$ and \[ x^2_1 * y * z \] end"#
    var stream = MarkdownStream()
    for character in text {
      stream.append(String(character))
      _ = stream.update()
      let shown = stream.blocks.joined()
      #expect(!shown.contains("<em>"), "\(shown)")
    }
    _ = stream.finish()
    #expect(math(in: stream.blocks.joined()).count == 2)
  }

  @Test(arguments: ["$", "$$", "\\(", "\\[", "`", "$a ", "$1 a", "\\[x", "$$\n", "`$"])
  func `a megabyte of beginnings takes no longer than of anything else`(unit: String) {
    let html = MarkdownRenderer().html(of: String(repeating: unit, count: 1 << 20 / unit.count))
    #expect(!html.isEmpty)
  }
}
