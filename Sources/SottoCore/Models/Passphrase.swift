/// What a person opens the key store with. It prints as dots everywhere.
public struct Passphrase: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The text in UTF-8, as it was typed.
  public let bytes: [UInt8]

  /// The longest one, in bytes of UTF-8.
  public static let longest = 1024
  /// The shortest one that may be chosen, in characters.
  public static let shortest = 8

  /// One that exists already.
  ///
  /// - Throws: ``SottoError`` when it is empty or too long.
  public init(_ text: String) throws(SottoError) {
    bytes = Array(text.utf8)
    if bytes.isEmpty { throw SottoError(.invalidInput, "the passphrase is empty") }
    if bytes.count > Self.longest {
      throw SottoError(
        .invalidInput, "the passphrase is too long",
        hint: "at most \(Self.longest) bytes can be used")
    }
  }

  /// One that is being chosen.
  ///
  /// - Throws: ``SottoError`` when it is too short to keep anything safe, or too long.
  public init(choosing text: String) throws(SottoError) {
    if text.count < Self.shortest {
      throw SottoError(
        .invalidInput, "the passphrase is too short",
        hint: "use at least \(Self.shortest) characters; a few words in a row are good")
    }
    try self.init(text)
  }

  /// Dots, however long it is.
  public var description: String { "•••" }
  /// Nothing: `dump` and reflection do not show it either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
