package import SottoCore

/// Keys in a file that only its owner can read: a JSON object from name to key.
///
/// Nothing is kept between calls. Several processes may write: each change is made under a lock,
/// and the file is replaced as a whole.
package actor KeyFile: SecretStore {
  private nonisolated let executor = FileExecutor(label: "sotto.keys")
  private let file: PrivateFile

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// - Parameter folder: the data folder; the file in it is `keys.json`.
  package init(folder: String) { file = PrivateFile(path: folder + "/keys.json") }

  package func secret(named name: String) throws -> Secret? {
    try Self.check(name)
    guard let text = try read()[name]?.string else { return nil }
    return try Secret(text)
  }

  package func setSecret(_ secret: Secret, named name: String) throws {
    try Self.check(name)
    try change { $0[name] = .string(secret.reveal()) }
  }

  package func removeSecret(named name: String) throws -> Bool {
    try Self.check(name)
    guard try read()[name] != nil else { return false }
    var isRemoved = false
    try change { keys in
      isRemoved = keys[name] != nil
      keys[name] = nil
    }
    return isRemoved
  }

  package func secretNames() throws -> [String] {
    Set(try read().members.filter { $0.value.string != nil }.map(\.key)).sorted()
  }

  private func change(_ body: (inout JSONObject) -> Void) throws {
    try file.withLock {
      var keys = try read()
      body(&keys)
      var bytes = JSONValue.object(keys).encoded
      bytes.append(UInt8(ascii: "\n"))
      defer { bytes.wipe() }
      try file.replace(with: bytes)
    }
  }

  private func read() throws -> JSONObject {
    guard var bytes = try file.contents() else { return JSONObject() }
    defer { bytes.wipe() }
    if bytes.isEmpty { return JSONObject() }
    guard let json = try? JSONValue(parsing: bytes), let keys = json.object else {
      // The parser's message is left out: it may point into a key.
      throw SottoError(
        .storage, "the key file '\(file.path)' is not a JSON object",
        hint: "mend it or move it away, then set the keys again")
    }
    return keys
  }

  private static func check(_ name: String) throws(SottoError) {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    // Not repeated in the message: a person may have pasted the key here.
    guard isPlain, !name.isEmpty, name.utf8.count <= 64 else {
      throw SottoError(
        .invalidInput, "this cannot be the name of a key",
        hint: "use at most 64 lower-case letters, digits, '-', '_' and '.'")
    }
  }
}
