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
    let project = try await parts.store.project(projectID)
    let model = try await parts.models.resolve(model ?? project.details.model)
    let info = await parts.models.info(for: model)
    var path: [Message] = []
    if let conversationID,
      let leaf = try await parts.store.conversation(conversationID).leafID
    {
      path = try await parts.store.path(to: leaf)
    }
    let now = parts.wallClock.now()
    path.append(
      Message(
        id: MessageID(at: now), conversationID: conversationID ?? ConversationID(at: now),
        parentID: path.last?.id, role: .user,
        content: MessageContent(parts: try await known(message)), status: .complete,
        createdAt: now))
    let request = ContextBuilder(project: project.details).request(
      for: model, inputs: info.inputs, path: path, files: await path.files(from: parts.files))
    let limit = [request.settings.maxOutputTokens, info.outputLimit].compactMap { $0 }.min()
    return RequestEstimate(
      model: model, input: try await count(request, for: model), info: info, outputLimit: limit)
  }

  /// The same with all that is known of the files.
  private func known(_ message: [Part]) async throws -> [Part] {
    var known: [Part] = []
    for part in message {
      if case .file(let file) = part,
        var reference = try await parts.files?.fileReference(file.digest)
      {
        reference.name = file.name
        known.append(.file(reference))
      } else {
        known.append(part)
      }
    }
    return known
  }

  private func count(
    _ request: ModelRequest, for model: ModelReference
  ) async throws -> InputTokens {
    if let count = await parts.models.countLocally(request, for: model) {
      return InputTokens(count, isExact: true)
    }
    return try parts.counter?.count(request, for: model) ?? InputTokens(0, isExact: false)
  }
}
