internal import SottoCore
internal import SottoSealing

/// `keys.json`, where earlier versions kept keys in the clear: a JSON object from name to key. It is
/// read until its keys have moved, then overwritten and removed; nothing is added to it.
struct PlainKeyFile: Sendable {
  let file: PrivateFile

  /// - Parameter folder: the data folder.
  init(folder: String) { file = PrivateFile(path: folder + "/keys.json") }

  /// The keys by name; empty when there is no such file.
  ///
  /// - Throws: ``SottoError`` when it cannot be read or others can read it.
  func secrets() throws -> [String: Secret] {
    guard var bytes = try file.contents() else { return [:] }
    defer { bytes.wipe() }
    if bytes.isEmpty { return [:] }
    guard let json = try? JSONValue(parsing: bytes), let members = json.object?.members else {
      // The parser's message is left out: it may point into a key.
      throw SottoError(
        .storage, "the key file '\(file.path)' is not a JSON object",
        hint: "mend it or move it away, then set the keys again")
    }
    var secrets: [String: Secret] = [:]
    for member in members {
      if let text = member.value.string { secrets[member.key] = try Secret(text) }
    }
    return secrets
  }

  /// Whether the file is there.
  func exists() throws -> Bool {
    guard var bytes = try file.contents() else { return false }
    bytes.wipe()
    return true
  }
}
