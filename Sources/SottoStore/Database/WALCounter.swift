internal import CSQLite

/// Learns from SQLite after each commit how long the write-ahead log has become. Installing it
/// turns automatic checkpoints off: those would run inside the commit that crosses the limit, and
/// make one token wait.
final class WALCounter {
  /// Shared with the callback, which runs inside this connection's own commits.
  private final class Box { var pages = 0 }

  private let box = Box()

  var pages: Int { box.pages }

  /// The counter must live as long as the connection; ``Connection`` owns both.
  func install(on connection: OpaquePointer) {
    let context = unsafe Unmanaged.passUnretained(box).toOpaque()
    unsafe sqlite3_wal_hook(
      connection,
      { context, _, _, pages in
        guard let context = unsafe context else { return SQLITE_OK }
        unsafe Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().pages = Int(pages)
        return SQLITE_OK
      }, context)
  }
}
