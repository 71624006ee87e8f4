internal import CSodium

/// SHA-256, by which files and requests are told apart.
enum Digest {
  /// In 64 lower-case hexadecimal digits.
  static func sha256(_ bytes: [UInt8]) -> String { Hex.encode(hash(bytes)) }

  /// The 32 bytes of it.
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    // It cannot fail, and needs no initialization of the library.
    _ = unsafe crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return hash
  }

  /// 16 bytes of BLAKE2b (RFC 7693) with a key of 16 to 64 bytes: enough to tell apart what one person
  /// wrote, and a quarter of the room.
  static func short(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES_MIN))
    // It fails only for sizes that it does not take.
    _ = unsafe crypto_generichash(
      &hash, hash.count, bytes, UInt64(bytes.count), key, key.count)
    return hash
  }

  /// Whether it can be one, so that nothing else is ever part of a path.
  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
      }
  }
}
