internal import SottoSealing

/// What encrypts everything in a data folder, made of its one key.
struct FolderCipher: Sendable {
  let pages: PageCipher
  let files: FileCipher

  /// Over SQLite's layer of this name; `nil` is the system's own.
  init(key: SealingKey, over vfs: String? = nil) throws {
    pages = try PageCipher(key: key, over: vfs)
    files = try FileCipher(key: key)
  }
}
