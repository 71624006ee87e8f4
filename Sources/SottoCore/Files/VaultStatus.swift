/// Whether what lies in the data folder is encrypted.
public struct VaultStatus: Hashable, Sendable {
  /// What opens an encrypted folder.
  public enum Lock: String, Hashable, Sendable {
    /// A passphrase, from which Argon2id makes the key that the data key is sealed with.
    case passphrase
  }

  /// `nil` where nothing is encrypted.
  public var lock: Lock?

  /// A folder with this lock.
  public init(lock: Lock?) { self.lock = lock }

  /// A folder in the clear.
  public static let plain = VaultStatus(lock: nil)

  /// As the app API and the command line write it.
  public var json: JSONValue {
    .object(["encrypted": .bool(lock != nil), "lock": JSONValue(lock?.rawValue)])
  }
}
