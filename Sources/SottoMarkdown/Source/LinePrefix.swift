/// The container markers (`>`, `-`, `1.`) that a line begins with.
struct LinePrefix {
  /// Where each marker begins.
  private(set) var markers: [Int] = []
  /// Where the line's own content begins: after markers and the blanks that follow them.
  private(set) var content = 0
  /// Blanks directly before the content.
  private(set) var indentation = 0

  init(of line: [UInt8]) {
    var index = 0
    while true {
      let start = index
      while index < line.count, line[index].isBlank { index += 1 }
      indentation = index - start
      content = index
      guard let end = Self.marker(in: line, at: index) else { return }
      markers.append(index)
      index = end
    }
  }

  /// Where the content begins when only this many quotes are containers.
  func content(of line: [UInt8], inQuotes count: Int) -> Int {
    var index = 0
    for level in 0...count {
      while index < line.count, line[index].isBlank { index += 1 }
      guard level < count, index < line.count, line[index] == UInt8(ascii: ">") else { break }
      index += 1
    }
    return index
  }

  /// The end of the marker at an index, or nil if none begins there.
  static func marker(in line: [UInt8], at start: Int) -> Int? {
    guard start < line.count else { return nil }
    var end = start
    switch line[start] {
    case UInt8(ascii: ">"):
      return start + 1
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
      end += 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while end < line.count, end - start < 10, line[end].isDigit { end += 1 }
      guard end < line.count, line[end] == UInt8(ascii: ".") || line[end] == UInt8(ascii: ")")
      else { return nil }
      end += 1
    default:
      return nil
    }
    return end == line.count || line[end].isBlank ? end : nil
  }
}

extension UInt8 {
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isLetterOrDigit: Bool { isDigit || (self | 0x20 >= 0x61 && self | 0x20 <= 0x7A) }
  var isASCIIPunctuation: Bool {
    (self >= 0x21 && self <= 0x7E) && !isLetterOrDigit
  }
}
