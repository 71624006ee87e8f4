/// Cuts a body of JSON into its objects while it comes: a single one, one per line (NDJSON), or the
/// elements of an array, written over any number of lines.
///
/// An object that is broken off does not swallow those after it: a line end inside a string, and a
/// line that begins with `{` where none can stand, begin anew. What is no object is given out by
/// the line. Whether a piece is JSON its reader finds out; work is linear in the bytes.
package struct JSONTextSplitter: Sendable {
  private enum Step { case goesOn, isSkipped, ends, endedBefore }

  private let limit: Int
  /// The beginning of a text whose end has not come.
  private var text: [UInt8] = []
  /// The brackets that are open.
  private var open: [UInt8] = []
  private var isInString = false
  private var isEscaped = false
  private var isStray = false
  private var isAfterLineEnd = false
  /// The last byte outside strings that was no white space.
  private var lastToken: UInt8 = 0
  /// A text exceeded the limit. Nothing more is read.
  package private(set) var isTooLarge = false

  /// - Parameter limit: the largest text, in bytes.
  package init(limit: Int = ServerSentEventParser.maximumEventSize) { self.limit = limit }

  /// The texts that are complete with these bytes.
  package mutating func push(_ bytes: [UInt8]) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    guard !isTooLarge else { return texts }
    var start = 0
    for index in bytes.indices {
      switch step(bytes[index]) {
      case .goesOn: break
      case .isSkipped:
        // A line end that ended a broken text may be there from the last read.
        text = []
        start = index + 1
      case .ends:
        texts.append(take(bytes[start...index]))
        start = index + 1
      case .endedBefore:
        texts.append(take(bytes[start..<index]))
        start = index
      }
    }
    text += bytes[start...]
    if text.count > limit { isTooLarge = true }
    return texts
  }

  /// The body has ended. Returns the text that was still open, which is cut; `nil` for none.
  package mutating func finish() -> [UInt8]? {
    let rest = BodyShape.trimmingStart(take([]))
    return rest.isEmpty || isTooLarge ? nil : rest
  }

  private mutating func take(_ rest: ArraySlice<UInt8>) -> [UInt8] {
    if text.isEmpty { return Array(rest) }
    defer { text = [] }
    return text + rest
  }

  private mutating func step(_ byte: UInt8) -> Step {
    if isInString { return stepInString(byte) }
    return open.isEmpty ? stepBetween(byte) : stepInside(byte)
  }

  private mutating func stepBetween(_ byte: UInt8) -> Step {
    switch byte {
    case UInt8(ascii: "{"):
      begin()
      defer { isStray = false }
      return isStray ? .endedBefore : .goesOn
    case 0x0A, 0x0D:
      defer { isStray = false }
      return isStray ? .endedBefore : .isSkipped
    case 0x20, 0x09, UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: "]"):
      return isStray ? .goesOn : .isSkipped
    default:
      isStray = true
      return .goesOn
    }
  }

  private mutating func stepInString(_ byte: UInt8) -> Step {
    switch byte {
    case 0x0A, 0x0D:
      open = []
      isInString = false
      isEscaped = false
      return .endedBefore
    case _ where isEscaped: isEscaped = false
    case UInt8(ascii: "\\"): isEscaped = true
    case UInt8(ascii: "\""): isInString = false
    default: break
    }
    return .goesOn
  }

  private mutating func stepInside(_ byte: UInt8) -> Step {
    switch byte {
    case 0x0A, 0x0D:
      isAfterLineEnd = true
      return .goesOn
    case 0x20, 0x09: return .goesOn
    case UInt8(ascii: "{") where isAfterLineEnd && !canOpen:
      begin()
      return .endedBefore
    case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): open.removeLast()
    case UInt8(ascii: "\""): isInString = true
    default: break
    }
    isAfterLineEnd = false
    lastToken = byte
    return open.isEmpty ? .ends : .goesOn
  }

  private mutating func begin() {
    open = [UInt8(ascii: "{")]
    lastToken = UInt8(ascii: "{")
    isAfterLineEnd = false
  }

  /// Whether an object may stand after what came last.
  private var canOpen: Bool {
    switch lastToken {
    case UInt8(ascii: ":"), UInt8(ascii: "["): true
    case UInt8(ascii: ","): open.last == UInt8(ascii: "[")
    default: false
    }
  }
}
