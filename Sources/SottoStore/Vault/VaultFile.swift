internal import CSodium
internal import SottoCore

/// `vault.json`: the data key, sealed by a key that is made of the passphrase.
///
/// The data key is random and never changes, so that another passphrase only means another seal.
struct VaultFile {
  static let name = "vault.json"

  var derivation: KeyDerivation
  var salt: [UInt8]
  /// Nonce, then XChaCha20-Poly1305 of the data key, with ``label`` as associated data.
  var sealedKey: [UInt8]

  private static let label = Array("sotto vault 1".utf8)
  private static let nonceSize = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let sealedSize =
    nonceSize + VaultKey.size + Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  /// Seals `key`.
  init(sealing key: VaultKey, with passphrase: Passphrase, derivation: KeyDerivation) throws {
    var salt = [UInt8](repeating: 0, count: KeyDerivation.saltSize)
    var sealed = [UInt8](repeating: 0, count: Self.sealedSize)
    let wrapping = try derivation.key(from: passphrase, salt: salt.fillRandomly())
    let nonce = Array(sealed.fillRandomly().prefix(Self.nonceSize))
    unsafe key.withBytes { key in
      unsafe wrapping.withBytes { wrapping in
        unsafe sealed.withUnsafeMutableBufferPointer { sealed in
          guard let start = sealed.baseAddress else { return }
          // It cannot fail; the length of what comes out is known.
          _ = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
            start + Self.nonceSize, nil, key, UInt64(VaultKey.size), Self.label,
            UInt64(Self.label.count), nil, nonce, wrapping)
        }
      }
    }
    self.derivation = derivation
    self.salt = salt
    sealedKey = sealed
  }

  /// - Throws: ``SottoError`` of code `wrongPassphrase`.
  func key(with passphrase: Passphrase) throws -> VaultKey {
    let wrapping = try derivation.key(from: passphrase, salt: salt)
    var isRight = false
    let key = try unsafe VaultKey.filled { memory in
      isRight =
        unsafe wrapping.withBytes { wrapping in
          unsafe sealedKey.withUnsafeBufferPointer { sealed in
            guard let start = sealed.baseAddress else { return -1 }
            return unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
              memory, nil, nil, start + Self.nonceSize, UInt64(sealed.count - Self.nonceSize),
              Self.label, UInt64(Self.label.count), start, wrapping)
          }
        } == 0
    }
    guard isRight else {
      throw SottoError(
        .wrongPassphrase, "the passphrase does not open the data folder",
        hint: "check the keyboard layout and capital letters; without it nothing can be read")
    }
    return key
  }

  // MARK: JSON

  var json: JSONValue {
    .object([
      "version": 1, "lock": "passphrase", "derivation": "argon2id",
      "operations": .integer(Int64(derivation.operations)),
      "memory_bytes": .integer(Int64(derivation.memory)),
      "salt": .string(Hex.encode(salt)), "sealed_key": .string(Hex.encode(sealedKey)),
    ])
  }

  /// - Returns: `nil` for what ``json`` does not make.
  init?(json: JSONValue) {
    guard json["version"]?.int == 1, json["lock"]?.string == "passphrase",
      json["derivation"]?.string == "argon2id", let operations = json["operations"]?.int,
      let memory = json["memory_bytes"]?.int,
      let salt = json["salt"]?.string.flatMap(Hex.decode), salt.count == KeyDerivation.saltSize,
      let sealed = json["sealed_key"]?.string.flatMap(Hex.decode), sealed.count == Self.sealedSize
    else { return nil }
    derivation = KeyDerivation(operations: operations, memory: memory)
    guard derivation.isSensible else { return nil }
    self.salt = salt
    sealedKey = sealed
  }
}

extension [UInt8] {
  /// - Returns: the new bytes.
  fileprivate mutating func fillRandomly() -> [UInt8] {
    let size = count
    unsafe withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { unsafe randombytes_buf(start, size) }
    }
    return self
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
