/// A text with places to fill in: `{{name}}`, white space around the name allowed. `{{{{` stands for
/// two braces; all else stands for itself.
struct TemplateText {
  private enum Piece {
    case text(String)
    case variable(String)
  }

  private var pieces: [Piece] = []

  /// - Throws: ``SottoError`` for braces that are not closed or hold no name.
  init(_ text: String) throws(SottoError) {
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      pieces.append(.text(String(rest[..<open.lowerBound])))
      rest = rest[open.upperBound...]
      if rest.hasPrefix("{{") {
        pieces.append(.text("{{"))
        rest = rest.dropFirst(2)
        continue
      }
      guard let close = rest.firstRange(of: "}}") else {
        throw SottoError(
          .invalidInput, "the text has '{{' without '}}'", hint: "write {{{{ for two braces")
      }
      let name = Self.trimmed(rest[..<close.lowerBound])
      guard Self.isName(name) else {
        throw SottoError(
          .invalidInput, "'{{\(name)}}' holds no name of a variable",
          hint: "write {{{{ for two braces")
      }
      pieces.append(.variable(name))
      rest = rest[close.upperBound...]
    }
    pieces.append(.text(String(rest)))
  }

  /// The variables in the order of their first places.
  var names: [String] {
    var found: [String] = []
    for case .variable(let name) in pieces where !found.contains(name) { found.append(name) }
    return found
  }

  /// The text with these values, which are not read for places again; a missing one stays empty.
  func filled(with values: [String: String]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .variable(let name): values[name] ?? ""
      }
    }.joined()
  }

  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.count)
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
