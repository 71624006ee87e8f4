import SottoCore

/// Builds the head of an answer from header lines, one at a time. Interim answers (1xx) and what
/// comes after the head (trailers) are left out.
struct HeadParser {
  enum Step {
    case more
    case head(HTTPResponseHead)
    case tooLarge
  }

  /// More than any provider sends, little enough for a thousand connections.
  private static let limit = 256 * 1024

  private var status: Int?
  private var headers = HTTPHeaders()
  private var size = 0
  private var isDone = false

  /// Takes one line with its line end, as UTF-8.
  mutating func consume(_ line: some Collection<UInt8>) -> Step {
    if isDone { return .more }
    size += line.count
    if size > Self.limit { return .tooLarge }
    let text = String(decoding: line.trimmingSuffix(while: { $0 == 10 || $0 == 13 }), as: UTF8.self)
    if text.isEmpty { return finish() }
    if text.hasPrefix("HTTP/") {
      status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      headers = HTTPHeaders()
    } else {
      append(text)
    }
    return .more
  }

  private mutating func finish() -> Step {
    guard let status, status >= 200 else {
      headers = HTTPHeaders()
      return .more
    }
    isDone = true
    return .head(HTTPResponseHead(status: status, headers: headers))
  }

  private mutating func append(_ text: String) {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    if let first = text.first, isBlank(first), !headers.fields.isEmpty {
      // A folded line belongs to the field before it.
      headers.fields[headers.fields.count - 1].value += " " + text.drop(while: isBlank)
      return
    }
    guard let colon = text.firstIndex(of: ":") else { return }
    let value = text[text.index(after: colon)...].drop(while: isBlank)
    headers.append(
      String(text[..<colon].trimmingSuffix(while: isBlank)),
      String(value.trimmingSuffix(while: isBlank)))
  }
}

extension Collection {
  /// Without the elements at the end that satisfy `isTrimmed`.
  fileprivate func trimmingSuffix(while isTrimmed: (Element) -> Bool) -> SubSequence {
    var count = 0
    for (offset, element) in self.enumerated() where !isTrimmed(element) { count = offset + 1 }
    return prefix(count)
  }
}
