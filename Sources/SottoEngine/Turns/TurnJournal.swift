import SottoCore

/// Stores the events of one turn, and shows them to its watchers once they are stored.
struct TurnJournal: Sendable {
  let live: LiveTurn
  let store: any ConversationStore
  let clock: any Clock<Duration>

  var turn: Turn { live.turn }

  /// Stores and shows events.
  ///
  /// - Returns: whether the turn has ended.
  func write(_ events: [TurnEvent]) async throws -> Bool {
    if events.isEmpty { return false }
    let stored = try await store.append(events, to: turn.id)
    live.publish(stored)
    return stored.last?.event.isTerminal ?? false
  }

  func notify(_ notice: Notice) async throws { _ = try await write([.notice(notice)]) }

  /// Stores the end. If even that fails (a full disk), the watchers are told at once, and storing
  /// is tried again for as long as the process lives; after a restart the message is `interrupted`.
  func end(with event: TurnEvent) async {
    do {
      _ = try await write([event])
      return
    } catch {
      live.publishUnstored(terminalEvent(for: error))
      // Erased, or ended by another process: there is nothing left to end.
      if (error as? SottoError)?.code == .turnNotFound { return }
    }
    var pause = Duration.seconds(1)
    while !Task.isCancelled {
      // Cancellation ends the pause early, and then the loop.
      try? await clock.sleep(for: pause)
      do {
        _ = try await store.append([event], to: turn.id)
        return
      } catch let error as SottoError where error.code == .turnNotFound {
        // It has ended: the end was written, and what failed was to bring it to the disk.
        return
      } catch {}
      pause = min(pause * 2, .seconds(60))
    }
  }

  /// How a turn ends that stopped with this error.
  func terminalEvent(for error: any Error) -> TurnEvent {
    switch error {
    case is CancellationError: live.isStopRequested ? .stopped : .interrupted
    case let error as ProviderError: .failed(error)
    case let error as SottoError:
      .failed(
        ProviderError(
          .storageFailed, provider: turn.model.provider, message: error.message, hint: error.hint,
          isRetryable: true))
    default:
      .failed(
        ProviderError(
          .storageFailed, provider: turn.model.provider,
          message: "the answer could not go on", isRetryable: true, details: "\(error)"))
    }
  }
}
