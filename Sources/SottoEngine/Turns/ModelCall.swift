import SottoCore

/// Asks one model for the answer of a turn, again after failures that allow it, and stores what it
/// says.
struct ModelCall: Sendable {
  /// Why there is no answer, while nothing of one has been shown.
  struct Failure: Sendable {
    var error: ProviderError
    /// What to store if the failure stands: the last is `failed`.
    var events: [TurnEvent]
    /// After which time to ask again; `nil` when the failure stands.
    var pause: Duration?
  }

  let model: ModelReference
  /// How to reach it the first time; `nil` looks it up.
  let endpoint: ModelEndpoint?
  let context: TurnContext
  let parts: TurnEngine.Parts
  let queue: RequestQueue
  let journal: TurnJournal
  /// Another model that can be asked, which is quicker than to wait long for this one.
  let alternative: ModelReference?

  /// Runs to the end of the turn.
  ///
  /// - Returns: `nil` when the turn has ended; the failure when nothing was shown, which the caller
  ///   stores or mends.
  func run() async throws -> Failure? {
    var repeats = 0
    while true {
      guard let failure = try await ask(repeats: repeats) else { return nil }
      guard let pause = failure.pause else { return failure }
      repeats += 1
      let seconds = Int((pause / .seconds(1)).rounded(.up))
      try await journal.notify(Notice(.retrying, seconds: seconds))
      try await parts.clock.sleep(for: pause)
    }
  }

  /// Asks once.
  private func ask(repeats: Int) async throws -> Failure? {
    let prepared: PreparedCall
    do {
      prepared = try await prepare(repeats: repeats)
    } catch let error as ProviderError {
      return Failure(error: error, events: [.failed(error)])
    }
    if let kept = await context.keptAnswer(to: prepared, in: parts.answers) {
      _ = try await journal.write(kept.events(marking: prepared.endpoint.info.price?.currency))
      return nil
    }
    do {
      return try await send(prepared, repeats: repeats)
    } catch is LongWait {
      let error = ProviderError(
        .rateLimited, provider: model.provider,
        message: "\(model.provider) takes no more requests for now", isRetryable: true)
      return Failure(error: error, events: [.failed(error)])
    }
  }

  /// What a person waits at most, in seconds, before a second model is asked.
  private static let longestWait = 3

  /// The provider's line is shut for longer than that.
  private struct LongWait: Error {}

  /// Sends the request when its turn has come.
  private func send(_ prepared: PreparedCall, repeats: Int) async throws -> Failure? {
    let endpoint = prepared.endpoint
    return try await queue.withAdmission(
      to: QueueKey(endpoint), from: journal.turn.conversationID,
      limit: endpoint.delivery.concurrency
    ) { seconds in
      if alternative != nil, let seconds, seconds > Self.longestWait { throw LongWait() }
      try await journal.notify(Notice(.queued, seconds: seconds))
    } work: { admission in
      guard var failure = try await exchange(prepared, admission) else { return nil }
      failure.pause = parts.retries.pause(
        after: failure.error, repeats: repeats, hasAlternative: alternative != nil)
      // The others of this key wait as long as this one does. Providers mostly count by the model:
      // a second one of the same key must not be shut out with the first.
      let sharesLine = failure.pause == nil && alternative?.provider == model.provider
      if [.rateLimited, .overloaded].contains(failure.error.code), !sharesLine {
        queue.refused(admission, retryAfter: failure.error.retryAfter ?? failure.pause)
      }
      return failure
    }
  }

  private func prepare(repeats: Int) async throws -> PreparedCall {
    let endpoint =
      if repeats == 0, let known = endpoint { known } else { try await lookUpEndpoint() }
    guard let format = parts.formats.first(where: { $0.name == endpoint.kind }) else {
      throw ProviderError(
        .unknownProvider, provider: model.provider,
        message: "this version does not speak the protocol '\(endpoint.kind.rawValue)'")
    }
    let prepared = try await context.prepare(for: endpoint, in: format)
    if repeats == 0 {
      for file in prepared.context.unsentFiles { try await journal.notify(Notice(file)) }
    }
    return prepared
  }

  private func lookUpEndpoint() async throws -> ModelEndpoint {
    try await parts.models.endpoint(for: model) { try await journal.notify($0) }
  }

  /// Sends the request and stores the answer.
  private func exchange(
    _ prepared: PreparedCall, _ admission: RequestQueue.Admission
  ) async throws -> Failure? {
    let request = prepared.httpRequest
    let errand = Errand(.chat, provider: model.provider)
    if let host = try await parts.transport.newHost(for: request, errand) {
      try await journal.notify(Notice(.newHost, host: host, provider: model.provider))
    }
    let recording = RequestRecording(clock: parts.clock) {
      await parts.record(
        request, to: prepared.endpoint, for: .chat, of: journal.turn.conversationID,
        turn: journal.turn.id, leavingOut: prepared.context.omitted)
    }
    do {
      let failure = try await exchange(request, prepared, admission, recording)
      await recording.finish()
      return failure
    } catch {
      await recording.finish()
      throw error
    }
  }

  private func exchange(
    _ request: HTTPRequest, _ prepared: PreparedCall, _ admission: RequestQueue.Admission,
    _ recording: RequestRecording
  ) async throws -> Failure? {
    var answer = IncomingAnswer(call: self, prepared: prepared, recording: recording)
    do {
      let response = try await parts.transport.send(
        request, for: Errand(.chat, provider: model.provider))
      if (200...299).contains(response.head.status) {
        queue.accepted(admission, limits: prepared.format.decodeRateLimits(response.head))
      }
      return try await answer.read(response)
    } catch let error as TransportError {
      // A connection may break in the moment in which somebody stops the turn: that is a stop.
      try Task.checkCancellation()
      return try await answer.take([
        .failed(
          ProviderError(
            error, provider: model.provider, baseURL: prepared.endpoint.baseURL,
            deadlines: prepared.endpoint.delivery.deadlines))
      ])
    }
  }
}

/// A request with everything needed to send it.
struct PreparedCall: Sendable {
  let endpoint: ModelEndpoint
  let format: WireFormat
  let context: ModelContext

  var request: ModelRequest { context.request }

  var httpRequest: HTTPRequest {
    var httpRequest = format.encode(request, endpoint)
    httpRequest.deadlines = endpoint.delivery.deadlines
    return httpRequest
  }
}
