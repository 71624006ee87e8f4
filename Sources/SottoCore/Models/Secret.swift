/// A key. It prints as dots everywhere; only ``reveal()`` gives it away, at the place that builds a
/// request header.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  private let value: String

  /// Surrounding white space is removed: keys are pasted with line ends.
  ///
  /// - Throws: ``SottoError`` when nothing is left, or a character cannot stand in a header.
  public init(_ text: String) throws(SottoError) {
    let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
    value = String(trimmed)
    if value.isEmpty {
      throw SottoError(.invalidInput, "the key is empty")
    }
    if !value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
      throw SottoError(
        .invalidInput, "the key has characters that no key has",
        hint: "copy it again, without quotes or spaces")
    }
  }

  /// The key itself, in visible ASCII. The result must not be kept, logged or shown.
  public func reveal() -> String { value }
  /// Dots, however long the key is.
  public var description: String { "•••" }
  /// Nothing: `dump` and reflection do not show the key either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
