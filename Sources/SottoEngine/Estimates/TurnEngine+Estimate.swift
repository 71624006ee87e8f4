public import SottoCore

extension TurnEngine {
  /// What `message` would take as the next one of a conversation, or as the first of a new one.
  /// Nothing leaves this machine for it: only a model server that runs here is asked.
  ///
  /// - Parameters:
  ///   - message: texts, files and tool results; may be empty.
  ///   - projectID: where it would be sent.
  ///   - conversationID: a conversation of this project; `nil` begins one.
  ///   - model: `nil` takes the project's model, then the default.
  /// - Returns: tokens, limits and cost; what nobody knows is `nil`.
  /// - Throws: ``SottoError``.
  public func estimate(
    _ message: [Part], in projectID: ProjectID, after conversationID: ConversationID?,
    model: ModelReference?
  ) async throws -> RequestEstimate {
    let plan = try await plan(message, in: projectID, after: conversationID, model: model)
    let context = plan.context
    let info = plan.endpoint.info
    let set = plan.project.details.settings.maxOutputTokens
    return RequestEstimate(
      model: plan.endpoint.reference,
      input: await countedExactly(plan), info: info,
      outputLimit: [set, info.outputLimit].compactMap { $0 }.min(),
      omittedMessages: Set(context.omitted.filter { $0.file == nil }.map(\.messageID)).count,
      leavesOutOlder: context.omitted.contains(where: \.includesOlder), excess: context.excess)
  }

  /// The tokens of the whole input, by the server's own count where one on this machine has it.
  func countedExactly(_ plan: PlannedRequest) async -> InputTokens {
    let total = plan.context.total
    if total.isExact { return total }
    let count = await parts.models.countLocally(
      plan.context.request, for: plan.endpoint.reference)
    return count.map { InputTokens($0, isExact: true) } ?? total
  }
}
