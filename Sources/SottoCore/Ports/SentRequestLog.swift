/// Keeps what was sent to providers, byte for byte but for the keys, until the conversation is
/// erased.
public protocol SentRequestLog: Sendable {
  /// Keeps a request; ``SentRequest/number`` is not read. It is committed when this returns.
  func record(_ request: SentRequest) async throws
  /// The requests of a turn in the order they were sent, without their bodies.
  func sentRequests(of turn: TurnID) async throws -> [SentRequest]
  /// One of them with its body.
  ///
  /// - Throws: ``SottoError`` of code `requestNotFound`.
  func sentRequest(_ number: Int) async throws -> SentRequest
}

/// A request as a provider got it.
public struct SentRequest: Hashable, Sendable {
  /// The store's number for it; later requests have higher ones.
  public var number: Int
  /// The turn that it was sent for or after; `nil` for none.
  public var turnID: TurnID?
  /// The conversation that it is erased with.
  public var conversationID: ConversationID
  /// What it was for.
  public var purpose: Errand.Purpose
  /// The model that was asked.
  public var model: ModelReference
  /// When it was given to the transport.
  public var sentAt: Timestamp
  /// Such as `POST`.
  public var method: String
  /// The whole address.
  public var url: String
  /// As they were sent, each key in them as dots.
  public var headers: HTTPHeaders
  /// As it was sent; empty where only the rest is asked for.
  public var body: [UInt8]
  /// In bytes, also where ``body`` is not there.
  public var size: Int
  /// What of the conversation did not go with it.
  public var omitted: JSONValue

  /// A request with its parts as they are.
  public init(
    number: Int = 0, turnID: TurnID?, conversationID: ConversationID, purpose: Errand.Purpose,
    model: ModelReference, sentAt: Timestamp, method: String, url: String, headers: HTTPHeaders,
    body: [UInt8], size: Int? = nil, omitted: JSONValue = .array([])
  ) {
    self.number = number
    self.turnID = turnID
    self.conversationID = conversationID
    self.purpose = purpose
    self.model = model
    self.sentAt = sentAt
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.size = size ?? body.count
    self.omitted = omitted
  }
}

extension SentRequest {
  /// `request` as it may be kept and shown: without `secret`, wherever it stands in the head, and
  /// without what the known headers for keys hold.
  public static func masked(
    _ request: HTTPRequest, hiding secret: Secret?
  ) -> (url: String, headers: HTTPHeaders) {
    let headers = request.headers.fields.map { field -> HTTPHeaders.Field in
      var field = field
      if keyHeaders.contains(field.name.lowercased()) {
        field.value = field.value.hasPrefix("Bearer ") ? "Bearer •••" : "•••"
      } else {
        field.value = field.value.blanking(secret)
      }
      return field
    }
    return (request.url.blanking(secret), HTTPHeaders(headers))
  }

  private static let keyHeaders: Set<String> = [
    "authorization", "x-api-key", "x-goog-api-key", "api-key", "proxy-authorization", "cookie",
  ]
}
