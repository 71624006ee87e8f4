internal import Synchronization

/// Reads a few rows on the thread that asks for them. To hand such a read over to a reader's thread
/// and back takes several times as long as the read, and a turn makes some before its request leaves.
final class BriefReader: Sendable {
  private let connection: Mutex<Connection?>

  /// - Parameter connection: one that does not wait for other processes.
  init(_ connection: consuming sending Connection) {
    self.connection = Mutex(connection)
  }

  /// What `body` reads in one unchanging state; `nil` while another thread reads here or another process
  /// has locked the database.
  func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value? {
    try connection.withLockIfAvailable { connection -> Value? in
      guard let connection else { return nil }
      do {
        return try connection.snapshot(body)
      } catch let error as DatabaseError where [.busy, .locked].contains(error.code) {
        return nil
      }
    } ?? nil
  }

  func close() { connection.withLock { $0 = nil } }
}
