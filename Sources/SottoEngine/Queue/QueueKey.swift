public import SottoCore

/// What a provider counts requests by: its address and the key. Requests of one `QueueKey` wait for
/// each other, those of two never do.
public struct QueueKey: Hashable, Sendable {
  /// The provider's name.
  public var provider: String
  /// Where its API is.
  public var baseURL: String
  /// The key itself, which prints as dots; `nil` for a server that needs none.
  public var secret: Secret?

  /// A key with its parts as they are.
  public init(provider: String, baseURL: String, secret: Secret?) {
    self.provider = provider
    self.baseURL = baseURL
    self.secret = secret
  }

  /// The key of everything that is sent to this endpoint.
  public init(_ endpoint: ModelEndpoint) {
    self.init(
      provider: endpoint.reference.provider, baseURL: endpoint.baseURL, secret: endpoint.secret)
  }
}
