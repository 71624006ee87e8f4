/// Cuts bytes into lines as they come. Lines may end in LF, CRLF or CR.
struct LineSplitter: Sendable {
  /// The line that has not ended yet.
  private(set) var rest: [UInt8] = []
  private var endedInCarriageReturn = false

  /// Hands over each line that ends in these bytes, without its end.
  mutating func append(_ bytes: [UInt8], _ line: (_ line: [UInt8]) -> Void) {
    var start = 0
    for index in bytes.indices {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
        endedInCarriageReturn = false
        continue
      }
      if byte == UInt8(ascii: "\n"), endedInCarriageReturn {
        endedInCarriageReturn = false
        start = index + 1
        continue
      }
      endedInCarriageReturn = byte == UInt8(ascii: "\r")
      if rest.isEmpty {
        line(Array(bytes[start..<index]))
      } else {
        rest.append(contentsOf: bytes[start..<index])
        line(rest)
        rest.removeAll()
      }
      start = index + 1
    }
    rest.append(contentsOf: bytes[start...])
  }

  /// The line that has not ended, which is then taken for ended.
  mutating func takeRest() -> [UInt8] {
    defer { rest.removeAll() }
    return rest
  }
}
