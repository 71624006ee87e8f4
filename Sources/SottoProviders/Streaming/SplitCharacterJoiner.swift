/// Joins the pieces that ``SplitCharacters`` kept, over the deltas of one text. A piece that never
/// becomes a character is U+FFFD in the end.
package struct SplitCharacterJoiner: Sendable {
  private var bytes: [UInt8] = []
  private var highSurrogate: UInt32?

  package init() {}

  package var isHolding: Bool { !bytes.isEmpty || highSurrogate != nil }

  /// The text of a delta as far as its characters are whole.
  ///
  /// `isProtected` says whether the delta went through ``SplitCharacters/protect(_:)``; otherwise
  /// its private-use characters are its own.
  package mutating func join(_ text: String, isProtected: Bool) -> String {
    if text.isEmpty { return text }
    guard isProtected else { return flush() + text }
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case SplitCharacters.byteBase + 0x80...SplitCharacters.byteBase + 0xFF:
        add(byte: UInt8(scalar.value - SplitCharacters.byteBase), to: &output)
      case SplitCharacters.surrogateBase...SplitCharacters.surrogateBase + 0x7FF:
        add(surrogate: scalar.value - SplitCharacters.surrogateBase + 0xD800, to: &output)
      default:
        output.append(contentsOf: flush().unicodeScalars)
        output.append(scalar)
      }
    }
    return String(output)
  }

  /// What is held, when nothing follows that could make it whole.
  package mutating func flush() -> String {
    guard isHolding else { return "" }
    bytes = []
    highSurrogate = nil
    return "\u{FFFD}"
  }

  private mutating func add(byte: UInt8, to output: inout String.UnicodeScalarView) {
    if highSurrogate != nil || !UTF8Sequence.isPrefix(bytes[...] + [byte]) {
      output.append(contentsOf: flush().unicodeScalars)
    }
    guard UTF8Sequence.isPrefix([byte]) || !bytes.isEmpty else {
      output.append("\u{FFFD}")
      return
    }
    bytes.append(byte)
    if UTF8Sequence.length(in: bytes[...]) != nil {
      output.append(contentsOf: String(decoding: bytes, as: UTF8.self).unicodeScalars)
      bytes = []
    }
  }

  private mutating func add(surrogate: UInt32, to output: inout String.UnicodeScalarView) {
    if surrogate >= 0xDC00, let high = highSurrogate,
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (surrogate - 0xDC00))
    {
      highSurrogate = nil
      output.append(scalar)
      return
    }
    output.append(contentsOf: flush().unicodeScalars)
    if surrogate < 0xDC00 {
      highSurrogate = surrogate
    } else {
      output.append("\u{FFFD}")
    }
  }
}
