import SottoCore

extension TurnEngine.Parts {
  /// Keeps a request. A log that cannot be written (a full disk) is no reason not to send.
  func record(
    _ request: HTTPRequest, to endpoint: ModelEndpoint, for purpose: Errand.Purpose,
    of conversation: ConversationID, turn: TurnID?, leavingOut omitted: [ContextOmission] = []
  ) async {
    guard let sentRequests else { return }
    let head = SentRequest.masked(request, hiding: endpoint.secret)
    try? await sentRequests.record(
      SentRequest(
        turnID: turn, conversationID: conversation, purpose: purpose, model: endpoint.reference,
        sentAt: wallClock.now(), method: request.method, url: head.url, headers: head.headers,
        body: request.body, omitted: .array(omitted.map(\.json))))
  }
}
