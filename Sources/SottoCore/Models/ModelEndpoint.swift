/// A model with everything needed to reach it.
public struct ModelEndpoint: Sendable {
  /// Which model at which provider.
  public var reference: ModelReference
  /// The wire protocol to speak to it.
  public var kind: WireProtocol
  /// Where the API is, without a final slash.
  public var baseURL: String
  /// The key; `nil` for a server that needs none.
  public var secret: Secret?
  /// The most tokens of one answer where the project sets no limit; `nil` leaves it to the provider.
  public var outputLimit: Int?
  /// What is known of the model.
  public var info: ModelInfo
  /// How the provider's requests are sent.
  public var delivery: DeliverySettings

  /// An endpoint with its parts as they are.
  public init(
    reference: ModelReference, kind: WireProtocol, baseURL: String, secret: Secret?,
    outputLimit: Int? = nil, info: ModelInfo = ModelInfo(),
    delivery: DeliverySettings = DeliverySettings()
  ) {
    self.reference = reference
    self.kind = kind
    self.baseURL = baseURL
    self.secret = secret
    self.outputLimit = outputLimit
    self.info = info
    self.delivery = delivery
  }
}
