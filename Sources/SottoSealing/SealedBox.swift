internal import CSodium
package import SottoCore

/// Bytes that only the holder of the key can read, and nobody can change unseen:
/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha) under a random nonce.
package struct SealedBox: Hashable, Sendable {
  package var nonce: [UInt8]
  /// The encrypted bytes and their tag.
  package var sealed: [UInt8]

  private static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tagLength = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  /// Seals `plain`. The `context` stands in the clear beside the box and must not be changed either.
  package init(sealing plain: [UInt8], with key: SealingKey, context: [UInt8]) {
    let nonce = Sodium.randomBytes(Self.nonceLength)
    var sealed = [UInt8](repeating: 0, count: plain.count + Self.tagLength)
    _ = unsafe key.withBytes { key in
      unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
        &sealed, nil, plain, UInt64(plain.count), context, UInt64(context.count), nil, nonce, key)
    }
    self.nonce = nonce
    self.sealed = sealed
  }

  /// What is inside; to be wiped by the caller.
  ///
  /// - Returns: `nil` when the key is another, or the box or its context was changed.
  package func opened(with key: SealingKey, context: [UInt8]) -> [UInt8]? {
    guard nonce.count == Self.nonceLength, sealed.count >= Self.tagLength else { return nil }
    var plain = [UInt8](repeating: 0, count: sealed.count - Self.tagLength)
    let isOpen = unsafe key.withBytes { key in
      unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
        &plain, nil, nil, sealed, UInt64(sealed.count), context, UInt64(context.count), nonce, key)
        == 0
    }
    return isOpen ? plain : nil
  }

  /// As JSON: `{"nonce","sealed"}` in base64.
  package var json: JSONValue {
    .object(["nonce": .string(Sodium.base64(nonce)), "sealed": .string(Sodium.base64(sealed))])
  }

  /// - Returns: `nil` when it has not the form of a box.
  package init?(json: JSONValue?) {
    guard let json, let nonce = json["nonce"]?.string.flatMap(Sodium.bytes(base64:)),
      let sealed = json["sealed"]?.string.flatMap(Sodium.bytes(base64:))
    else { return nil }
    self.nonce = nonce
    self.sealed = sealed
  }
}
