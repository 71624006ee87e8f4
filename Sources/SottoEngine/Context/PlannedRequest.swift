import SottoCore

/// A request that would be sent, made as a turn makes it.
struct PlannedRequest: Sendable {
  var project: Project
  var endpoint: ModelEndpoint
  var format: WireFormat
  var context: ModelContext
  /// The end of the stored path; `nil` where there is none.
  var leaf: MessageID?
}

extension TurnEngine {
  /// Plans the request for `message` after the chosen path of a conversation, or as the first of a new
  /// one. Nothing is stored or started for it, and only a model server on this machine is asked.
  ///
  /// - Parameters:
  ///   - message: texts, files and tool results; without any there is no message after the path.
  ///   - projectID: where it would be sent.
  ///   - conversationID: a conversation of this project; `nil` begins one.
  ///   - model: `nil` takes the project's model, then the default.
  /// - Returns: the request, also one that would be refused.
  /// - Throws: ``SottoError``.
  func plan(
    _ message: [Part], in projectID: ProjectID, after conversationID: ConversationID?,
    model: ModelReference?
  ) async throws -> PlannedRequest {
    let project = try await parts.store.project(projectID)
    let model = try await parts.models.resolve(model ?? project.details.model)
    let leaf: MessageID? =
      if let conversationID { try await parts.store.conversation(conversationID).leafID } else {
        nil
      }
    return try await plan(message, in: project, after: leaf, of: conversationID, model: model)
  }

  /// - Throws: ``SottoError`` of code `contextTooLarge` when a new message is too long for the model,
  ///   whatever is left out of the history.
  func refuseTooLong(
    _ request: TurnRequest, in project: Project, for model: ModelReference
  ) async throws {
    let message: [Part]
    switch request.action {
    case .send(let parts, _), .sendFirst(let parts): message = parts
    case .answerAgain, .continue: return
    }
    let instructions = request.systemPrompt ?? project.details.systemPrompt
    // No model is so small that a short message would have to be counted, and what is longer than any
    // message that is stored is refused there.
    let size = message.reduce(instructions.utf8.count) { $0 + $1.size }
    guard (1025...Self.longestMessage).contains(size) else { return }
    // A provider that is not there is the turn's to report.
    let plan = try? await plan(
      message, in: project, after: nil, of: nil, model: model,
      options: ContextBuilder.Options(request))
    if let refusal = plan?.context.refusal { throw refusal }
  }

  private static let longestMessage = 10 << 20

  private func plan(
    _ message: [Part], in project: Project, after leaf: MessageID?,
    of conversation: ConversationID?,
    model: ModelReference, options: ContextBuilder.Options = ContextBuilder.Options()
  ) async throws -> PlannedRequest {
    let endpoint = try await parts.models.plannedEndpoint(for: model)
    guard let format = parts.formats.first(where: { $0.name == endpoint.kind }) else {
      throw SottoError(
        .invalidInput, "this version does not speak the protocol '\(endpoint.kind.rawValue)'")
    }
    let now = parts.wallClock.now()
    let conversation = conversation ?? ConversationID(at: now)
    var options = options
    options.promptCacheKey = conversation.rawValue
    var draft: Message?
    if !message.isEmpty {
      let written = Message(
        id: MessageID(at: now), conversationID: conversation, parentID: leaf, role: .user,
        content: MessageContent(parts: try await known(message)), status: .complete,
        createdAt: now)
      options.draft = written.id
      draft = written
    }
    let builder = ContextBuilder(
      project: project.details, options: options,
      tail: PathTail(
        to: leaf, in: conversation, draft: draft, store: parts.store, files: parts.files,
        documents: parts.documents),
      parts: parts)
    return PlannedRequest(
      project: project, endpoint: endpoint, format: format,
      context: try await builder.context(for: endpoint, in: format), leaf: leaf)
  }

  /// The same with all that is known of the files.
  ///
  /// - Throws: ``SottoError`` of code `fileNotFound` for one that is not kept.
  private func known(_ message: [Part]) async throws -> [Part] {
    guard let files = parts.files else { return message }
    var known: [Part] = []
    for part in message {
      guard case .file(let file) = part else {
        known.append(part)
        continue
      }
      guard var reference = try await files.fileReference(file.digest) else {
        throw SottoError(
          .fileNotFound, "there is no file \(file.digest)", hint: "upload it first")
      }
      reference.name = file.name
      known.append(.file(reference))
    }
    return known
  }
}
