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

  /// How many requests run at once where a person sets nothing.
  ///
  /// For a provider on the network 32: more than a person starts, fewer than any provider refuses
  /// for their number alone. For a server on this machine 4: it mostly answers one after another, a
  /// few in its own line keep it busy, and those beyond wait here, where they take turns and the
  /// person is told. Whoever runs a server that answers many at once sets
  /// ``DeliverySettings/concurrency``.
  var defaultLimit: Int { isOnThisMachine ? 4 : 32 }

  private var isOnThisMachine: Bool {
    guard let scheme = baseURL.firstRange(of: "://") else { return false }
    let authority = baseURL[scheme.upperBound...].prefix { $0 != "/" }.lowercased()
    return ["127.0.0.1", "localhost", "[::1]"].contains { host in
      authority == host || authority.hasPrefix(host + ":")
    }
  }
}
