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
      let answer = try await ask(model, exchange.request, after: job.turn)
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

extension TitleMaker {
  /// Asks, and once more after a failure that allows it.
  private func ask(
    _ model: ModelReference, _ request: TitleRequest, after turn: Turn
  ) async throws -> MessageContent {
    let question = SideQuestion(
      model: model, purpose: .title, conversation: turn.conversationID, turn: turn.id,
      parts: parts, queue: queue)
    let endpoint = try await question.endpoint()
    var retries = parts.retries
    retries.limit = min(retries.limit, 1)
    var repeats = 0
    while true {
      do {
        return try await question.ask(request.modelRequest(for: model.model), at: endpoint)
      } catch let error as ProviderError {
        guard let pause = retries.pause(after: error, repeats: repeats) else { throw error }
        repeats += 1
        try await parts.clock.sleep(for: pause)
      }
    }
  }
}
