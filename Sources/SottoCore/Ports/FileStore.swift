/// Keeps the bytes of files that belong to messages, each once.
public protocol FileStore: Sendable {
  /// Keeps the bytes and returns how a message names them. The same bytes again are kept once.
  ///
  /// - Throws: ``SottoError`` of code `invalidInput` when the file is empty or too large.
  func addFile(_ bytes: [UInt8], name: String, mediaType: String) async throws -> FileReference
  /// The bytes of a file.
  ///
  /// - Throws: ``SottoError`` of code `fileNotFound`.
  func file(_ digest: String) async throws -> [UInt8]
  /// How a message names a file that is kept; `nil` when there is none.
  func fileReference(_ digest: String) async throws -> FileReference?
}
