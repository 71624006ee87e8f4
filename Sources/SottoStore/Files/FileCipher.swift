internal import CSodium
internal import SottoSealing

/// Encrypts attached files, each as a whole: a random nonce, then XChaCha20-Poly1305 of the bytes, bound to
/// the file's name.
///
/// The name is no plain digest, which would tell whether somebody keeps a file that others know as well,
/// but a keyed one.
struct FileCipher: Sendable {
  /// What sealing adds to the bytes.
  static let overhead = nonceSize + tagSize

  private static let nonceSize = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tagSize = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  private let bytesKey: SealingKey
  private let namesKey: SealingKey

  init(key: SealingKey) throws {
    bytesKey = try key.derived(for: "files")
    namesKey = try key.derived(for: "file names")
  }

  /// BLAKE2b-256 of the digest, in 64 lower-case hexadecimal digits.
  func name(of digest: String) -> String {
    let text = Array(digest.utf8)
    var hash = [UInt8](repeating: 0, count: 32)
    let size = hash.count
    unsafe namesKey.withBytes { key in
      _ = unsafe crypto_generichash(&hash, size, text, UInt64(text.count), key, SealingKey.length)
    }
    return Hex.encode(hash)
  }

  func seal(_ bytes: [UInt8], name: String) -> [UInt8] {
    let label = Array(name.utf8)
    return unsafe bytesKey.withBytes { key in
      unsafe [UInt8](unsafeUninitializedCapacity: bytes.count + Self.overhead) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        unsafe randombytes_buf(start, Self.nonceSize)
        // It cannot fail; the length of what comes out is known.
        _ = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
          start + Self.nonceSize, nil, bytes, UInt64(bytes.count), label, UInt64(label.count), nil,
          start, key)
        count = bytes.count + Self.overhead
      }
    }
  }

  /// - Returns: `nil` when it is not what was sealed under this name.
  func open(_ sealed: [UInt8], name: String) -> [UInt8]? {
    guard sealed.count >= Self.overhead else { return nil }
    let label = Array(name.utf8)
    var isWhole = false
    let bytes = unsafe bytesKey.withBytes { key in
      unsafe sealed.withUnsafeBufferPointer { sealed in
        unsafe [UInt8](unsafeUninitializedCapacity: sealed.count - Self.overhead + 1) {
          buffer, count in
          guard let start = sealed.baseAddress else { return }
          isWhole =
            unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
              buffer.baseAddress, nil, nil, start + Self.nonceSize,
              UInt64(sealed.count - Self.nonceSize), label, UInt64(label.count), start, key) == 0
          count = isWhole ? sealed.count - Self.overhead : 0
        }
      }
    }
    return isWhole ? bytes : nil
  }
}
