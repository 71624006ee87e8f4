internal import SottoCore
internal import SottoSealing

/// What `keys.sealed` says: how the passphrase becomes the key, which keys there are, and the keys
/// themselves in their box. The names stand in the clear; changing them breaks the seal.
struct SealedKeys {
  static let version = 1

  let derivation: KeyDerivation
  let names: [String]
  let box: SealedBox

  /// Seals `keys` anew.
  init(sealing keys: KeyList, with key: OpenKey) {
    derivation = key.derivation
    names = keys.names
    box = keys.sealed(with: key.key, context: Self.context(names))
  }

  /// Reads the file.
  ///
  /// - Throws: ``SottoError`` for what is none, or a newer one.
  init(parsing bytes: [UInt8], path: String) throws(SottoError) {
    guard let json = try? JSONValue(parsing: bytes), let version = json["version"]?.int else {
      throw Self.damaged(path)
    }
    guard version <= Self.version else {
      throw SottoError(
        .storage, "the key file '\(path)' was written by a newer version",
        hint: "use that version of Sotto")
    }
    guard let derivation = KeyDerivation(json: json["derivation"]),
      let names = json["names"]?.array?.map({ $0.string }), !names.contains(nil),
      let box = SealedBox(json: json["keys"])
    else { throw Self.damaged(path) }
    self.derivation = derivation
    self.names = names.compactMap(\.self)
    self.box = box
  }

  /// - Returns: `nil` when the key is another or the file was changed.
  func opened(with key: OpenKey) -> KeyList? {
    box.opened(with: key.key, context: Self.context(names)).map { KeyList($0) }
  }

  var encoded: [UInt8] {
    let json = JSONValue.object([
      "version": .integer(Int64(Self.version)), "derivation": derivation.json,
      "names": .array(names.map(JSONValue.string)), "keys": box.json,
    ])
    return json.encoded + [UInt8(ascii: "\n")]
  }

  static func damaged(_ path: String) -> SottoError {
    SottoError(
      .storage, "the key file '\(path)' is damaged",
      hint: "restore it from a copy, or move it away and give the keys again")
  }

  private static func context(_ names: [String]) -> [UInt8] {
    Array("sotto keys \(version)\n\(names.joined(separator: "\n"))".utf8)
  }
}

/// A key with what made it of the passphrase, which tells whether it is a file's.
struct OpenKey {
  var key: SealingKey
  var derivation: KeyDerivation
}
