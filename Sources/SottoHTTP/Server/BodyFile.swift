#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A request's body on the disk, for bodies that are too large for memory. The file goes with the last
/// one who holds this.
package final class BodyFile: Sendable {
  /// Where large bodies go, and how large they may be.
  package struct Policy: Hashable, Sendable {
    /// The folder, which must exist and be the owner's alone.
    package var folder: String
    /// Bytes; a longer body is answered with 413.
    package var maximumSize: Int

    package init(folder: String, maximumSize: Int) {
      self.folder = folder
      self.maximumSize = maximumSize
    }
  }

  /// Where it is.
  package let path: String
  private let descriptor: Int32

  /// `nil` when the file cannot be made.
  init?(in folder: String) {
    path = "\(folder)/upload-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 { return nil }
  }

  deinit {
    close(descriptor)
    unsafe unlink(path)
  }

  /// Writes behind what is there.
  ///
  /// - Returns: whether there was room.
  func append(_ bytes: some Collection<UInt8>) -> Bool {
    let isWritten = bytes.withContiguousStorageIfAvailable { unsafe writeAll($0) }
    if let isWritten { return isWritten }
    return unsafe Array(bytes).withUnsafeBufferPointer { unsafe writeAll($0) }
  }

  private func writeAll(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = unsafe write(
        descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}
