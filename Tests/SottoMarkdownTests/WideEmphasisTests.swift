import SottoMarkdown
import Testing

@Suite struct WideEmphasisTests {
  static let bold: [(source: String, html: String)] = [
    ("**真，**她", "<strong>真，</strong>她"),
    ("她说：**真，**她", "她说：<strong>真，</strong>她"),
    ("**「A」**なので**「B」**", "<strong>「A」</strong>なので<strong>「B」</strong>"),
    ("これは**「重要」**です", "これは<strong>「重要」</strong>です"),
    ("**重要：**Swift", "<strong>重要：</strong>Swift"),
    ("**注意。**次", "<strong>注意。</strong>次"),
    ("**（一）**标题", "<strong>（一）</strong>标题"),
    ("她**“真”**了", "她<strong>“真”</strong>了"),
    ("**真……**她", "<strong>真……</strong>她"),
    ("**100%**的", "<strong>100%</strong>的"),
    ("共**$100**元", "共<strong>$100</strong>元"),
    ("**'제목'**은", "<strong>'제목'</strong>은"),
    ("*「A」*なので", "<em>「A」</em>なので"),
    ("***「A」***なので", "<em><strong>「A」</strong></em>なので"),
    ("~~「A」~~なので", "<del>「A」</del>なので"),
    ("**`代码`**，后", "<strong><code>代码</code></strong>，后"),
    ("**真，\\*\\***她", "<strong>真，**</strong>她"),
  ]

  @Test(arguments: bold)
  func `emphasizes next to wide characters`(source: String, html: String) {
    #expect(MarkdownRenderer().blocks(of: source) == ["<p dir=\"auto\">\(html)</p>"])
  }

  static let plain = ["真 ** 她", "\\**真，\\**她", "a**\"b\"**c", "真，** 她"]

  @Test(arguments: plain)
  func `emphasizes nothing that has no pair or that is Latin`(source: String) {
    #expect(!MarkdownRenderer().html(of: source).contains("<strong>"))
  }

  @Test func `leaves no helper in what is copied`() {
    let source = "**真，**她 `**真，**她` [**「a」**b](https://a.b/**「a」**b \"**「a」**b\")\n\n    **真，**她"
    for block in MarkdownRenderer().blocks(of: source) {
      #expect(!block.unicodeScalars.contains { $0.value >= 0xFDD0 && $0.value <= 0xFDEF })
    }
    #expect(
      MarkdownRenderer().html(of: source).contains(
        "href=\"https://a.b/**%E3%80%8Ca%E3%80%8D**b\" title=\"**「a」**b\""))
  }
}
