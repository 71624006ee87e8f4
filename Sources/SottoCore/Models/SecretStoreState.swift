/// Which key store is in use, and whether keys can be read from it.
public struct SecretStoreState: Hashable, Sendable {
  /// An open set of stores.
  public struct Kind: Hashable, Sendable, RawRepresentable {
    /// The word that the API and `SOTTO_KEY_STORE` use.
    public let rawValue: String
    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The desktop's keyring on Linux, such as GNOME Keyring or KWallet.
    public static let secretService = Kind(rawValue: "secret-service")
    /// Apple's.
    public static let keychain = Kind(rawValue: "keychain")
    /// A file in the data folder, sealed by a passphrase.
    public static let sealedFile = Kind(rawValue: "sealed-file")
  }

  /// Which store it is.
  public var kind: Kind
  /// Whether somebody has to be asked before a key can be read or kept.
  public var isLocked: Bool
  /// Whether a passphrase of Sotto's opens it, and one has been chosen.
  public var hasPassphrase: Bool

  /// A state; see the properties.
  public init(kind: Kind, isLocked: Bool, hasPassphrase: Bool = false) {
    self.kind = kind
    self.isLocked = isLocked
    self.hasPassphrase = hasPassphrase
  }
}
