import SottoCore

/// What one turn needs to know of the history, read once.
struct TurnContext: Sendable {
  private let project: Project
  private let turn: Turn
  private let request: TurnRequest
  private let path: [Message]
  private let files: [String: [UInt8]]

  /// Reads the path of messages and their files.
  static func load(_ job: TurnJob, from parts: TurnEngine.Parts) async throws -> TurnContext {
    let turn = job.turn
    let path = try await parts.store.path(
      to: job.request.isContinuation ? turn.assistantMessageID : turn.userMessageID)
    return TurnContext(
      project: job.project, turn: turn, request: job.request, path: path,
      files: await path.files(from: parts.files))
  }

  /// How many tool calls the answer that is continued has.
  var earlierToolCalls: Int {
    turn.base.parts.count { if case .toolCall = $0 { true } else { false } }
  }

  /// What goes to the model behind `endpoint`.
  func modelRequest(for endpoint: ModelEndpoint) -> ModelRequest {
    var request = ContextBuilder(project: project.details).request(
      for: endpoint.reference, inputs: endpoint.info.inputs, path: path, files: files,
      isContinuation: self.request.isContinuation)
    request.settings.maxOutputTokens = request.settings.maxOutputTokens ?? endpoint.outputLimit
    request.isStreamed = self.request.isStreamed
    request.promptCacheKey = turn.conversationID.rawValue
    request.tools = self.request.tools
    request.toolChoice = self.request.toolChoice
    request.outputFormat = self.request.outputFormat
    if let systemPrompt = self.request.systemPrompt { request.systemPrompt = systemPrompt }
    request.moveOpeningToInstructions()
    return request
  }
}

// The answer cache of the project.
extension TurnContext {
  /// Whether an answer of this turn is kept for the next time: the rest of an answer is none.
  var keepsAnswers: Bool { project.details.answerCache != nil && !request.isContinuation }

  /// The answer that was given to the same request before. Somebody who asks for another answer to
  /// the same message does not want the old one.
  func keptAnswer(to prepared: PreparedCall, in cache: (any AnswerCache)?) async -> KeptAnswer? {
    guard keepsAnswers, request.isNewMessage, let cache,
      let policy = project.details.answerCache
    else { return nil }
    // A cache that fails is no reason not to ask.
    return try? await cache.answer(
      to: prepared.cacheKey, in: project.id, policy: policy)
  }

  func keep(_ answer: KeptAnswer, of prepared: PreparedCall, in cache: (any AnswerCache)?) async {
    guard let policy = project.details.answerCache else { return }
    try? await cache?.keep(answer, to: prepared.cacheKey, in: project.id, policy: policy)
  }
}

extension PreparedCall {
  /// The request without what changes nothing of its answer: whether it is streamed, and whose
  /// conversation it is.
  fileprivate var cacheKey: [UInt8] {
    var request = request
    request.isStreamed = true
    request.promptCacheKey = nil
    let encoded = format.encode(request, endpoint)
    return Array("\(encoded.method) \(encoded.url)\n".utf8) + encoded.body
  }
}

extension KeptAnswer {
  /// The answer as a turn tells it, with what it saved.
  func events(marking currency: String?) -> [TurnEvent] {
    var events: [TurnEvent] = [.started(model: model)]
    var calls = 0
    for part in content.parts {
      switch part {
      case .text(let text): events.append(.text(text))
      case .reasoning(let text): events.append(.reasoning(text))
      case .refusal(let text): events.append(.refusal(text))
      case .signature(let seal): events.append(.signature(seal))
      case .opaque(let json): events.append(.opaque(json))
      case .toolCall(let call):
        events.append(
          .toolCall(
            ToolCallFragment(
              index: calls, id: call.id, name: call.name, argumentsDelta: call.arguments)))
        calls += 1
      case .file, .toolResult: break
      }
    }
    var usage = content.usage ?? Usage()
    usage.cachedAnswer = CachedAnswerMark(answeredAt: answeredAt, saved: usage.cost)
    usage.cost = (usage.cost?.currency ?? currency).map { Cost(amount: 0, currency: $0) }
    return events + [.usage(usage), .finished(content.stopReason ?? .stop)]
  }
}

extension TurnRequest {
  fileprivate var isNewMessage: Bool {
    switch action {
    case .send, .sendFirst: true
    case .answerAgain, .continue: false
    }
  }

  fileprivate var isContinuation: Bool { if case .continue = action { true } else { false } }
}

extension [Message] {
  /// The bytes of all files on the path. One that is lost or damaged is missing in the result: it
  /// must not keep the conversation from going on.
  func files(from store: (any FileStore)?) async -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for case .file(let file) in flatMap(\.content.parts) where files[file.digest] == nil {
      files[file.digest] = try? await store?.file(file.digest)
    }
    return files
  }
}
