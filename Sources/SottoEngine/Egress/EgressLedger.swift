public import SottoCore
import Synchronization

/// The notes of what left, on their way to the store: kept in memory for a moment, so that no
/// request waits for the disk.
public final class EgressLedger: EgressLog {
  /// More than that wait only while nothing can be stored; the oldest are let go.
  private static let mostWaiting = 10_000
  private static let pause = Duration.seconds(1)

  private let store: any EgressStore
  private let clock: any Clock<Duration>
  private let waiting = Mutex<[EgressID: EgressEntry]>([:])
  private let wakings: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation

  /// A ledger over the store. ``run()`` or ``flush()`` write what it takes.
  public init(store: any EgressStore, clock: any Clock<Duration> = ContinuousClock()) {
    self.store = store
    self.clock = clock
    (wakings, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Takes a note into memory, in place of an earlier one of the same request.
  public func record(_ entry: EgressEntry) {
    waiting.withLock { waiting in
      waiting[entry.id] = entry
      guard waiting.count > Self.mostWaiting else { return }
      let oldest = waiting.keys.sorted { $0.rawValue < $1.rawValue }.prefix(Self.mostWaiting / 10)
      for id in oldest { waiting[id] = nil }
    }
    wake.yield()
  }

  /// Writes what comes, a second after it came, until the calling task is cancelled. Once in a
  /// ledger's life.
  public func run() async {
    for await _ in wakings {
      // Cancellation ends the pause early; ``flush()`` is then left to whoever closes the store.
      guard (try? await clock.sleep(for: Self.pause)) != nil else { return }
      await flush()
    }
  }

  /// Writes what waits. What cannot be stored waits on.
  public func flush() async {
    let batch = waiting.withLock { waiting in
      defer { waiting = [:] }
      return waiting
    }
    if batch.isEmpty { return }
    do {
      try await store.saveEgress(batch.values.sorted { $0.id.rawValue < $1.id.rawValue })
    } catch {
      // Something newer of the same request may have come meanwhile.
      waiting.withLock { $0.merge(batch) { newer, _ in newer } }
    }
  }

  /// Forgets what waits, because everything is erased.
  func discard() { waiting.withLock { $0 = [:] } }

  /// Latest first; see ``EgressStore/egress(host:before:limit:)``. What waits is written before.
  public func entries(
    host: String? = nil, before id: EgressID? = nil, limit: Int
  ) async throws -> [EgressEntry] {
    await flush()
    return try await store.egress(host: host, before: id, limit: limit)
  }

  /// By host. What waits is written before.
  public func totals() async throws -> [EgressTotal] {
    await flush()
    return try await store.egressTotals()
  }
}
