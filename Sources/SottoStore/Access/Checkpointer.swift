internal import SottoCore
internal import Synchronization

/// Keeps the write-ahead log short without making a commit wait: from a first limit on, a second
/// connection copies the log into the database beside the running commits. Only when that falls
/// behind, the writer does it itself.
final class Checkpointer: Sendable {
  /// 4 MB.
  static let backgroundPages = 1000
  /// 32 MB.
  static let writerPages = 8000

  private struct State {
    var isRunning = false
    /// The length of the log at the last attempt, so that a log that another program's reader holds
    /// is not tried again with each commit.
    var attemptedAt = 0
  }

  private let background: DatabaseQueue
  private let health: StoreHealth
  private let state = Mutex(State())

  init(background: DatabaseQueue, health: StoreHealth) {
    self.background = background
    self.health = health
  }

  /// To be called after each commit with the length of the log.
  ///
  /// - Returns: whether the writer has to copy the log itself.
  func committed(pages: Int) -> Bool {
    let isDue = state.withLock { state in
      if pages < state.attemptedAt { state.attemptedAt = 0 }
      guard !state.isRunning, pages >= state.attemptedAt + Self.backgroundPages else {
        return false
      }
      state.attemptedAt = pages
      state.isRunning = pages < Self.writerPages
      return true
    }
    guard isDue else { return false }
    if pages >= Self.writerPages { return true }
    background.schedule { [self] connection in
      if let connection = try? connection.get() { checkpoint(on: connection) }
      state.withLock { $0.isRunning = false }
    }
    return false
  }

  /// Copies the log into the database at once, for fear of the log.
  func rescue() {
    background.schedule { [self] connection in
      if let connection = try? connection.get() { checkpoint(on: connection) }
    }
  }

  func checkpoint(on connection: Connection) {
    do {
      try connection.checkpoint()
    } catch  where error.extendedCode == DatabaseError.flushFailed {
      // It begins with a flush of the log, as after a commit.
      health.flushFailed(
        SottoError(
          .storage, "the disk failed to take what was written (\(error))",
          hint: "check that the disk is there and healthy, then start sotto again"))
    } catch {
      // Nothing is lost: the log stays, and the next one tries again.
    }
  }
}
