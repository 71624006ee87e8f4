#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A lock on a file that ends with the process, however that ends. Two descriptors of one process
/// also exclude each other.
struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the lock on `path`, making the file when there is none. `nil` when it cannot be
  /// opened.
  init?(waitingFor path: String) {
    let opened = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else { return nil }
    while flock(opened, LOCK_EX) != 0 {
      guard errno == EINTR else {
        close(opened)
        return nil
      }
    }
    descriptor = opened
  }

  /// Takes the lock when nobody has it. With `creating` it makes a new file, and is `nil` when
  /// there is one already.
  init?(trying path: String, creating: Bool = false) {
    let flags = O_RDWR | O_CLOEXEC | (creating ? O_CREAT | O_EXCL : 0)
    let opened = unsafe open(path, flags, 0o600)
    guard opened >= 0 else { return nil }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      close(opened)
      return nil
    }
    descriptor = opened
  }

  /// Whether `path` still names the file that is locked: another process may have removed it in
  /// between.
  func isHeld(at path: String) -> Bool {
    var locked = stat()
    var named = stat()
    guard unsafe fstat(descriptor, &locked) == 0, unsafe stat(path, &named) == 0 else {
      return false
    }
    return locked.st_ino == named.st_ino && locked.st_dev == named.st_dev
  }

  deinit { close(descriptor) }
}
