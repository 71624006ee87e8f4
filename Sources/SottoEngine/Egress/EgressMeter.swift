import SottoCore
import Synchronization

/// Notes one request: at its start, and once at its end, which is at the latest when nobody can read
/// the answer any more: then it was read as far as it was wanted.
final class EgressMeter: Sendable {
  private let entry: Mutex<EgressEntry>
  private let log: any EgressLog
  private let clock: WallClock

  init(_ entry: EgressEntry, log: any EgressLog, clock: WallClock) {
    self.entry = Mutex(entry)
    self.log = log
    self.clock = clock
    log.record(entry)
  }

  deinit { end(.complete) }

  func received(_ head: HTTPResponseHead) {
    let size = head.headers.fields.reduce(15) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    entry.withLock { entry in
      entry.status = head.status
      entry.receivedBytes += size
    }
  }

  /// No connection was made.
  func sentNothing() { entry.withLock { $0.sentBytes = 0 } }

  func received(_ bytes: Int) { entry.withLock { $0.receivedBytes += bytes } }

  /// The first end counts.
  func end(_ outcome: EgressEntry.Outcome) {
    let ended: EgressEntry? = entry.withLock { entry in
      guard entry.endedAt == nil else { return nil }
      entry.end(outcome, at: clock.now())
      return entry
    }
    if let ended { log.record(ended) }
  }
}
