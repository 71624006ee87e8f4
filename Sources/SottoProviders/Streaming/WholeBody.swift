import SottoCore

/// A body that begins like JSON, until it is whole or its first line shows that it is events by the
/// line.
struct WholeBody: Sendable {
  private var body: [UInt8] = []
  private var searched = 0
  private var isJudged = false

  var size: Int { body.count }

  /// Adds bytes. True once, when the first line is an event; the body is then taken out.
  mutating func push(_ bytes: [UInt8], isEvent: (JSONValue) -> Bool) -> Bool {
    body += bytes
    guard !isJudged else { return false }
    guard let end = body[searched...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
      searched = body.count
      return false
    }
    isJudged = true
    guard let first = try? JSONValue(parsing: Array(body[..<end])) else { return false }
    return isEvent(first)
  }

  mutating func take() -> [UInt8] {
    defer { body = [] }
    return body
  }
}
