import SottoCore

/// Runs one turn: context, request, answer, each event stored and only then published.
struct TurnRunner: Sendable {
  let parts: TurnEngine.Parts
  let queue: RequestQueue

  /// Runs the turn to its terminal event. When the task is cancelled the turn ends as
  /// `interrupted`.
  func run(_ job: TurnJob) async {
    let journal = TurnJournal(live: job.live, store: parts.store, clock: parts.clock)
    do {
      try await untilStopped(job.live) { try await answer(job, journal: journal) }
    } catch {
      await journal.end(with: journal.terminalEvent(for: error))
    }
  }

  /// Runs `work` and cancels it as soon as somebody asks to stop.
  private func untilStopped(
    _ live: LiveTurn, _ work: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.beginTask { try await work() }
      group.beginTask {
        await live.waitForStop()
        try Task.checkCancellation()
        if live.isStopRequested { throw CancellationError() }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Asks the turn's model and, when that one is down or overloaded, the project's second one.
  private func answer(_ job: TurnJob, journal: TurnJournal) async throws {
    let context = TurnContext(job, parts: parts)
    var models = [job.turn.model]
    if let fallback = job.project.details.fallbackModel, fallback != models[0] {
      models.append(fallback)
    }
    for (place, model) in models.enumerated() {
      let next = models.dropFirst(place + 1).first
      let call = ModelCall(
        model: model, endpoint: place == 0 ? job.endpoint : nil, context: context, parts: parts,
        queue: queue, journal: journal, alternative: next)
      guard let failure = try await call.run() else { return }
      guard let next, failure.error.allowsFallback else {
        _ = try await journal.write(failure.events)
        return
      }
      _ = try await journal.write([.fallback(to: next, because: failure.error)])
    }
  }
}

extension ProviderError {
  /// Whether a second model may answer in the first one's place: it is down or has too much to do,
  /// and surely has not begun to answer.
  fileprivate var allowsFallback: Bool {
    switch code {
    case .overloaded, .serverError, .rateLimited, .connectTimeout, .localModelFailed: true
    case .connectionFailed: wasNeverSent
    default: false
    }
  }
}
