/// What the encodings' regular expressions tell scalars apart by. A scalar has exactly one class;
/// a set of several is a character class of an expression; the empty set is the end of the text.
struct ScalarClass: OptionSet {
  let rawValue: UInt8

  /// `\p{Lu}` and `\p{Lt}`.
  static let upper = ScalarClass(rawValue: 1)
  /// `\p{Ll}`.
  static let lower = ScalarClass(rawValue: 2)
  /// `\p{Lm}` and `\p{Lo}`: letters without case.
  static let uncased = ScalarClass(rawValue: 4)
  /// `\p{M}`.
  static let mark = ScalarClass(rawValue: 8)
  /// `\p{N}`.
  static let number = ScalarClass(rawValue: 16)
  /// `\s` without the two line ends.
  static let space = ScalarClass(rawValue: 32)
  /// Carriage return and line feed.
  static let newline = ScalarClass(rawValue: 64)
  /// Everything else: punctuation, symbols, controls, what is not assigned.
  static let other = ScalarClass(rawValue: 128)

  /// `\p{L}`.
  static let letters: ScalarClass = [.upper, .lower, .uncased]
  /// `\s`.
  static let whitespace: ScalarClass = [.space, .newline]
  /// `[^\s\p{L}\p{N}]`.
  static let symbols: ScalarClass = [.mark, .other]
  /// `[^\r\n\p{L}\p{N}]`: what may stand before a word in its piece.
  static let prefixes: ScalarClass = [.mark, .other, .space]

  func isOne(of classes: ScalarClass) -> Bool { rawValue & classes.rawValue != 0 }
}
