import SottoCore

/// Reads one answer of a provider into the journal of its turn.
struct IncomingAnswer {
  private let model: ModelReference
  private let context: TurnContext
  private let parts: TurnEngine.Parts
  private let journal: TurnJournal
  private let prepared: PreparedCall
  /// What keeps the request; the turn does not end before that is done.
  private let recording: RequestRecording
  private var hasShown = false
  /// What the provider calls the request, once the head of its answer is here.
  private var requestID: String?
  /// What has been said so far, where it may be kept for the next time.
  private var kept: KeptAnswer?

  init(call: ModelCall, prepared: PreparedCall, recording: RequestRecording) {
    model = call.model
    context = call.context
    parts = call.parts
    journal = call.journal
    self.prepared = prepared
    self.recording = recording
    if context.keepsAnswers {
      kept = KeptAnswer(
        content: MessageContent(), model: call.model.model, answeredAt: parts.wallClock.now())
    }
  }

  /// Reads the whole answer. When the task is cancelled, what is known of its usage is stored.
  mutating func read(_ response: HTTPResponse) async throws -> ModelCall.Failure? {
    requestID = response.head.requestID(hiding: prepared.endpoint.secret)
    var decoder = prepared.format.makeDecoder(model.provider, response.head)
    do {
      for try await piece in response.body {
        let events = decoder.decode(piece)
        if let failure = try await take(events) { return failure }
        if events.last?.isTerminal == true { return nil }
      }
    } catch is CancellationError {
      // The bill knows nothing of our stopping early.
      _ = try await journal.write(finished(decoder.finish().filter(\.isUsage)))
      throw CancellationError()
    }
    return try await take(decoder.finish())
  }

  /// Stores events, unless they say that there will be no answer before anything was shown: then
  /// asking again takes nothing back.
  mutating func take(_ events: [TurnEvent]) async throws -> ModelCall.Failure? {
    let events = finished(events)
    let showsNothing = !events.contains(where: \.hasWords)
    if !hasShown, showsNothing, case .failed(var error)? = events.last {
      if error.leavesOutcomeOpen { error.mayBeBilled = true }
      return ModelCall.Failure(error: error, events: events.dropLast() + [.failed(error)])
    }
    hasShown = hasShown || !showsNothing
    if events.last?.isTerminal == true { await recording.finish() }
    if try await journal.write(events) { await keep() }
    return nil
  }

  /// The events as they are stored: without the key, with their cost, and with the tool calls
  /// numbered after those of the answer that is continued.
  private mutating func finished(_ events: [TurnEvent]) -> [TurnEvent] {
    let finished = events.map { event -> TurnEvent in
      switch event {
      case .failed(let error):
        var error = error.masking(prepared.endpoint.secret)
        error.requestID = requestID
        return .failed(error)
      case .started(let name, _): return .started(model: name, requestID: requestID)
      case .usage(var usage):
        usage.cost = usage.cost ?? prepared.endpoint.info.price?.cost(of: usage)
        return .usage(usage)
      case .toolCall(var fragment):
        fragment.index += context.earlierToolCalls
        return .toolCall(fragment)
      default: return event
      }
    }
    if kept != nil {
      for event in finished {
        kept?.content.apply(event)
        if case .started(let name, _) = event { kept?.model = name }
      }
    }
    return finished
  }

  /// Keeps an answer that came to its own end.
  private func keep() async {
    guard let kept, [.stop, .toolCalls].contains(kept.content.stopReason) else { return }
    await context.keep(kept, of: prepared, in: parts.answers)
  }
}

extension TurnEvent {
  fileprivate var isUsage: Bool { if case .usage = self { true } else { false } }
}

extension ProviderError {
  /// Whether the provider may have accepted the request and answered it for nobody.
  fileprivate var leavesOutcomeOpen: Bool {
    switch code {
    case .connectionFailed: !wasNeverSent
    case .firstByteTimeout, .idleTimeout, .totalTimeout, .streamCut: true
    default: false
    }
  }
}
