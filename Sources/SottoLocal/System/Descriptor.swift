#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open file, pipe end or socket, closed with its last reference. Never inherited by a child.
/// A class, since the threads that wait on one share it.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { _ = close(number) }

  /// Opens a file for appending that only its owner can read, emptied first.
  static func log(at path: String) throws(LocalModelError) -> Descriptor {
    try open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, permissions: 0o600)
  }

  static func open(
    _ path: String, _ flags: Int32, permissions: mode_t = 0
  ) throws(LocalModelError) -> Descriptor {
    #if canImport(Glibc)
      let number = Glibc.open(path, flags | O_CLOEXEC, permissions)
    #else
      let number = Darwin.open(path, flags | O_CLOEXEC, permissions)
    #endif
    guard number >= 0 else { throw .system("open \(path)") }
    return Descriptor(number)
  }

  /// Writes all bytes; for files and for what fits into a pipe's buffer.
  func writeAll(_ bytes: [UInt8]) throws(LocalModelError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system("write") }
      rest = rest.dropFirst(count)
    }
  }

  /// The next bytes, waiting for them; empty at the end and after an error.
  func readSome() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      var result = read(number, buffer.baseAddress, buffer.count)
      while result < 0, errno == EINTR { result = read(number, buffer.baseAddress, buffer.count) }
      count = max(0, result)
    }
  }
}

/// A pipe whose ends are closed in every child that isn't given them.
struct Pipe {
  let reading: Descriptor
  let writing: Descriptor

  init() throws(LocalModelError) {
    var ends: [Int32] = [0, 0]
    #if os(Linux)
      // A pair of sockets, which can be marked while it is made; a pipe would be marked afterwards,
      // and a child started in between by another thread would hold it open.
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .system("make a pipe") }
    #else
      guard pipe(&ends) == 0 else { throw .system("make a pipe") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #endif
    reading = Descriptor(ends[0])
    writing = Descriptor(ends[1])
  }
}
