/// Decides where `*` and `~` runs need help next to Chinese, Japanese and Korean text.
///
/// CommonMark lets a run close emphasis after punctuation only when a space or punctuation
/// follows. Text without spaces never has that, so `**真，**她` stays unbold. Here a wide character
/// beside the run counts as a boundary as well, and wide punctuation as a letter.
enum Flanking {
  /// Whether the run between two characters must be able to open and to close although the
  /// parser's rule would deny it. Nil is the edge of the line.
  static func needsHelp(before: Unicode.Scalar?, after: Unicode.Scalar?) -> Bool {
    guard let before, let after else { return false }
    guard !before.properties.isWhitespace, !after.properties.isWhitespace else { return false }
    let wideBefore = isWide(before)
    let wideAfter = isWide(after)
    let punctuationBefore = isPunctuation(before)
    let punctuationAfter = isPunctuation(after)
    guard wideBefore || wideAfter, punctuationBefore || punctuationAfter else { return false }
    let opens = !punctuationAfter || wideAfter || punctuationBefore || wideBefore
    let closes = !punctuationBefore || wideBefore || punctuationAfter || wideAfter
    return opens && closes
  }

  static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return UInt8(ascii: scalar).isASCIIPunctuation }
    return switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }

  /// Chinese, Japanese and Korean letters, punctuation and full-width forms.
  static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0x303F, 0x3040...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF,
      0xF900...0xFAFF, 0xFE10...0xFE1F, 0xFE30...0xFE6F, 0xFF00...0xFFEF, 0x16FE0...0x18DFF,
      0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// The character that ends just before an index.
  static func scalar(before index: Int, in line: [UInt8]) -> Unicode.Scalar? {
    guard index > 0 else { return nil }
    var start = index - 1
    while start > 0, index - start < 4, line[start] & 0xC0 == 0x80 { start -= 1 }
    return String(decoding: line[start..<index], as: UTF8.self).unicodeScalars.last
  }

  /// The character that begins at an index.
  static func scalar(at index: Int, in line: [UInt8]) -> Unicode.Scalar? {
    guard index < line.count else { return nil }
    let end = min(index + 4, line.count)
    return String(decoding: line[index..<end], as: UTF8.self).unicodeScalars.first
  }
}
