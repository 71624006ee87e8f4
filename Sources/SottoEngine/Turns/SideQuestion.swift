import SottoCore

/// A question to a model that is no turn: nobody watches its answer come.
struct SideQuestion: Sendable {
  let model: ModelReference
  let purpose: Errand.Purpose
  let conversation: ConversationID
  /// The turn after which it is asked.
  let turn: TurnID?
  let parts: TurnEngine.Parts
  let queue: RequestQueue

  /// How the model is reached; the bundled one is started for it.
  func endpoint() async throws -> ModelEndpoint {
    try await parts.models.endpoint(for: model) { _ in }
  }

  /// Asks once and waits for the whole answer.
  ///
  /// - Throws: ``ProviderError``, also for an answer without words.
  func ask(_ request: ModelRequest, at endpoint: ModelEndpoint) async throws -> MessageContent {
    guard let format = parts.formats.first(where: { $0.name == endpoint.kind }) else {
      throw ProviderError(
        .unknownProvider, provider: model.provider,
        message: "this version does not speak the protocol '\(endpoint.kind.rawValue)'")
    }
    var httpRequest = format.encode(request, endpoint)
    httpRequest.deadlines = endpoint.delivery.deadlines
    let sent = httpRequest
    let content = try await queue.withAdmission(
      to: QueueKey(endpoint), from: conversation, limit: endpoint.delivery.concurrency
    ) { _ in
    } work: { admission in
      await parts.record(sent, to: endpoint, for: purpose, of: conversation, turn: turn)
      do {
        let response = try await parts.transport.send(
          sent, for: Errand(purpose, provider: model.provider))
        if (200...299).contains(response.head.status) {
          queue.accepted(admission, limits: format.decodeRateLimits(response.head))
        }
        let content = try await read(response, format, endpoint)
        if let error = content.error, [.rateLimited, .overloaded].contains(error.code) {
          queue.refused(admission, retryAfter: error.retryAfter)
        }
        return content
      } catch let error as TransportError {
        throw ProviderError(
          error, provider: model.provider, baseURL: endpoint.baseURL,
          deadlines: endpoint.delivery.deadlines)
      }
    }
    if content.usage != nil || content.error == nil {
      // Also of an answer that is of no use. Sums that cannot be written are no reason to drop one.
      try? await parts.usage?.addUsage(content.usage, of: model, for: purpose, in: conversation)
    }
    if let error = content.error { throw error.masking(endpoint.secret) }
    guard content.text.contains(where: { !$0.isWhitespace }) else {
      throw ProviderError(
        .malformedAnswer, provider: model.provider, message: "\(model) answered without words")
    }
    return content
  }

  private func read(
    _ response: HTTPResponse, _ format: WireFormat, _ endpoint: ModelEndpoint
  ) async throws -> MessageContent {
    var decoder = format.makeDecoder(model.provider, response.head)
    var content = MessageContent()
    for try await piece in response.body {
      for event in decoder.decode(piece) { content.apply(event) }
    }
    for event in decoder.finish() { content.apply(event) }
    if let usage = content.usage, usage.cost == nil {
      content.usage?.cost = endpoint.info.price?.cost(of: usage)
    }
    return content
  }
}
