import SottoCore
import SottoTokens

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
  static func text(at path: String, terminal: Terminal) async throws -> UTF8Text {
    guard let text = UTF8Text(try await bytes(at: path, terminal: terminal)) else {
      throw SottoError(
        .invalidInput, "the file '\(path)' is not UTF-8 text", hint: "only text has tokens")
    }
    return text
  }

  /// The bytes of a file, of which there may be at most `limit`.
  ///
  /// - Throws: ``SottoError`` when it cannot be read or is larger.
  static func bytes(
    at path: String, terminal: Terminal, limit: Int = .max
  ) async throws -> [UInt8] {
    let most = limit == .max ? limit : limit + 1
    guard let bytes = await terminal.readFile(at: path, upTo: most) else {
      let hint =
        FileManager.default.fileExists(atPath: path) ? "it may be a folder, or not yours" : nil
      throw SottoError(.invalidInput, "the file '\(path)' cannot be read", hint: hint)
    }
    guard bytes.count <= limit else {
      throw SottoError(
        .invalidInput, "the file '\(path)' is too large", hint: "use at most \(limit) bytes")
    }
    return bytes
  }
}
