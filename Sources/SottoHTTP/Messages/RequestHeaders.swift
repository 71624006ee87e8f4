/// A request's header lines, in order. Names are compared without regard to case.
///
/// All lines share one buffer and become text only when asked for: most requests carry ten headers
/// of which a handler reads one.
package struct RequestHeaders: Sendable {
  private struct Line: Sendable {
    var start: Int
    var nameEnd: Int
    var end: Int
  }

  private var bytes: [UInt8] = []
  private var lines: [Line] = []

  package init(_ fields: [(name: String, value: String)] = []) {
    for field in fields {
      append(name: field.name.utf8, value: field.value.utf8)
    }
  }

  /// The first value of a header.
  package subscript(name: String) -> String? {
    for line in lines where matches(line, name) {
      return value(of: line)
    }
    return nil
  }

  /// Every value of a header, in order.
  package func all(_ name: String) -> [String] {
    lines.filter { matches($0, name) }.map(value(of:))
  }

  /// How often a header is there.
  package func count(of name: String) -> Int {
    lines.count { matches($0, name) }
  }

  /// Every line, as it was sent; bytes that are not UTF-8 are replaced.
  package var fields: [(name: String, value: String)] {
    lines.map {
      (String(decoding: bytes[$0.start..<$0.nameEnd], as: UTF8.self), value(of: $0))
    }
  }

  mutating func reserve(bytes byteCount: Int, lines lineCount: Int) {
    bytes.reserveCapacity(byteCount)
    lines.reserveCapacity(lineCount)
  }

  mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: name)
    let nameEnd = bytes.count
    bytes.append(contentsOf: value)
    lines.append(Line(start: start, nameEnd: nameEnd, end: bytes.count))
  }

  private func matches(_ line: Line, _ name: String) -> Bool {
    guard line.nameEnd - line.start == name.utf8.count else { return false }
    var index = line.start
    for byte in name.utf8 {
      guard bytes[index].lowercasedASCII == byte.lowercasedASCII else { return false }
      index += 1
    }
    return true
  }

  private func value(of line: Line) -> String {
    String(decoding: bytes[line.nameEnd..<line.end], as: UTF8.self)
  }
}
