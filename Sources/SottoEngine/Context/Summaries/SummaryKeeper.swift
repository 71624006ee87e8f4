public import SottoCore
import Synchronization

/// Keeps the summaries of conversations that outgrow their model, where the project wants them: after a
/// turn, beside whatever comes next. A request that is sent meanwhile uses what is there.
final class SummaryKeeper: Sendable {
  private struct State {
    var running: [ConversationID: Task<Message?, any Error>] = [:]
    var problems: [ConversationID: SottoError] = [:]
  }

  private let parts: TurnEngine.Parts
  private let queue: RequestQueue
  private let state = Mutex(State())

  init(parts: TurnEngine.Parts, queue: RequestQueue) {
    self.parts = parts
    self.queue = queue
  }

  /// How it stands with a conversation's summary.
  func status(of conversation: ConversationID) -> SummaryStatus {
    state.withLock { state in
      SummaryStatus(
        isRunning: state.running[conversation] != nil, problem: state.problems[conversation])
    }
  }

  /// Summarises what is too much after a turn has ended. A failure is kept for whoever asks, and tried
  /// again after the next turn.
  func keepUp(after job: TurnJob) async {
    guard case .summarise = job.project.details.context, !Task.isCancelled else { return }
    // The model that has answered, which may not be the one that was asked first.
    let turn = (try? await parts.store.turn(job.turn.id)) ?? job.turn
    guard turn.status == .finished else { return }
    let work = SummaryWork(
      project: job.project, conversation: turn.conversationID, leaf: turn.assistantMessageID,
      model: turn.model, turn: turn.id, isAsked: false)
    if (try? await run(work)) != nil {
      parts.changes.publish(.turn(turn.id, in: turn.conversationID))
    }
  }

  /// Does the work, after what runs for the same conversation.
  ///
  /// - Returns: the summary; `nil` when none was needed.
  /// - Throws: ``SottoError``, ``ProviderError``.
  func run(_ work: SummaryWork) async throws -> Message? {
    while true {
      let (task, isOwn) = state.withLock { state -> (Task<Message?, any Error>, Bool) in
        if let running = state.running[work.conversation] { return (running, false) }
        let task = Task { try await make(work) }
        state.running[work.conversation] = task
        return (task, true)
      }
      guard isOwn else {
        _ = await task.result
        try Task.checkCancellation()
        continue
      }
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  private func make(_ work: SummaryWork) async throws -> Message? {
    do {
      let summary = try await SummaryMaker(parts: parts, queue: queue).summarise(work)
      finish(work, problem: nil)
      return summary
    } catch {
      finish(work, problem: Self.problem(error))
      throw error
    }
  }

  private func finish(_ work: SummaryWork, problem: SottoError?) {
    state.withLock { state in
      state.running[work.conversation] = nil
      state.problems[work.conversation] = problem
    }
  }

  private static func problem(_ error: any Error) -> SottoError? {
    switch error {
    case is CancellationError: nil
    case let error as SottoError: error
    case let error as ProviderError:
      SottoError(SottoError.Code(rawValue: error.code.rawValue), error.message, hint: error.hint)
    default: SottoError(.storage, "\(error)")
    }
  }
}

/// How it stands with the summary of a conversation.
public struct SummaryStatus: Hashable, Sendable {
  /// Whether one is being made.
  public var isRunning: Bool
  /// Why the last try failed since the program began; `nil` when it did not.
  public var problem: SottoError?
}

/// What is to be summarised.
struct SummaryWork: Sendable {
  var project: Project
  var conversation: ConversationID
  /// The end of the path.
  var leaf: MessageID
  /// The model that the conversation is held with.
  var model: ModelReference
  /// The turn after which it is done.
  var turn: TurnID?
  /// Whether a person asks for it: then all but the last round is summarised, needed or not.
  var isAsked: Bool
}
