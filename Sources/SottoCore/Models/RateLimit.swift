/// How much of something a provider still takes, as its answer's head says.
public struct RateLimit: Hashable, Sendable {
  /// What is counted. An open set.
  public struct Kind: Hashable, Sendable, RawRepresentable {
    /// The word, such as `requests`.
    public let rawValue: String
    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Requests.
    public static let requests = Kind(rawValue: "requests")
    /// Tokens of input and output.
    public static let tokens = Kind(rawValue: "tokens")
    /// Tokens of input alone.
    public static let inputTokens = Kind(rawValue: "input_tokens")
    /// Tokens of output alone.
    public static let outputTokens = Kind(rawValue: "output_tokens")
  }

  /// What is counted.
  public var kind: Kind
  /// How much a window allows; `nil` when the provider does not say.
  public var limit: Int?
  /// How much is left of it.
  public var remaining: Int?
  /// When it is whole again, from now on; `nil` when the provider does not say.
  public var resetsAfter: Duration?

  /// A limit as it was told.
  public init(kind: Kind, limit: Int? = nil, remaining: Int? = nil, resetsAfter: Duration? = nil) {
    self.kind = kind
    self.limit = limit
    self.remaining = remaining
    self.resetsAfter = resetsAfter
  }
}
