/// A whole HTTP/1.1 answer, read from bytes that may be anything.
package struct HTTPAnswer: Hashable, Sendable {
  /// More than any answer we ask for has.
  package static let limit = 262_144

  package var status: Int
  /// Names in lower case; of a repeated one the last.
  package var headers: [String: String]
  package var body: [UInt8]

  /// Reads an answer that may still be coming in: nil while it isn't whole, and for what isn't
  /// HTTP.
  /// - Parameters:
  ///   - bytes: all that has come so far.
  ///   - ended: whether no more can come.
  package init?(decoding bytes: [UInt8], ended: Bool) {
    guard let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self)
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: true).makeIterator()
    guard let first = lines.next(), first.hasPrefix("HTTP/1."),
      let code = first.split(separator: " ").dropFirst().first, let status = Int(code)
    else { return nil }
    self.status = status
    headers = [:]
    while let line = lines.next() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      headers[line[..<colon].lowercased()] = String(value)
    }
    let rest = bytes[headEnd.upperBound...]
    if headers["transfer-encoding"]?.lowercased() == "chunked" {
      guard let body = Self.joinChunks(rest) else { return nil }
      self.body = body
    } else if let length = headers["content-length"].flatMap({ Int($0) }) {
      guard (0...Self.limit).contains(length), rest.count >= length else { return nil }
      body = Array(rest.prefix(length))
    } else {
      guard ended else { return nil }
      body = Array(rest)
    }
  }

  private static func joinChunks(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = bytes
    var body: [UInt8] = []
    while let lineEnd = rest.firstRange(of: [13, 10]) {
      let line = String(decoding: rest[..<lineEnd.lowerBound], as: UTF8.self)
      guard let size = Int(line.prefix { $0 != ";" }, radix: 16), (0...limit).contains(size) else {
        return nil
      }
      rest = rest[lineEnd.upperBound...]
      if size == 0 { return body }
      guard rest.count >= size + 2 else { return nil }
      body += rest.prefix(size)
      rest = rest.dropFirst(size + 2)
    }
    return nil
  }
}
