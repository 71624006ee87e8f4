internal import SottoCore
internal import Synchronization

/// What is known of how well an open store is.
final class StoreHealth: Sendable {
  private struct State {
    /// Why nothing new is written.
    var refusal: SottoError?
    var flushFailure: SottoError?
    var integrity: IntegrityReport?
    var backupFailure: SottoError?
  }

  private let state = Mutex(State())

  /// Why nothing new may be written; `nil` while all is well.
  var refusal: SottoError? { state.withLock { $0.refusal } }
  /// How the log's flush failed.
  var flushFailure: SottoError? { state.withLock { $0.flushFailure } }
  /// What the latest look through the whole database found.
  var integrity: IntegrityReport? { state.withLock { $0.integrity } }

  func refuseWrites(_ reason: SottoError) { state.withLock { $0.refusal = reason } }

  /// From now on nobody can be promised that something is on the disk.
  func flushFailed(_ failure: SottoError) {
    state.withLock { state in
      state.flushFailure = failure
      state.refusal = SottoError(
        .readOnly, "the history can only be read: \(failure.message)", hint: failure.hint)
    }
  }

  /// Why the latest copy failed; `nil` when it is good, or there was none.
  var backupFailure: SottoError? { state.withLock { $0.backupFailure } }

  func backupEnded(_ failure: SottoError?) { state.withLock { $0.backupFailure = failure } }

  func checked(_ report: IntegrityReport) { state.withLock { $0.integrity = report } }
}
