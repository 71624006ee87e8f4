/// Writes the HTML of one top-level block after the other.
///
/// Every tag and attribute is written here by name, so nothing that a model writes can become
/// markup: no event handlers, no style attributes, no ids.
struct HTMLWriter {
  /// Browsers flatten what is nested deeper than 512 elements, and slow down before that.
  private static let inlineNestingLimit = 32

  private var html = HTMLBuffer()
  private var inlineNesting = 0
  /// Per link that is open: whether it has a tag.
  private var openLinks: [Bool] = []
  private var alignments: [SyntaxNode.Alignment] = []
  private var column = 0
  private var isHeadRow = false

  init() {}

  /// The blocks of a tree as HTML, one string for each. Footnotes, which the parser puts last,
  /// make up one block together.
  static func blocks(of tree: borrowing SyntaxTree) -> [String] {
    let nodes = tree.blocks
    let notes = nodes.firstIndex { $0.kind == .footnoteDefinition } ?? nodes.count
    var writer = HTMLWriter()
    var blocks = nodes[..<notes].map { writer.block($0, of: tree) }
    if notes < nodes.count {
      writer.html.markup("<section class=\"footnotes\"><ol>")
      for note in nodes[notes...] { writer.write(note, of: tree) }
      writer.html.markup("</ol></section>")
      blocks.append(writer.html.take())
    }
    return blocks
  }

  /// One block as HTML.
  mutating func block(_ block: SyntaxNode, of tree: borrowing SyntaxTree) -> String {
    write(block, of: tree)
    return html.take()
  }

  private mutating func write(_ block: SyntaxNode, of tree: borrowing SyntaxTree) {
    tree.walk(block) { entering, node in
      if entering { enter(node) } else { leave(node) }
    }
  }

  private mutating func enter(_ node: SyntaxNode) {
    switch node.kind {
    case .paragraph:
      if !node.isInTightList { html.markup("<p dir=\"auto\">") }
    case .heading:
      html.markup("<h\(Self.level(of: node)) dir=\"auto\">")
    case .quote:
      html.markup("<blockquote dir=\"auto\">")
    case .list:
      enterList(node)
    case .item:
      enterItem(node)
    case .footnoteDefinition:
      html.markup("<li dir=\"auto\">")
    case .codeBlock:
      writeCode(node)
    case .htmlBlock:
      writeRawBlock(node.literal)
    case .thematicBreak:
      html.markup("<hr>")
    case .table:
      alignments = node.columnAlignments
      html.markup("<div class=\"table-scroll\"><table>")
    case .tableHeader, .tableRow:
      enterRow(isHead: node.kind == .tableHeader)
    case .tableCell:
      enterCell()
    case .text:
      html.text(node.literal, marksMath: true)
    case .softBreak:
      html.markup("\n")
    case .lineBreak:
      html.markup("<br>\n")
    case .code:
      html.markup("<code>")
      html.text(node.literal)
      html.markup("</code>")
    case .html:
      writeRawInline(node.literal)
    case .emphasis:
      enterInline("em")
    case .strong:
      enterInline("strong")
    case .strikethrough:
      enterInline("del")
    case .link, .image:
      enterLink(node)
    case .footnoteReference:
      html.markup("<sup class=\"footnote-ref\">")
      html.text(node.literal)
      html.markup("</sup>")
    case .other:
      break
    }
  }

  private mutating func leave(_ node: SyntaxNode) {
    if [.paragraph, .heading, .tableCell].contains(node.kind) { html.endMath() }
    switch node.kind {
    case .paragraph:
      if !node.isInTightList {
        html.markup("</p>")
      } else if !node.isLastChild {
        html.markup("\n")
      }
    case .heading: html.markup("</h\(Self.level(of: node))>")
    case .quote: html.markup("</blockquote>")
    case .list: html.markup(node.isOrdered ? "</ol>" : "</ul>")
    case .item, .footnoteDefinition: html.markup("</li>")
    case .table: html.markup(isHeadRow ? "</table></div>" : "</tbody></table></div>")
    case .tableHeader: html.markup("</tr></thead>")
    case .tableRow: html.markup("</tr>")
    case .tableCell: html.markup(isHeadRow ? "</th>" : "</td>")
    case .emphasis: leaveInline("em")
    case .strong: leaveInline("strong")
    case .strikethrough: leaveInline("del")
    case .link, .image:
      if openLinks.popLast() == true { html.markup("</a>") }
    default: break
    }
  }

  /// The page's own headings are above those of an answer.
  private static func level(of node: SyntaxNode) -> Int {
    min(node.headingLevel + 1, 6)
  }
}

// MARK: - Lists and tables

extension HTMLWriter {
  private mutating func enterList(_ node: SyntaxNode) {
    guard node.isOrdered else { return html.markup("<ul>") }
    html.markup(node.listStart == 1 ? "<ol>" : "<ol start=\"\(node.listStart)\">")
  }

  private mutating func enterItem(_ node: SyntaxNode) {
    guard let done = node.taskIsDone else { return html.markup("<li dir=\"auto\">") }
    html.markup("<li class=\"task\" dir=\"auto\"><input type=\"checkbox\" disabled")
    html.markup(done ? " checked aria-label=\"Done\"> " : " aria-label=\"To do\"> ")
  }

  private mutating func enterRow(isHead: Bool) {
    if isHead {
      html.markup("<thead>")
    } else if isHeadRow {
      html.markup("<tbody>")
    }
    html.markup("<tr>")
    isHeadRow = isHead
    column = 0
  }

  private mutating func enterCell() {
    html.markup(isHeadRow ? "<th scope=\"col\" dir=\"auto\"" : "<td dir=\"auto\"")
    switch column < alignments.count ? alignments[column] : .none {
    case .none: html.markup(">")
    case .left: html.markup(" class=\"align-left\">")
    case .center: html.markup(" class=\"align-center\">")
    case .right: html.markup(" class=\"align-right\">")
    }
    column += 1
  }
}

// MARK: - Inlines

extension HTMLWriter {
  private mutating func enterInline(_ tag: String) {
    inlineNesting += 1
    if inlineNesting <= Self.inlineNestingLimit { html.markup("<\(tag)>") }
  }

  private mutating func leaveInline(_ tag: String) {
    if inlineNesting <= Self.inlineNestingLimit { html.markup("</\(tag)>") }
    inlineNesting -= 1
  }

  /// Pictures from elsewhere would tell their server who reads what, so they are links as well.
  private mutating func enterLink(_ node: SyntaxNode) {
    let isImage = node.kind == .image
    let target = openLinks.contains(true) ? nil : LinkTarget(node.url)
    openLinks.append(target != nil)
    if let target {
      html.markup("<a href=\"")
      html.text(target.address)
      if !node.title.isEmpty {
        html.markup("\" title=\"")
        html.text(node.title)
      }
      html.markup(isImage ? "\" class=\"image-link\"" : "\"")
      html.markup(" rel=\"noopener noreferrer nofollow\" target=\"_blank\">")
    }
    if isImage, !node.hasChildren, let target, target.isWeb { html.text(target.address) }
  }
}

// MARK: - Code and raw HTML

extension HTMLWriter {
  private mutating func writeCode(_ node: SyntaxNode) {
    let language = CodeLanguage.name(from: node.fenceInfo)
    html.markup("<div class=\"code\" data-language=\"\(language)\"><div class=\"code-head\">")
    html.markup("<span class=\"code-language\">\(language)</span>")
    html.markup("<button type=\"button\" class=\"copy-code\" data-action=\"copy-code\"></button>")
    html.markup("</div><pre><code")
    html.markup(language.isEmpty ? ">" : " class=\"language-\(language)\">")
    html.text(node.literal)
    html.markup("</code></pre></div>")
  }

  /// Shown as it was written.
  private mutating func writeRawBlock(_ source: [UInt8]) {
    html.markup("<p class=\"raw-html\" dir=\"auto\">")
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.dropLast(source.last == UInt8(ascii: "\n") ? 1 : 0).enumerated() {
      if index > 0 { html.markup("<br>") }
      html.text(Array(line))
    }
    html.markup("</p>")
  }

  /// Shown as it was written, but for the line break, which tables cannot have in another way.
  private mutating func writeRawInline(_ source: [UInt8]) {
    let isBreak = ["<br>", "<br/>", "<br />"].contains { source.elementsEqual($0.utf8) }
    if isBreak { html.markup("<br>") } else { html.text(source) }
  }
}
