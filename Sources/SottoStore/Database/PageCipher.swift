internal import CCipherVFS
internal import SottoCore
package import SottoSealing

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Encrypts databases and their logs below SQLite, page by page, with one key. A ``Connection`` that is
/// given it opens its file through it, and so does `VACUUM INTO` on that connection.
@safe package final class PageCipher: Sendable {
  /// Under which SQLite knows it; says nothing of the key.
  let name: String
  private nonisolated(unsafe) let vfs: OpaquePointer

  /// Over the layer of this name; `nil` is the system's own.
  package init(key: SealingKey, over vfs: String? = nil) throws {
    let name = "sotto-\(UUID().uuidString.lowercased())"
    let registered = unsafe key.withBytes { bytes in
      unsafe sotto_cipher_vfs_register(name, vfs, bytes)
    }
    guard let registered = unsafe registered else {
      throw SottoError(
        .storage, "there is no memory for a key", hint: "close other programs, then try again")
    }
    self.name = name
    unsafe self.vfs = registered
  }

  /// The layer itself goes with its last open file.
  deinit { unsafe sotto_cipher_vfs_release(vfs) }

  /// What a database that is encrypted so begins with, under whatever key.
  static let mark = Array(SOTTO_CIPHER_MAGIC.utf8)

  /// What every page leaves free at its end for the seal.
  static let reservedBytes = Int32(SOTTO_CIPHER_RESERVED_BYTES)
}
