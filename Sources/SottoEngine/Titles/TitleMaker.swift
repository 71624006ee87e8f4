import SottoCore

/// Has a model name a conversation after its first answer. Whatever fails costs no more than the
/// title.
struct TitleMaker: Sendable {
  let parts: TurnEngine.Parts
  let queue: RequestQueue

  /// Names the conversation of a turn that has ended, where a title is wanted and nobody has given one.
  func nameConversation(after job: TurnJob) async {
    guard job.request.wantsTitle, case .model(let chosen) = job.project.details.titles,
      let exchange = try? await firstExchange(of: job.turn)
    else { return }
    // The bundled model answers one request at a time: the person's next message would wait for it.
    let model = chosen ?? exchange.model
    if chosen == nil, model.provider == ModelDirectory.bundledName { return }
    do {
      let answer = try await ask(model, exchange.request, in: job.turn.conversationID)
      try await use(answer, of: model, for: job)
    } catch {
      // The title stays what it was; the person asked for nothing and is told nothing.
    }
  }

  private struct FirstExchange {
    var request: TitleRequest
    var model: ModelReference
  }

  /// `nil` for any turn but a finished first one, and where the title is settled.
  private func firstExchange(of turn: Turn) async throws -> FirstExchange? {
    let question = try await parts.store.message(turn.userMessageID)
    guard question.parentID == nil else { return nil }
    let conversation = try await parts.store.conversation(turn.conversationID)
    guard conversation.titleOrigin == .message else { return nil }
    let answer = try await parts.store.message(turn.assistantMessageID)
    guard answer.status == .complete,
      let request = TitleRequest(question: question.content, answer: answer.content)
    else { return nil }
    return FirstExchange(request: request, model: answer.model ?? turn.model)
  }

  private func use(_ answer: MessageContent, of model: ModelReference, for job: TurnJob)
    async throws
  {
    var isUsed = false
    if let title = TitleText.title(in: answer.text) {
      isUsed = try await parts.store.proposeTitle(title, for: job.turn.conversationID)
    }
    if isUsed { parts.changes.publish(.conversations(job.project.id)) }
    parts.changes.publish(
      .title(
        TitleReport(
          conversationID: job.turn.conversationID, model: model, isUsed: isUsed,
          usage: answer.usage)))
  }
}

// MARK: - Asking

extension TitleMaker {
  /// Asks, and once more after a failure that allows it.
  private func ask(
    _ model: ModelReference, _ request: TitleRequest, in conversation: ConversationID
  ) async throws -> MessageContent {
    var retries = parts.retries
    retries.limit = min(retries.limit, 1)
    var repeats = 0
    while true {
      do {
        return try await askOnce(model, request, in: conversation)
      } catch let error as ProviderError {
        guard let pause = retries.pause(after: error, repeats: repeats) else { throw error }
        repeats += 1
        try await parts.clock.sleep(for: pause)
      }
    }
  }

  private func askOnce(
    _ model: ModelReference, _ request: TitleRequest, in conversation: ConversationID
  ) async throws -> MessageContent {
    let endpoint = try await parts.models.endpoint(for: model) { _ in }
    guard let format = parts.formats.first(where: { $0.name == endpoint.kind }) else {
      throw ProviderError(
        .unknownProvider, provider: model.provider, message: "there is no such protocol")
    }
    let call = PreparedCall(
      endpoint: endpoint, format: format, request: request.modelRequest(for: model.model))
    return try await queue.withAdmission(
      to: QueueKey(endpoint), from: conversation, limit: endpoint.delivery.concurrency
    ) { _ in
    } work: { admission in
      do {
        return try await exchange(call, admission)
      } catch let error as ProviderError {
        if [.rateLimited, .overloaded].contains(error.code) {
          queue.refused(admission, retryAfter: error.retryAfter)
        }
        throw error
      }
    }
  }

  /// Sends the request and reads the whole answer.
  private func exchange(
    _ call: PreparedCall, _ admission: RequestQueue.Admission
  ) async throws -> MessageContent {
    let endpoint = call.endpoint
    let provider = endpoint.reference.provider
    do {
      let response = try await parts.transport.send(
        call.httpRequest, for: Errand(.title, provider: provider))
      if (200...299).contains(response.head.status) {
        queue.accepted(admission, limits: call.format.decodeRateLimits(response.head))
      }
      var decoder = call.format.makeDecoder(provider, response.head)
      var content = MessageContent()
      for try await piece in response.body {
        for event in decoder.decode(piece) { content.apply(event) }
      }
      for event in decoder.finish() { content.apply(event) }
      if let error = content.error { throw error }
      if let usage = content.usage {
        content.usage?.cost = usage.cost ?? endpoint.info.price?.cost(of: usage)
      }
      return content
    } catch let error as TransportError {
      throw ProviderError(
        error, provider: provider, baseURL: endpoint.baseURL,
        deadlines: endpoint.delivery.deadlines)
    }
  }
}
