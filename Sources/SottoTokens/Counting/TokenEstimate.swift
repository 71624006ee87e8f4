/// Rules of thumb for when the vocabulary is not installed or not public. For ordinary text they
/// are within about a third, rather above than below; for other text they can be far off.
package enum TokenEstimate {
  /// Whose tokens are estimated.
  package enum Family: Sendable {
    case general
    /// Its tokenizers give a tenth to a third more tokens than OpenAI's.
    case claude
  }

  /// About how many tokens a text has.
  package static func count(_ text: String, for family: Family = .general) -> Int {
    var ideographs = 0
    var bytes = 0
    var symbols = 0
    for scalar in text.unicodeScalars {
      if isIdeographic(scalar.value) {
        ideographs += 1
      } else {
        bytes += scalar.utf8.count
        if isSymbol(scalar.value) { symbols += 1 }
      }
    }
    // Code and JSON have much punctuation and many digits: about 3 bytes to a token, prose about 4.
    let bytesPerToken = symbols * 8 > bytes ? 3.0 : 4.0
    let tokens = Double(ideographs) / 1.25 + Double(bytes) / bytesPerToken
    let scale = family == .claude ? 1.25 : 1.0
    return Int((tokens * scale).rounded(.up))
  }

  /// Chinese, Japanese and Korean script, of which a token holds 1 to 1.5 characters.
  private static func isIdeographic(_ value: UInt32) -> Bool {
    switch value {
    case 0x2E80...0xA4CF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF: true
    default: false
    }
  }

  private static func isSymbol(_ value: UInt32) -> Bool {
    switch value {
    case 0x21...0x2B, 0x2D, 0x2F...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
