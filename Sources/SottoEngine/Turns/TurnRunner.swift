import SottoCore

/// Runs one turn: context, request, answer, each event stored and only then published.
struct TurnRunner: Sendable {
  let store: any ConversationStore
  let models: ModelDirectory
  let transport: any HTTPTransport
  let formats: [WireFormat]
  let clock: any Clock<Duration>
  let retries: RetryPolicy

  /// Runs the turn to its terminal event. When the task is cancelled the turn ends as
  /// `interrupted`.
  func run(_ turn: Turn, request: TurnRequest, live: LiveTurn) async {
    do {
      try await untilStopped(live) { try await answer(turn, request: request, live: live) }
    } catch {
      await end(turn, with: terminalEvent(for: error, turn: turn, live: live), live: live)
    }
  }

  /// Runs `work` and cancels it as soon as somebody asks to stop.
  private func untilStopped(
    _ live: LiveTurn, _ work: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await live.waitForStop()
        try Task.checkCancellation()
        if live.isStopRequested { throw CancellationError() }
      }
      group.addTask { try await work() }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Asks until there is an answer or a failure that stands.
  private func answer(_ turn: Turn, request: TurnRequest, live: LiveTurn) async throws {
    let modelRequest = try await makeRequest(turn, request: request)
    var repeats = 0
    while true {
      do {
        return try await ask(modelRequest, turn: turn, repeats: repeats, live: live)
      } catch let failure as TemporaryFailure {
        repeats += 1
        let seconds = Int((failure.pause / .seconds(1)).rounded(.up))
        try await notify(Notice(.retrying, seconds: seconds), of: turn, live: live)
        try await clock.sleep(for: failure.pause)
      }
    }
  }

  /// A failure before anything was shown, after which the request is sent again.
  private struct TemporaryFailure: Error {
    var pause: Duration
  }

  /// Sends the request once and stores the answer.
  private func ask(
    _ modelRequest: ModelRequest, turn: Turn, repeats: Int, live: LiveTurn
  ) async throws {
    let endpoint = try await models.endpoint(for: turn.model) { notice in
      try await notify(notice, of: turn, live: live)
    }
    guard let format = formats.first(where: { $0.name == endpoint.kind }) else {
      throw ProviderError(
        .unknownProvider, provider: turn.model.provider,
        message: "this version does not speak the protocol '\(endpoint.kind.rawValue)'")
    }
    var modelRequest = modelRequest
    modelRequest.settings.maxOutputTokens =
      modelRequest.settings.maxOutputTokens ?? endpoint.outputLimit
    var hasShown = false
    /// - Returns: whether the turn has ended.
    func take(_ events: [TurnEvent]) async throws -> Bool {
      if !hasShown, case .failed(let error)? = events.last, events.allSatisfy(\.showsNothing),
        let pause = retries.pause(after: error, repeats: repeats)
      {
        throw TemporaryFailure(pause: pause)
      }
      hasShown = hasShown || !events.allSatisfy(\.showsNothing)
      return try await store(events, of: turn, masking: endpoint.secret, live: live)
    }
    do {
      let response = try await transport.send(format.encode(modelRequest, endpoint))
      var decoder = format.makeDecoder(turn.model.provider, response.head)
      for try await piece in response.body {
        if try await take(decoder.decode(piece)) { return }
      }
      _ = try await take(decoder.finish())
    } catch let error as TransportError {
      let failure = ProviderError(
        error, provider: turn.model.provider, baseURL: endpoint.baseURL)
      _ = try await take([.failed(failure)])
    }
  }

  private func notify(_ notice: Notice, of turn: Turn, live: LiveTurn) async throws {
    live.publish(try await store.append([.notice(notice)], to: turn.id))
  }

  private func makeRequest(_ turn: Turn, request: TurnRequest) async throws -> ModelRequest {
    let conversation = try await store.conversation(turn.conversationID)
    let project = try await store.project(conversation.projectID)
    let isContinuation = if case .continue = request.action { true } else { false }
    let path = try await store.path(
      to: isContinuation ? turn.assistantMessageID : turn.userMessageID)
    var modelRequest = ContextBuilder(project: project.details)
      .request(for: turn.model, path: path, isContinuation: isContinuation)
    modelRequest.isStreamed = request.isStreamed
    if let systemPrompt = request.systemPrompt { modelRequest.systemPrompt = systemPrompt }
    return modelRequest
  }

  /// - Returns: whether the turn has ended.
  private func store(
    _ events: [TurnEvent], of turn: Turn, masking secret: Secret?, live: LiveTurn
  ) async throws -> Bool {
    if events.isEmpty { return false }
    let masked: [TurnEvent] = events.map { event in
      if case .failed(let error) = event { .failed(error.masking(secret)) } else { event }
    }
    let stored = try await store.append(masked, to: turn.id)
    live.publish(stored)
    return stored.last?.event.isTerminal ?? false
  }

  private func terminalEvent(for error: any Error, turn: Turn, live: LiveTurn) -> TurnEvent {
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

  /// Stores the end. If even that fails (a full disk), the watchers are told at once, and storing
  /// is tried again for as long as the process lives; after a restart the message is `interrupted`.
  private func end(_ turn: Turn, with event: TurnEvent, live: LiveTurn) async {
    do {
      live.publish(try await store.append([event], to: turn.id))
      return
    } catch {
      live.publishUnstored(terminalEvent(for: error, turn: turn, live: live))
    }
    var pause = Duration.seconds(1)
    while !Task.isCancelled {
      // Cancellation ends the pause early, and then the loop.
      try? await clock.sleep(for: pause)
      if (try? await store.append([event], to: turn.id)) != nil { return }
      pause = min(pause * 2, .seconds(60))
    }
  }
}

extension TurnEvent {
  /// Whether a person sees nothing of the answer in it, so that asking again takes nothing back.
  fileprivate var showsNothing: Bool {
    switch self {
    case .text, .reasoning, .refusal, .toolCall, .signature, .opaque: false
    case .started, .notice, .fallback, .usage, .finished, .stopped, .failed, .interrupted: true
    }
  }
}
