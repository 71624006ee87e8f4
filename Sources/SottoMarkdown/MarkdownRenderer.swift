/// Markdown in GitHub's dialect to safe HTML.
package struct MarkdownRenderer: Sendable {
  /// Above this the parser's counters could overflow; the text is then shown as it is.
  static let sizeLimit = 256 << 20

  package init() {}

  /// One HTML string for each top-level block.
  package func blocks(of text: String) -> [String] {
    blocks(of: Array(text.utf8))
  }

  /// The whole text as HTML.
  package func html(of text: String) -> String {
    blocks(of: text).joined(separator: "\n")
  }

  /// One HTML string for each top-level block of text in UTF-8.
  func blocks(of text: [UInt8]) -> [String] {
    guard text.count <= Self.sizeLimit else { return [Self.plain(text)] }
    var preparer = SourcePreparer(keepsDefinitions: DefinitionBudget.allows(text))
    var prepared: [UInt8] = []
    prepared.reserveCapacity(text.count + text.count / 16)
    var lines = LineSplitter()
    lines.append(text) { preparer.append($0, to: &prepared) }
    if !lines.rest.isEmpty { preparer.append(lines.rest, to: &prepared) }
    guard let tree = SyntaxTree(parsing: prepared) else { return [Self.plain(text)] }
    return HTMLWriter.blocks(of: tree)
  }

  private static func plain(_ text: [UInt8]) -> String {
    var html = HTMLBuffer()
    html.markup("<pre>")
    html.text(text)
    html.markup("</pre>")
    return html.take()
  }
}
