/// A request as a ``ScriptedPeer`` received it.
package struct RecordedRequest: Hashable, Sendable {
  package var method: String
  package var target: String
  /// Names as they were sent, values without the space around them.
  package var headers: [(name: String, value: String)] {
    headerLines.map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? trimmed(parts[1]) : "")
    }
  }
  package var headerLines: [String]
  package var body: [UInt8]

  /// The first value of `name`, compared without case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Takes one whole request from the front of `bytes`, or answers `nil` while a part is missing.
  package static func take(from bytes: inout [UInt8]) -> RecordedRequest? {
    guard let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    var request = RecordedRequest(
      method: String(words[0]), target: String(words[1]),
      headerLines: lines.dropFirst().map(String.init),
      body: [])
    let length = request.header("Content-Length").flatMap(Int.init) ?? 0
    guard bytes.count >= headEnd.upperBound + length else { return nil }
    request.body = Array(bytes[headEnd.upperBound..<(headEnd.upperBound + length)])
    bytes.removeFirst(headEnd.upperBound + length)
    return request
  }
}

private func trimmed(_ text: Substring) -> String {
  String(text.drop { $0 == " " })
}
