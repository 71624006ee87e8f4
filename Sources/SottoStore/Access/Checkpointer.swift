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

  private let background: DatabaseActor
  private let state = Mutex(State())

  init(background: DatabaseActor) { self.background = background }

  /// To be called on the writer after each commit.
  func committed(on connection: Connection) {
    let pages = connection.walPages
    let isDue = state.withLock { state in
      if pages < state.attemptedAt { state.attemptedAt = 0 }
      guard !state.isRunning, pages >= state.attemptedAt + Self.backgroundPages else {
        return false
      }
      state.attemptedAt = pages
      state.isRunning = pages < Self.writerPages
      return true
    }
    guard isDue else { return }
    // A checkpoint that fails is not lost data: the log stays, and the next one tries again.
    if pages >= Self.writerPages {
      _ = try? connection.checkpoint()
      return
    }
    background.schedule { [self] connection in
      try? connection.get().checkpoint()
      state.withLock { $0.isRunning = false }
    }
  }
}
