internal import SottoCore
internal import SottoSealing

/// `vault.json`: the data key, sealed by a key that is made of the passphrase.
///
/// The data key is random and never changes, so that another passphrase only means another seal.
struct VaultFile {
  static let name = "vault.json"

  private let derivation: KeyDerivation
  private let sealedKey: SealedBox

  private static let context = Array("sotto vault 1".utf8)

  /// Seals `key`.
  init(sealing key: SealingKey, with passphrase: Passphrase, cost: KeyDerivation.Cost) throws {
    derivation = KeyDerivation(cost: cost)
    sealedKey = key.sealed(
      with: try SealingKey(deriving: passphrase, by: derivation), context: Self.context)
  }

  /// - Throws: ``SottoError`` of code `wrongPassphrase`.
  func key(with passphrase: Passphrase) throws -> SealingKey {
    let wrapping = try SealingKey(deriving: passphrase, by: derivation)
    guard let key = try SealingKey(opening: sealedKey, with: wrapping, context: Self.context)
    else {
      throw SottoError(
        .wrongPassphrase, "the passphrase does not open the data folder",
        hint: "check the keyboard layout and capital letters; without it nothing can be read")
    }
    return key
  }

  // MARK: JSON

  var json: JSONValue {
    .object([
      "version": 1, "lock": "passphrase", "derivation": derivation.json, "key": sealedKey.json,
    ])
  }

  /// - Returns: `nil` for what ``json`` does not make.
  init?(json: JSONValue) {
    guard json["version"]?.int == 1, json["lock"]?.string == "passphrase",
      let derivation = KeyDerivation(json: json["derivation"]),
      let sealedKey = SealedBox(json: json["key"])
    else { return nil }
    self.derivation = derivation
    self.sealedKey = sealedKey
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
