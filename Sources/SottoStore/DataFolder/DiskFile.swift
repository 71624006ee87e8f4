internal import SottoCore

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Why the system refused something, as `errno` says.
struct DiskFailure: Error {
  var number: Int32

  /// In the system's words.
  var reason: String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }

  var isFull: Bool { number == ENOSPC || number == EDQUOT }
  var isAbsent: Bool { number == ENOENT }
}

/// Whole files. All calls block.
enum DiskFile {
  /// Makes a new file, readable by its owner only, and flushes it. After a failure nothing is left of it.
  static func create(_ path: String, _ bytes: [UInt8]) throws(DiskFailure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DiskFailure(number: errno) }
    let isWritten = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
    let reason = errno
    close(descriptor)
    guard isWritten else {
      unsafe unlink(path)
      throw DiskFailure(number: reason)
    }
  }

  /// The bytes of a file.
  ///
  /// - Throws: `EFBIG` also for what is no regular file.
  static func read(_ path: String, atMost limit: Int) throws(DiskFailure) -> [UInt8] {
    // A pipe in its place must not block, nor a link lead elsewhere.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw DiskFailure(number: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit
    else { throw DiskFailure(number: EFBIG) }
    guard let bytes = readAll(Int(status.st_size), from: descriptor) else {
      throw DiskFailure(number: errno)
    }
    return bytes
  }

  /// Whether a file that can be read begins so.
  static func begins(_ path: String, with mark: [UInt8]) -> Bool {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return readAll(mark.count, from: descriptor) == mark
  }

  /// Writes zeros over a file, down to the disk, then removes it. What a disk keeps of a file elsewhere,
  /// as flash memory and copying file systems do, nobody can reach from here.
  static func erase(_ path: String) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if descriptor >= 0 {
      var status = stat()
      if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        var left = Int(status.st_size)
        while left > 0, writeAll(Array(zeros.prefix(left)), to: descriptor) { left -= zeros.count }
        fsync(descriptor)
      }
      close(descriptor)
    }
    unsafe unlink(path)
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  static func remove(_ path: String) { unsafe unlink(path) }

  /// Gives a file or folder another name, in place of a file that has it.
  static func rename(_ path: String, to new: String) throws(DiskFailure) {
    guard renameFile(path, new) == 0 else { throw DiskFailure(number: errno) }
  }

  /// Makes a folder for the owner only, unless it is there.
  static func makeFolder(_ path: String) throws(DiskFailure) {
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw DiskFailure(number: errno)
    }
  }

  /// Makes the names in a folder, or the bytes of a file, last a power cut. Where that cannot be done there is
  /// nothing else to do.
  static func flush(_ path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
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

  /// - Returns: fewer bytes when the file ends earlier; `nil` when it cannot be read.
  private static func readAll(_ size: Int, from descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: size)
    var filled = 0
    while filled < size {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe readFile(descriptor, buffer.baseAddress?.advanced(by: filled), size - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      filled += count
    }
    bytes.removeLast(size - filled)
    return bytes
  }
}

private func readFile(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ size: Int) -> Int {
  unsafe read(descriptor, start, size)
}

private func renameFile(_ path: String, _ new: String) -> Int32 { unsafe rename(path, new) }
