public import SottoCore
import Synchronization

/// A hint that something stored has changed. It carries no content: whoever shows it reads it
/// again.
public enum Change: Hashable, Sendable {
  /// The list of projects, or one of them.
  case projects
  /// The conversations of a project: one is new, renamed, deleted or restored.
  case conversations(ProjectID)
  /// Messages of a conversation were edited, deleted or restored, or another path was chosen.
  case messages(ConversationID)
  /// A model was asked for a title, and this is what it took.
  case title(TitleReport)
  /// A turn began or ended.
  case turn(TurnID, in: ConversationID)
  /// The configured providers or their keys.
  case providers
  /// Another process wrote; it is not known what.
  case anything
}

/// Tells every listener of every change. A listener that falls behind misses the oldest hints,
/// which is harmless: each only says "read again".
public final class Changes: Sendable {
  private struct State {
    var nextListener = 0
    var listeners: [Int: AsyncStream<Change>.Continuation] = [:]
  }

  private let state = Mutex(State())

  /// Changes that nobody listens to yet.
  public init() {}

  /// Tells all who listen now; never waits for them.
  public func publish(_ change: Change) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(change) }
  }

  /// The changes from now on; ends when the reading task is cancelled.
  public func listen() -> AsyncStream<Change> {
    AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
      let number = state.withLock { state in
        state.nextListener += 1
        state.listeners[state.nextListener] = continuation
        return state.nextListener
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { $0.listeners[number] = nil }
      }
    }
  }

  /// Whether anybody listens.
  public var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }
}
