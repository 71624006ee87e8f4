internal import SottoCore

/// `key-store.json`: that this data folder's keys are in the system's key store, under which owner,
/// and their names. So nobody has to be asked to learn which keys there are.
struct KeyIndex {
  let kind: SecretStoreState.Kind
  /// Tells this data folder's keys from those of another one of the same person.
  let owner: String
  var names: Set<String>

  static func file(in folder: String) -> PrivateFile {
    PrivateFile(path: folder + "/key-store.json")
  }

  /// - Returns: `nil` when no key of this folder was ever put there.
  static func read(_ file: PrivateFile) throws(SottoError) -> KeyIndex? {
    guard let bytes = try file.contents() else { return nil }
    guard let json = try? JSONValue(parsing: bytes), let kind = json["store"]?.string,
      let owner = json["owner"]?.string, let names = json["names"]?.array
    else {
      throw SottoError(
        .storage, "the file '\(file.path)' is damaged",
        hint: "move it away, then set the keys again")
    }
    return KeyIndex(
      kind: SecretStoreState.Kind(rawValue: kind), owner: owner,
      names: Set(names.compactMap(\.string)))
  }

  var encoded: [UInt8] {
    let json = JSONValue.object([
      "store": .string(kind.rawValue), "owner": .string(owner),
      "names": .array(names.sorted().map(JSONValue.string)),
    ])
    return json.encoded + [UInt8(ascii: "\n")]
  }
}
