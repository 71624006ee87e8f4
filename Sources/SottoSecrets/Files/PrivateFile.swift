internal import SottoCore
internal import SottoSealing

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A small file that only its owner may read, replaced as a whole so that a reader or a crash never
/// meets half of it.
struct PrivateFile: Sendable {
  var path: String

  private static let largest = 1 << 20

  /// Whether there is something of this name, or that cannot be told.
  var isThere: Bool { unsafe access(path, F_OK) == 0 || errno != ENOENT }

  /// - Returns: `nil` when there is no such file.
  /// - Throws: ``SottoError`` when it cannot be read or others can read it.
  func contents() throws(SottoError) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("cannot be read", errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure("cannot be read", errno) }
    guard status.st_mode & 0o077 == 0 else {
      throw SottoError(
        .dataFolder, "other users can read the key file '\(path)'",
        hint: "run: chmod 600 '\(path)'; if they may have read it, replace the keys too")
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largest else {
      throw SottoError(.storage, "'\(path)' is not a key file", hint: "move it away")
    }
    // Of the final size from the start: growing would leave copies of the keys behind.
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        bytes.wipe()
        throw failure("cannot be read", errno)
      }
      if count == 0 { break }
      filled += count
    }
    if filled < bytes.count { bytes.removeLast(bytes.count - filled) }
    return bytes
  }

  /// Writes a new file beside it, flushes it and renames it. Only to be called under
  /// ``withLock(_:)``.
  func replace(with bytes: [UInt8]) throws(SottoError) {
    // One fixed name, so that a crash leaves at most one such file, which the next change
    // overwrites.
    let new = path + ".new"
    unsafe unlink(new)
    let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot be written", errno) }
    var isWritten = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
    let reason = errno
    close(descriptor)
    if isWritten { isWritten = unsafe rename(new, path) == 0 }
    guard isWritten else {
      unsafe unlink(new)
      throw failure("cannot be written", reason)
    }
    flushFolder()
  }

  /// Overwrites the file where it lies, then removes it and what belongs to it. A file system or a
  /// disk that writes elsewhere instead keeps the old bytes until it needs their place.
  func erase() throws(SottoError) {
    for path in [path, path + ".new"] {
      let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
      if descriptor < 0, errno == ENOENT { continue }
      guard descriptor >= 0 else { throw failure("cannot be removed", errno) }
      defer { close(descriptor) }
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0,
        writeAll([UInt8](repeating: 0, count: Int(status.st_size)), to: descriptor),
        fsync(descriptor) == 0, unsafe unlink(path) == 0
      else { throw failure("cannot be removed", errno) }
    }
    unsafe unlink(path + ".lock")
    flushFolder()
  }

  /// Runs `body` while no other process changes the file.
  func withLock<Value>(_ body: () throws -> Value) throws -> Value {
    let descriptor = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot be locked", errno) }
    // Closing also gives the lock back.
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw failure("cannot be locked", errno) }
    }
    return try body()
  }

  private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(
          descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  /// Makes the new name last a power cut. Where a folder cannot be flushed there is nothing else to
  /// do.
  private func flushFolder() {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private func failure(_ what: String, _ number: Int32) -> SottoError {
    let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    if number == ENOSPC || number == EDQUOT {
      return SottoError(
        .diskFull, "the key file '\(path)' \(what): \(reason)", hint: "free some space on that disk"
      )
    }
    return SottoError(
      .dataFolder, "the key file '\(path)' \(what): \(reason)",
      hint: "make its folder yours with 'chmod u+rwx' or 'chown'")
  }
}
