internal import CSodium

/// SHA-256, by which files and requests are told apart.
enum Digest {
  /// In 64 lower-case hexadecimal digits.
  static func sha256(_ bytes: [UInt8]) -> String {
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    // It cannot fail, and needs no initialization of the library.
    _ = unsafe crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return Hex.encode(hash)
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
