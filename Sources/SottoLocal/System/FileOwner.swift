#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Who may have written a file.
enum FileOwner {
  /// Whether a file or folder belongs to this user or to root and nobody else can write to it.
  static func isOursAlone(_ path: String) -> Bool {
    var info = stat()
    guard stat(path, &info) == 0 else { return false }
    return (info.st_uid == getuid() || info.st_uid == 0) && info.st_mode & 0o002 == 0
  }

  /// Whether an open file belongs to this user and nobody else can read or write it.
  static func isPrivate(_ file: Descriptor) -> Bool {
    var info = stat()
    guard fstat(file.number, &info) == 0 else { return false }
    return info.st_uid == getuid() && info.st_mode & 0o077 == 0
  }
}
