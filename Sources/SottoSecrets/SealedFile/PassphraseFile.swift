package import SottoCore
internal import SottoSealing

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A passphrase in a file, for servers that start without a person: `SOTTO_PASSPHRASE_FILE`, or the
/// credential `sotto-passphrase` that systemd hands to a service.
package struct PassphraseFile: Sendable {
  let path: String

  /// - Returns: `nil` when the environment names none.
  package init?(environment: [String: String]) {
    if let path = environment["SOTTO_PASSPHRASE_FILE"], !path.isEmpty {
      self.path = path
    } else if let folder = environment["CREDENTIALS_DIRECTORY"], !folder.isEmpty,
      case let path = folder + "/sotto-passphrase", unsafe access(path, F_OK) == 0
    {
      self.path = path
    } else {
      return nil
    }
  }

  /// The passphrase: the file's first line.
  ///
  /// - Throws: ``SottoError`` when it cannot be read or is none.
  package func passphrase() throws(SottoError) -> Passphrase {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unusable("cannot be read") }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Passphrase.longest + 2)
    defer { bytes.wipe() }
    var filled = 0
    while filled < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unusable("cannot be read") }
      if count == 0 { break }
      filled += count
    }
    let line = bytes[..<filled].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw unusable("is not UTF-8 text")
    }
    do { return try Passphrase(text) } catch { throw unusable("has no passphrase of ours in it") }
  }

  private func unusable(_ what: String) -> SottoError {
    SottoError(
      .keysLocked, "the passphrase file '\(path)' \(what)",
      hint: "it holds the passphrase on one line; SOTTO_PASSPHRASE_FILE says where it is")
  }
}
