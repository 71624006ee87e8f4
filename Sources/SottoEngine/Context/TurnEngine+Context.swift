public import SottoCore

/// The request that would be sent next, and what is not in it.
public struct ContextInspection: Sendable {
  /// The model that would answer.
  public var model: ModelReference
  /// How the project chooses.
  public var policy: ContextPolicy
  /// The tokens that the model takes, input and output together; `nil` where nobody knows.
  public var window: Int?
  /// What of the window is kept for the answer; `nil` with it.
  public var reservedOutput: Int?
  /// What is kept because the count is an estimate; `nil` with it.
  public var margin: Int?
  /// The most tokens of input with a history that is cut; `nil` with it.
  public var budget: Int?
  /// What the request takes.
  public var total: InputTokens
  /// By how many tokens what must go is too much; 0 when it fits.
  public var excess: Int
  /// The request piece by piece, in the order in which it goes.
  public var blocks: [ContextBlock]
  /// All messages of the path that do not go, and files, oldest first.
  public var omitted: [ContextOmission]
  /// How it stands with the conversation's summary.
  public var summary: SummaryStatus
  /// What would be sent, byte for byte; the keys in its head are dots.
  public var request: HTTPRequest
}

extension TurnEngine {
  /// What would go to the model with the next message of a conversation.
  ///
  /// - Parameters:
  ///   - conversationID: a conversation that is not deleted.
  ///   - draft: the message; without any it is what goes before it.
  ///   - model: `nil` takes the project's model, then the default.
  /// - Returns: the request, also one that would be refused.
  /// - Throws: ``SottoError``.
  public func inspect(
    _ conversationID: ConversationID, draft: [Part] = [], model: ModelReference? = nil
  ) async throws -> ContextInspection {
    let conversation = try await parts.store.conversation(conversationID)
    return try await inspect(
      draft, in: conversation.projectID, after: conversationID, model: model)
  }

  /// What would go to the model with a message, also with the first of a conversation to come.
  ///
  /// - Parameters:
  ///   - draft: the message.
  ///   - projectID: the conversation's project.
  ///   - conversationID: the conversation; `nil` when the message begins one.
  ///   - model: `nil` takes the project's model, then the default.
  /// - Returns: the request, also one that would be refused.
  /// - Throws: ``SottoError``.
  public func inspect(
    _ draft: [Part], in projectID: ProjectID, after conversationID: ConversationID?,
    model: ModelReference?
  ) async throws -> ContextInspection {
    let plan = try await plan(draft, in: projectID, after: conversationID, model: model)
    let context = plan.context
    let request = plan.format.encode(context.request, plan.endpoint)
    let head = SentRequest.masked(request, hiding: plan.endpoint.secret)
    return ContextInspection(
      model: plan.endpoint.reference, policy: plan.project.details.context,
      window: context.budget?.window, reservedOutput: context.budget?.reservedOutput,
      margin: context.budget?.margin, budget: context.budget.map { max(0, $0.history) },
      total: await countedExactly(plan), excess: context.excess, blocks: context.blocks,
      omitted: try await expanded(context, to: plan.leaf, in: conversationID),
      summary: conversationID.map { summaries.status(of: $0) } ?? SummaryStatus(isRunning: false),
      request: HTTPRequest(
        method: request.method, url: head.url, headers: head.headers, body: request.body))
  }

  /// The summaries of the chosen path, oldest first.
  public func summaries(of conversationID: ConversationID) async throws -> [Message] {
    guard let leaf = try await parts.store.conversation(conversationID).leafID else { return [] }
    return try await parts.store.anchors(onPathTo: leaf, in: conversationID).summaries
  }

  /// Makes a summary now of all but the last round of the chosen path.
  ///
  /// - Throws: ``SottoError`` of code `invalidInput` when the project wants none, or nothing is there
  ///   to summarise; ``ProviderError`` when the model did not answer.
  public func summarise(_ conversationID: ConversationID) async throws -> Message {
    let project = try await parts.store.project(of: conversationID)
    guard case .summarise = project.details.context else {
      throw SottoError(
        .invalidInput, "this project makes no summaries",
        hint: "set its 'context' to {\"strategy\": \"summarise\"}")
    }
    let leaf = try await parts.store.conversation(conversationID).leafID
    let path =
      if let leaf {
        try await parts.store.path(to: leaf, in: conversationID, limit: 1)
      } else { [Message]() }
    guard let last = path.last else {
      throw SottoError(.invalidInput, "there is nothing older to summarise")
    }
    let model = try await parts.models.resolve(project.details.model)
    let made = try await summaries.run(
      SummaryWork(
        project: project, conversation: conversationID, leaf: last.id, model: model,
        turn: last.turnID, isAsked: true))
    guard let made else { throw SottoError(.invalidInput, "there is nothing older to summarise") }
    return made
  }

  /// With a line for each older message in place of the one for all of them, and for those that a
  /// person deleted.
  private func expanded(
    _ context: ModelContext, to leaf: MessageID?, in conversation: ConversationID?
  ) async throws -> [ContextOmission] {
    guard let leaf, let conversation else { return context.omitted }
    let steps = try await parts.store.steps(ofPathTo: leaf, in: conversation)
    let going = Set(context.blocks.compactMap(\.messageID))
    let cut = context.omitted.first(where: \.includesOlder)
    let end = cut.flatMap { cut in steps.firstIndex { $0.id == cut.messageID } } ?? -1
    var omitted: [ContextOmission] = []
    for (place, step) in steps.enumerated() {
      if step.isDeleted {
        omitted.append(ContextOmission(messageID: step.id, reason: .deleted))
      } else if let cut, place <= end, !going.contains(step.id) {
        omitted.append(ContextOmission(messageID: step.id, reason: cut.reason))
      }
    }
    return omitted + context.omitted.filter { !$0.includesOlder }
  }
}
