import SottoCore

/// What one turn needs to know of the history. It is read as far as its requests need it.
struct TurnContext: Sendable {
  private let project: Project
  private let turn: Turn
  private let request: TurnRequest
  private let builder: ContextBuilder

  init(_ job: TurnJob, parts: TurnEngine.Parts) {
    project = job.project
    turn = job.turn
    request = job.request
    let end = request.isContinuation ? turn.assistantMessageID : turn.userMessageID
    builder = ContextBuilder(
      project: project.details, options: ContextBuilder.Options(request),
      tail: PathTail(
        to: end, in: turn.conversationID, store: parts.store, files: parts.files,
        documents: parts.documents),
      parts: parts)
  }

  /// How many tool calls the answer that is continued has.
  var earlierToolCalls: Int {
    turn.base.parts.count { if case .toolCall = $0 { true } else { false } }
  }

  /// What goes to the model behind `endpoint`.
  ///
  /// - Throws: ``ProviderError`` of code `contextTooLarge` when that is more than the model takes;
  ///   ``SottoError`` when the history cannot be read.
  func prepare(for endpoint: ModelEndpoint, in format: WireFormat) async throws -> PreparedCall {
    let context = try await builder.context(for: endpoint, in: format)
    if let refusal = context.refusal {
      throw ProviderError(
        .contextTooLarge, provider: endpoint.reference.provider, message: refusal.message,
        hint: refusal.hint)
    }
    return PreparedCall(endpoint: endpoint, format: format, context: context)
  }
}

extension ContextBuilder.Options {
  init(_ request: TurnRequest) {
    systemPrompt = request.systemPrompt
    tools = request.tools
    toolChoice = request.toolChoice
    outputFormat = request.outputFormat
    isStreamed = request.isStreamed
    isContinuation = request.isContinuation
    promptCacheKey = request.conversationID.rawValue
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
