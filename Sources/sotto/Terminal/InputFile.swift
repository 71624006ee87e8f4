import SottoCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that an argument names. It may also be a pipe, such as `/dev/stdin` or what a shell puts
/// in the place of `<(command)`.
enum InputFile {
  /// The text of a file.
  ///
  /// - Throws: ``SottoError`` when it cannot be read or is no UTF-8.
  static func text(at path: String, terminal: Terminal) async throws -> String {
    let text =
      if let data = FileManager.default.contents(atPath: path) {
        String(validating: data, as: UTF8.self)
      } else {
        String(validating: try await bytes(at: path, terminal: terminal), as: UTF8.self)
      }
    guard let text else {
      throw SottoError(
        .invalidInput, "the file '\(path)' is not UTF-8 text", hint: "only text has tokens")
    }
    return text
  }

  /// - Throws: ``SottoError`` when it cannot be read.
  static func bytes(at path: String, terminal: Terminal) async throws -> [UInt8] {
    if let data = FileManager.default.contents(atPath: path) { return Array(data) }
    if let bytes = await terminal.readPipe(at: path) { return bytes }
    let hint =
      FileManager.default.fileExists(atPath: path) ? "it may be a folder, or not yours" : nil
    throw SottoError(.invalidInput, "the file '\(path)' cannot be read", hint: hint)
  }
}
