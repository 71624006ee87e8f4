internal import SottoSealing

/// What encrypts everything in a data folder, made of its one key.
struct FolderCipher: Sendable {
  let pages: PageCipher
  let files: FileCipher

  init(key: SealingKey) throws {
    pages = try PageCipher(key: key)
    files = try FileCipher(key: key)
  }
}
