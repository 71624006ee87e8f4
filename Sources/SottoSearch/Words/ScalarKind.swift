/// What a scalar is to a search.
enum ScalarKind: UInt8 {
  /// Ends a word.
  case separator
  /// A letter that begins no part of an identifier.
  case letter
  /// A decimal digit of a script that is written with spaces.
  case digit
  /// An upper-case letter, where a part of an identifier may begin.
  case upper
  /// A letter of a script that is written without spaces; such a text is read in pairs.
  case dense
  /// A word of its own, such as an emoji.
  case symbol
  /// Not there at all: accents, joiners that nobody sees.
  case ignored
  /// What an identifier or Markdown has inside a word: `_`, `*`, `` ` ``, `~`.
  case joiner
  /// The voicing mark that makes が of か and ば of は.
  case voicing
  /// The one that makes ぱ of は.
  case halfVoicing
}

extension ScalarKind {
  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x30...0x39: self = .digit
    case 0x61...0x7A: self = .letter
    case 0x41...0x5A: self = .upper
    case 0x2A, 0x5F, 0x60, 0x7E: self = .joiner
    case 0..<0x80: self = .separator
    case 0xAD, 0x200B...0x200F, 0x2060, 0xFEFF, 0xFE00...0xFE0F, 0xE0000...0xE01EF: self = .ignored
    case 0x3099, 0xFF9E: self = .voicing
    case 0x309A, 0xFF9F: self = .halfVoicing
    case 0x2600...0x27BF, 0x1F000...0x1FAFF: self = .symbol
    case _ where Self.isAccent(value): self = .ignored
    default: self = Self.ofLetter(scalar)
    }
  }

  /// The accents of European scripts, and the vowel points of Hebrew and Arabic. Elsewhere a mark is
  /// part of the spelling.
  private static func isAccent(_ value: UInt32) -> Bool {
    switch value {
    case 0x300...0x36F, 0x483...0x489, 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670,
      0x6D6...0x6DC, 0x6DF...0x6E4, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
      0xFE20...0xFE2F:
      true
    default: false
    }
  }

  private static func ofLetter(_ scalar: Unicode.Scalar) -> ScalarKind {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter: .upper
    case .decimalNumber: isDense(scalar.value) ? .dense : .digit
    case .lowercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
      .letterNumber, .otherNumber, .privateUse:
      isDense(scalar.value) ? .dense : .letter
    default: isDense(scalar.value) && scalar.properties.isIdeographic ? .dense : .separator
    }
  }

  /// Han, kana, bopomofo, Hangul and Yi, and Thai, Lao, Tibetan, Myanmar, Khmer and their kin.
  private static func isDense(_ value: UInt32) -> Bool {
    switch value {
    case 0x0E00...0x0FFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x1950...0x19FF,
      0x1A20...0x1AAF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x318F,
      0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA9E0...0xA9FF,
      0xAA60...0xAA7F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFF9D, 0x1B000...0x1B16F,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
