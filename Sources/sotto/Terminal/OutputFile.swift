import SottoCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is written beside its place and takes it when it is complete, readable by its owner only.
final class OutputFile {
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private var isFinished = false

  /// - Throws: ``SottoError`` when it cannot be made.
  init(_ path: String) throws {
    self.path = path
    temporary = "\(path).part\(getpid())"
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw Self.failure(path) }
  }

  deinit {
    close(descriptor)
    if !isFinished { unlink(temporary) }
  }

  func write(_ bytes: [UInt8]) throws {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        systemWrite(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path) }
      written += count
    }
  }

  /// Gives the file its name.
  func finish() throws {
    guard fsync(descriptor) == 0 || errno == EINVAL, rename(temporary, path) == 0 else {
      throw Self.failure(path)
    }
    isFinished = true
  }

  private static func failure(_ path: String) -> SottoError {
    let reason = String(cString: strerror(errno))
    return SottoError(.invalidInput, "the file '\(path)' cannot be written (\(reason))")
  }
}

private func systemWrite(
  _ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int
) -> Int { write(descriptor, start, count) }
