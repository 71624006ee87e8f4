internal import CSodium
package import SottoCore

/// 256 bits that seal, in memory that is never swapped, lies between guard pages, and is
/// overwritten when the last reference goes.
@safe package final class SealingKey: Sendable {
  private nonisolated(unsafe) let memory: UnsafeMutableRawPointer

  /// In bytes.
  package static let length = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)

  /// Derives a key from a passphrase. Blocks for as long as the costs say; not for threads that run
  /// tasks.
  ///
  /// - Throws: ``SottoError`` when there is not enough memory.
  package convenience init(
    deriving passphrase: Passphrase, by derivation: KeyDerivation
  ) throws(SottoError) {
    unsafe try self.init { key in
      unsafe passphrase.bytes.withUnsafeBytes { text in
        // A passphrase is never empty, so it has an address.
        guard let start = text.baseAddress else { return false }
        return unsafe crypto_pwhash(
          key.assumingMemoryBound(to: UInt8.self), UInt64(Self.length),
          start.assumingMemoryBound(to: CChar.self), UInt64(text.count), derivation.salt,
          UInt64(derivation.cost.operations), derivation.cost.memory, crypto_pwhash_ALG_ARGON2ID13)
          == 0
      }
    }
  }

  /// A random key, for what a passphrase's key seals in turn.
  package convenience init() throws(SottoError) {
    unsafe try self.init { key in
      unsafe randombytes_buf(key, Self.length)
      return true
    }
  }

  /// A key from ``base64``.
  ///
  /// - Returns: `nil` when it is none.
  package convenience init?(base64 text: String) throws(SottoError) {
    guard var bytes = Sodium.bytes(base64: text) else { return nil }
    defer { bytes.wipe() }
    guard bytes.count == Self.length else { return nil }
    try self.init(copying: bytes)
  }

  private convenience init(copying bytes: [UInt8]) throws(SottoError) {
    unsafe try self.init { memory in
      unsafe bytes.withUnsafeBytes { bytes in
        guard bytes.count == Self.length else { return false }
        unsafe UnsafeMutableRawBufferPointer(start: memory, count: Self.length).copyMemory(
          from: bytes)
        return true
      }
    }
  }

  private init(fill: (UnsafeMutableRawPointer) -> Bool) throws(SottoError) {
    try Sodium.prepare()
    guard let memory = unsafe sodium_malloc(Self.length) else { throw Self.noMemory }
    guard unsafe fill(memory), unsafe sodium_mprotect_readonly(memory) == 0 else {
      unsafe sodium_free(memory)
      throw Self.noMemory
    }
    unsafe self.memory = memory
  }

  deinit { unsafe sodium_free(memory) }

  /// A key for one purpose, from which this one cannot be found: BLAKE2b (RFC 7693) of the purpose's
  /// name under this key.
  package func derived(for purpose: String) throws(SottoError) -> SealingKey {
    let name = Array(purpose.utf8)
    return unsafe try SealingKey { derived in
      unsafe withBytes { key in
        unsafe crypto_generichash(
          derived.assumingMemoryBound(to: UInt8.self), Self.length, name, UInt64(name.count), key,
          Self.length) == 0
      }
    }
  }

  /// This key in a box that `key` opens, for ``init(opening:with:context:)``.
  package func sealed(with key: SealingKey, context: [UInt8]) -> SealedBox {
    var plain = copied
    defer { plain.wipe() }
    return SealedBox(sealing: plain, with: key, context: context)
  }

  /// The key as text, for a key store, which keeps texts. Nobody can wipe it.
  package var base64: String {
    var plain = copied
    defer { plain.wipe() }
    return Sodium.base64(plain)
  }

  /// To be wiped by the caller.
  private var copied: [UInt8] {
    unsafe withBytes { bytes in
      unsafe Array(UnsafeBufferPointer(start: bytes, count: Self.length))
    }
  }

  /// The key in a box.
  ///
  /// - Returns: `nil` when `key` is another, or the box or its context was changed.
  package convenience init?(
    opening box: SealedBox, with key: SealingKey, context: [UInt8]
  ) throws(SottoError) {
    guard var plain = box.opened(with: key, context: context) else { return nil }
    defer { plain.wipe() }
    try self.init(copying: plain)
  }

  /// The key's bytes for the length of `body`, which must not copy them.
  package func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    unsafe body(UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)))
  }

  private static let noMemory = SottoError(
    .storage, "there is not enough memory to make a key of the passphrase",
    hint: "close other programs and try again")
}
