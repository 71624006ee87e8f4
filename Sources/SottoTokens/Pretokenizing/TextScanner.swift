/// UTF-8 text, seen as classes of scalars.
struct TextScanner {
  let bytes: [UInt8]
  private let classes: [UInt8]

  /// - Parameter bytes: valid UTF-8. Other bytes give some classes, never a trap.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    classes = ScalarClassTable.shared.classes
  }

  var end: Int { bytes.count }

  /// The byte at an index, zero at the end.
  @inline(__always)
  func byte(at index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// The class of the scalar that begins at an index, and where it ends. At the end of the text the
  /// class is empty.
  @inline(__always)
  func scalar(at index: Int) -> (kind: ScalarClass, end: Int) {
    guard index < bytes.count else { return ([], index) }
    let first = bytes[index]
    if first < 0x80 { return (ScalarClass(rawValue: classes[Int(first)]), index + 1) }
    return wideScalar(at: index, first: UInt32(first))
  }

  /// The end of the run of scalars of these classes that begins at an index.
  @inline(__always)
  func run(of kinds: ScalarClass, from start: Int) -> Int {
    var index = start
    while true {
      let next = scalar(at: index)
      guard next.kind.isOne(of: kinds) else { return index }
      index = next.end
    }
  }

  private func wideScalar(at index: Int, first: UInt32) -> (kind: ScalarClass, end: Int) {
    let value: UInt32
    let length: Int
    if first < 0xE0 {
      value = (first & 0x1F) << 6 | low(index + 1)
      length = 2
    } else if first < 0xF0 {
      value = (first & 0x0F) << 12 | low(index + 1) << 6 | low(index + 2)
      length = 3
    } else {
      value = (first & 0x07) << 18 | low(index + 1) << 12 | low(index + 2) << 6 | low(index + 3)
      length = 4
    }
    let kind =
      Int(value) < classes.count
      ? ScalarClass(rawValue: classes[Int(value)]) : ScalarClassTable.classBeyondTable(value)
    return (kind, min(index + length, bytes.count))
  }

  @inline(__always)
  private func low(_ index: Int) -> UInt32 { UInt32(byte(at: index) & 0x3F) }
}
