/// Sees UTF-8 text as classes of scalars. Bytes that are not UTF-8 have some class; they never trap.
struct TextScanner: Sendable {
  private let classes: [UInt8]

  init() {
    classes = ScalarClassTable.shared.classes
  }

  /// The class of a byte below 0x80.
  @inline(__always)
  func ascii(_ byte: UInt8) -> ScalarClass { ScalarClass(rawValue: classes[Int(byte)]) }

  /// The class of the scalar that begins at an index, and where it ends. At the end of the text the
  /// class is empty.
  @inline(__always)
  func scalar(in text: RawSpan, at index: Int) -> (kind: ScalarClass, end: Int) {
    guard index < text.byteCount else { return ([], index) }
    let first = text.byte(at: index)
    if first < 0x80 { return (ascii(first), index + 1) }
    return wideScalar(in: text, at: index, first: UInt32(first))
  }

  /// The end of the run of scalars of these classes that begins at an index.
  @inline(__always)
  func run(of kinds: ScalarClass, in text: RawSpan, from start: Int) -> Int {
    var index = start
    while true {
      let next = scalar(in: text, at: index)
      guard next.kind.isOne(of: kinds) else { return index }
      index = next.end
    }
  }

  private func wideScalar(
    in text: RawSpan, at index: Int, first: UInt32
  ) -> (kind: ScalarClass, end: Int) {
    let value: UInt32
    let length: Int
    if first < 0xE0 {
      value = (first & 0x1F) << 6 | low(text, index + 1)
      length = 2
    } else if first < 0xF0 {
      value = (first & 0x0F) << 12 | low(text, index + 1) << 6 | low(text, index + 2)
      length = 3
    } else {
      let upper = (first & 0x07) << 18 | low(text, index + 1) << 12
      value = upper | low(text, index + 2) << 6 | low(text, index + 3)
      length = 4
    }
    let kind =
      Int(value) < classes.count
      ? ScalarClass(rawValue: classes[Int(value)]) : ScalarClassTable.classBeyondTable(value)
    return (kind, min(index + length, text.byteCount))
  }

  @inline(__always)
  private func low(_ text: RawSpan, _ index: Int) -> UInt32 { UInt32(text.byte(at: index) & 0x3F) }
}
