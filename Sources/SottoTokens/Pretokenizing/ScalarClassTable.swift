/// The class of every scalar, as a table for the planes in use and rules above them.
struct ScalarClassTable: Sendable {
  static let shared = ScalarClassTable(runs: ScalarClassRuns.text)

  /// One raw class for each scalar below the end of the last letters (CJK extension H).
  let classes: [UInt8]

  /// Above the table there are only the variation selectors of plane 14, which are marks.
  static func classBeyondTable(_ scalar: UInt32) -> ScalarClass {
    0xE0100...0xE01EF ~= scalar ? .mark : .other
  }

  /// - Parameter runs: for each run of scalars of one class a letter and, when it is longer than
  ///   one, its length.
  init(runs: StaticString) {
    var classes: [UInt8] = []
    var current: UInt8?
    var length = 0
    func finish(_ classes: inout [UInt8]) {
      if let current {
        classes.append(contentsOf: repeatElement(current, count: max(length, 1)))
      }
    }
    for byte in runs.description.utf8 {
      if 0x30...0x39 ~= byte {
        length = length * 10 + Int(byte - 0x30)
      } else if let letter = Self.letters[byte] {
        finish(&classes)
        (current, length) = (letter.rawValue, 0)
      }
    }
    finish(&classes)
    self.classes = classes
  }

  private static let letters: [UInt8: ScalarClass] = [
    UInt8(ascii: "U"): .upper, UInt8(ascii: "l"): .lower, UInt8(ascii: "L"): .uncased,
    UInt8(ascii: "M"): .mark, UInt8(ascii: "N"): .number, UInt8(ascii: "s"): .space,
    UInt8(ascii: "n"): .newline, UInt8(ascii: "o"): .other,
  ]
}
