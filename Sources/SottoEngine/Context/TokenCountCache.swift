import SottoCore
import Synchronization

/// What messages were counted as, so that a turn counts only what is new. Bounded: the counts that
/// were not asked for among the last thousands are forgotten.
final class TokenCountCache: Sendable {
  struct Key: Hashable, Sendable {
    var message: MessageID
    /// With the size, whether it is still the same message: a person's change makes a new version, an
    /// answer that is written only grows.
    var version: Int
    var size: Int
    var model: ModelReference
  }

  private struct State {
    var recent: [Key: InputTokens] = [:]
    var older: [Key: InputTokens] = [:]
  }

  /// Twice as many are kept at most.
  private let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int = 16_384) { self.capacity = capacity }

  /// What is known under `key`, or else what `count` says.
  func count(_ key: Key, or count: () -> InputTokens) -> InputTokens {
    if let known = state.withLock({ $0.recent[key] ?? $0.older[key] }) {
      keep(known, for: key)
      return known
    }
    let counted = count()
    keep(counted, for: key)
    return counted
  }

  private func keep(_ count: InputTokens, for key: Key) {
    state.withLock { state in
      if state.recent.count >= capacity {
        state.older = state.recent
        state.recent = [:]
      }
      state.recent[key] = count
    }
  }
}
