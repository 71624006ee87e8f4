/// What a person opens the key store or an encrypted data folder with. It prints as dots everywhere.
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
    try Self.checkLength(text)
    try self.init(text)
  }

  /// Whether it may be chosen anew, as in ``init(choosing:)``.
  ///
  /// - Throws: ``SottoError`` when it is too short.
  public func checkStrength() throws(SottoError) {
    try Self.checkLength(String(decoding: bytes, as: UTF8.self))
  }

  private static func checkLength(_ text: String) throws(SottoError) {
    guard text.count < shortest else { return }
    throw SottoError(
      .invalidInput, "the passphrase is too short",
      hint: "use at least \(shortest) characters; a few words in a row are good")
  }

  /// Dots, however long it is.
  public var description: String { "•••" }
  /// Nothing: `dump` and reflection do not show it either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
