/// Whether what lies in the data folder is encrypted.
public struct VaultStatus: Hashable, Sendable {
  /// What opens an encrypted folder.
  public enum Lock: Hashable, Sendable {
    /// A passphrase, from which Argon2id makes the key that the data key is sealed with.
    case passphrase
    /// A random key, with which the data key is sealed, that a key store keeps.
    case keyStore(FolderKeyPlace)

    /// As it is written in JSON.
    public var word: String {
      switch self {
      case .passphrase: "passphrase"
      case .keyStore: "key-store"
      }
    }
  }

  /// `nil` where nothing is encrypted.
  public var lock: Lock?

  /// A folder with this lock.
  public init(lock: Lock?) { self.lock = lock }

  /// A folder in the clear.
  public static let plain = VaultStatus(lock: nil)

  /// Where the key is; `nil` when no key store has it.
  public var place: FolderKeyPlace? {
    if case .keyStore(let place) = lock { place } else { nil }
  }

  /// As the app API and the command line write it.
  public var json: JSONValue {
    .object([
      "encrypted": .bool(lock != nil), "lock": JSONValue(lock?.word),
      "store": JSONValue(place?.store.rawValue),
    ])
  }
}
