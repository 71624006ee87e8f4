#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The bytes of a file.
final class FileSource: ByteSource {
  private let descriptor: Int32

  /// - Throws: ``ExchangeError``.
  init(_ path: String) throws {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ExchangeError("the file cannot be opened") }
  }

  deinit { close(descriptor) }

  /// In bytes; 0 where it cannot be told.
  var size: Int {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  func read(_ count: Int) throws -> [UInt8] {
    try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while true {
        let got = unsafe Self.read(descriptor, buffer.baseAddress, count)
        if got < 0, errno == EINTR { continue }
        guard got >= 0 else { throw ExchangeError("the file cannot be read") }
        filled = got
        return
      }
    }
  }

  private static func read(
    _ descriptor: Int32, _ start: UnsafeMutablePointer<UInt8>?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(descriptor, start, count)
    #else
      unsafe Darwin.read(descriptor, start, count)
    #endif
  }
}
