internal import CSodium
internal import SottoCore

/// A key of 32 bytes in guarded memory: between pages that cannot be touched, kept out of swap where
/// the system allows it, and wiped with this object.
@safe package final class VaultKey: Sendable {
  static let size = 32

  /// Only written to before this object is shared.
  private nonisolated(unsafe) let memory: UnsafeMutableRawPointer

  private init(_ fill: (UnsafeMutablePointer<UInt8>) -> Void) throws {
    guard sodium_init() >= 0, let memory = unsafe sodium_malloc(Self.size) else {
      throw SottoError(
        .storage, "there is no memory for a key", hint: "close other programs, then try again")
    }
    unsafe fill(memory.assumingMemoryBound(to: UInt8.self))
    unsafe sodium_mprotect_readonly(memory)
    unsafe self.memory = memory
  }

  deinit { unsafe sodium_free(memory) }

  /// A key that `fill` puts into the memory it gets, ``size`` bytes.
  static func filled(_ fill: (UnsafeMutablePointer<UInt8>) -> Void) throws -> VaultKey {
    try unsafe VaultKey(fill)
  }

  /// A new random key.
  package static func random() throws -> VaultKey {
    try unsafe VaultKey { memory in unsafe randombytes_buf(memory, size) }
  }

  /// A key for one purpose, from which this one cannot be found: BLAKE2b of the purpose's name under
  /// this key.
  func derived(for purpose: String) throws -> VaultKey {
    let name = Array(purpose.utf8)
    return try unsafe VaultKey { memory in
      unsafe withBytes { key in
        _ = unsafe crypto_generichash(
          memory, Self.size, name, UInt64(name.count), key,
          Self.size)
      }
    }
  }

  /// The key's bytes, valid during the call.
  func withBytes<Value>(_ body: (UnsafePointer<UInt8>) throws -> Value) rethrows -> Value {
    try unsafe body(UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)))
  }
}
