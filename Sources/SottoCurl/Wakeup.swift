#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pipe to oneself: wakes a thread that waits for sockets.
final class Wakeup: Sendable {
  /// Readable after ``signal()``.
  let descriptor: Int32
  private let writer: Int32

  /// Answers `nil` when the process has no descriptor left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    descriptor = ends[0]
    writer = ends[1]
  }

  deinit {
    close(descriptor)
    close(writer)
  }

  func signal() {
    // A full pipe wakes as well.
    _ = unsafe withUnsafeBytes(of: UInt8(1)) { unsafe write(writer, $0.baseAddress, 1) }
  }

  /// Forgets the signals until now.
  func drain() {
    _ = unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      unsafe read(descriptor, buffer.baseAddress, buffer.count)
    }
  }
}
