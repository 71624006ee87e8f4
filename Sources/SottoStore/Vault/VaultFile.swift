internal import SottoCore
internal import SottoSealing

/// `vault.json`: the data key, sealed by a key that is made of the passphrase or lies in a key store.
///
/// The data key is random and never changes, so that another lock only means another seal.
struct VaultFile {
  static let name = "vault.json"

  private enum Lock {
    case passphrase(KeyDerivation)
    case keyStore(FolderKeyPlace)
  }

  private let lock: Lock
  private let sealedKey: SealedBox

  private static let context = Array("sotto vault 1".utf8)

  /// Seals `key` for what is to open it; trying a passphrase will cost so much.
  init(sealing key: SealingKey, for opener: VaultOpener, cost: KeyDerivation.Cost) throws {
    let wrapping: SealingKey
    switch opener {
    case .passphrase(let passphrase):
      let derivation = KeyDerivation(cost: cost)
      wrapping = try SealingKey(deriving: passphrase, by: derivation)
      lock = .passphrase(derivation)
    case .stored(let stored, let place):
      wrapping = stored
      lock = .keyStore(place)
    }
    sealedKey = key.sealed(with: wrapping, context: Self.context)
  }

  var status: VaultStatus {
    switch lock {
    case .passphrase: VaultStatus(lock: .passphrase)
    case .keyStore(let place): VaultStatus(lock: .keyStore(place))
    }
  }

  /// - Throws: ``SottoError`` of code `wrongPassphrase`, or `locked` when something else opens the folder.
  func key(with opener: VaultOpener) throws -> SealingKey {
    switch (lock, opener) {
    case (.passphrase(let derivation), .passphrase(let passphrase)):
      let wrapping = try SealingKey(deriving: passphrase, by: derivation)
      if let key = try key(openedBy: wrapping) { return key }
      throw SottoError(
        .wrongPassphrase, "the passphrase does not open the data folder",
        hint: "check the keyboard layout and capital letters; without it nothing can be read")
    case (.keyStore(let place), .stored(let wrapping, let found)) where place == found:
      if let key = try key(openedBy: wrapping) { return key }
      throw SottoError(
        .locked, "the key '\(place.name)' of the key store does not open the data folder",
        hint: "put back the folder's own '\(Self.name)', or the key store as it was")
    default:
      throw SottoError(
        .locked, "another program has just changed what opens the data folder", hint: "try again")
    }
  }

  private func key(openedBy wrapping: SealingKey) throws -> SealingKey? {
    try SealingKey(opening: sealedKey, with: wrapping, context: Self.context)
  }

  // MARK: JSON

  var json: JSONValue {
    switch lock {
    case .passphrase(let derivation):
      .object([
        "version": 1, "lock": "passphrase", "derivation": derivation.json, "key": sealedKey.json,
      ])
    case .keyStore(let place):
      .object([
        "version": 1, "lock": "key-store", "store": .string(place.store.rawValue),
        "name": .string(place.name), "key": sealedKey.json,
      ])
    }
  }

  /// - Returns: `nil` for what ``json`` does not make.
  init?(json: JSONValue) {
    guard json["version"]?.int == 1, let sealedKey = SealedBox(json: json["key"]) else {
      return nil
    }
    self.sealedKey = sealedKey
    switch json["lock"]?.string {
    case "passphrase":
      guard let derivation = KeyDerivation(json: json["derivation"]) else { return nil }
      lock = .passphrase(derivation)
    case "key-store":
      guard let store = json["store"]?.string, let name = json["name"]?.string else { return nil }
      lock = .keyStore(FolderKeyPlace(store: .init(rawValue: store), name: name))
    default: return nil
    }
  }
}

extension VaultFile {
  /// - Returns: `nil` when there is no such file in the folder.
  /// - Throws: ``SottoError`` when it cannot be read or is damaged.
  static func read(in folder: String) throws -> VaultFile? {
    let path = "\(folder)/\(name)"
    let bytes: [UInt8]
    do {
      bytes = try DiskFile.read(path, atMost: 1 << 16)
    } catch {
      if error.isAbsent { return nil }
      throw SottoError(
        .dataFolder, "'\(path)' cannot be read (\(error.reason))",
        hint: "make it yours with 'chmod u+r' or 'chown'")
    }
    guard let json = try? JSONValue(parsing: bytes), let file = VaultFile(json: json) else {
      throw SottoError(
        .dataFolder, "'\(path)' is damaged, or of a newer version",
        hint: "put back a copy of it, or update this program; without it nothing can be read")
    }
    return file
  }

  /// Puts it into a folder as a whole, in place of one that is there.
  func write(in folder: String) throws {
    let path = "\(folder)/\(Self.name)"
    do {
      DiskFile.remove(path + ".new")
      try DiskFile.create(path + ".new", json.encoded + [UInt8(ascii: "\n")])
      try DiskFile.rename(path + ".new", to: path)
    } catch {
      throw SottoError(
        error.isFull ? .diskFull : .dataFolder, "'\(path)' cannot be written (\(error.reason))",
        hint: "make its folder yours and see that its disk has space")
    }
    DiskFile.flush(folder)
  }
}
