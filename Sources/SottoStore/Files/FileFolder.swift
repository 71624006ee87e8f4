internal import SottoCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The folder `files` beside the database: each file under the digest of its bytes, as
/// `ab/cdef…`. All calls block.
struct FileFolder: Sendable {
  let path: String
  /// The open store, whose name temporary files begin with.
  let owner: Owner

  init(in folder: DataFolder, owner: Owner) {
    path = folder.files
    self.owner = owner
  }

  /// Where new files are written before they get their name.
  private var temporary: String { path + "/new" }

  /// Only for what ``Digest/isDigest(_:)`` accepts.
  private func path(of digest: String) -> String {
    "\(path)/\(digest.prefix(2))/\(digest.dropFirst(2))"
  }

  /// Writes the bytes to a temporary file, down to the disk.
  ///
  /// - Returns: its path, for ``place(_:as:)`` or ``discard(_:)``.
  /// - Throws: ``SottoError`` of code `diskFull` or `dataFolder`.
  func writeTemporary(_ bytes: [UInt8], digest: String) throws -> String {
    for folder in [path, temporary, "\(path)/\(digest.prefix(2))"] {
      guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
        throw Self.failure(folder, errno)
      }
    }
    let file = "\(temporary)/\(owner.id).\(UUID().uuidString)"
    let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(file, errno) }
    let isWritten = Self.writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
    let reason = errno
    close(descriptor)
    guard isWritten else {
      discard(file)
      throw Self.failure(file, reason)
    }
    return file
  }

  /// Gives a temporary file its name, also in place of one that is there: that may be damaged. Quick
  /// enough for a transaction; ``flushName(of:)`` comes afterwards.
  func place(_ file: String, as digest: String) throws {
    guard unsafe rename(file, path(of: digest)) == 0 else {
      throw Self.failure(path(of: digest), errno)
    }
  }

  /// Removes a temporary file that was not placed.
  func discard(_ file: String) { unsafe unlink(file) }

  /// Makes the names in a file's folder last a power cut. Where a folder cannot be flushed there is
  /// nothing else to do.
  func flushName(of digest: String) {
    for folder in ["\(path)/\(digest.prefix(2))", path] {
      let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      fsync(descriptor)
      close(descriptor)
    }
  }

  /// The bytes of a file, after a look at their digest.
  ///
  /// - Throws: ``SottoError`` of code `fileNotFound`, also when it cannot be read or is damaged: a
  ///   message that names it can do without it.
  func read(_ digest: String) throws -> [UInt8] {
    guard Digest.isDigest(digest) else { throw Self.missing(digest) }
    // A pipe in its place must not block, nor a link lead elsewhere.
    let descriptor = unsafe open(path(of: digest), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw Self.missing(digest) }
      throw unreadable(digest, "cannot be read (\(Self.reason(errno)))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Limits.file
    else { throw unreadable(digest, "is damaged") }
    guard let bytes = Self.readAll(Int(status.st_size), from: descriptor) else {
      throw unreadable(digest, "cannot be read (\(Self.reason(errno)))")
    }
    guard Digest.sha256(bytes) == digest else { throw unreadable(digest, "is damaged") }
    return bytes
  }

  /// Removes a file, if it is there.
  func remove(_ digest: String) {
    if Digest.isDigest(digest) { unsafe unlink(path(of: digest)) }
  }

  /// Removes every file that has a name, and the folders they are in where those are empty then.
  func removeAll() {
    for folder in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    where folder.utf8.count == 2 {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
      {
        unsafe unlink("\(path)/\(folder)/\(name)")
      }
    }
  }

  /// Removes temporary files that a killed process left.
  func removeStaleTemporaries() {
    // Usually there is no such folder, or nothing in it.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: temporary)) ?? []
    for name in names where !owner.isAlive(String(name.prefix { $0 != "." })) {
      discard("\(temporary)/\(name)")
    }
  }

  static func missing(_ digest: String) -> SottoError {
    // What is no digest may be any text.
    SottoError(
      .fileNotFound,
      "there is no file \(Digest.isDigest(digest) ? digest : "of this name: its digest names it")",
      hint: "add the file, and use the digest that is returned")
  }

  private func unreadable(_ digest: String, _ what: String) -> SottoError {
    SottoError(
      .fileNotFound, "the file \(path(of: digest)) \(what)",
      hint: "add the file again, which mends it everywhere")
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

  private static func reason(_ number: Int32) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }

  static func failure(_ path: String, _ number: Int32) -> SottoError {
    if number == ENOSPC || number == EDQUOT {
      return SottoError(
        .diskFull, "there is no space left to store the file \(path)",
        hint: "free some space on that disk; nothing that was stored is lost")
    }
    return SottoError(
      .dataFolder, "'\(path)' cannot be written (\(reason(number)))",
      hint: "make the data folder yours with 'chmod u+rwx' or 'chown'")
  }
}

private func readFile(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ size: Int) -> Int {
  unsafe read(descriptor, start, size)
}
