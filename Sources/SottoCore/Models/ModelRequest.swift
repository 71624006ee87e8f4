/// What goes to a model, before a wire protocol writes it.
public struct ModelRequest: Hashable, Sendable {
  /// One message of the conversation as the model gets it.
  public struct Entry: Hashable, Sendable {
    /// Who speaks.
    public var role: Message.Role
    /// What is said. A wire format leaves out what it has no place for.
    public var parts: [Part]

    /// An entry with its parts as they are.
    public init(role: Message.Role, parts: [Part]) {
      self.role = role
      self.parts = parts
    }
  }

  /// The model's own name at the provider.
  public var model: String
  /// Instructions before the conversation; empty for none.
  public var systemPrompt: String
  /// The conversation, oldest first.
  public var entries: [Entry]
  /// 0 to 2; `nil` leaves it to the provider.
  public var temperature: Double?
  /// The most tokens of the answer; `nil` leaves it to the provider.
  public var maxOutputTokens: Int?
  /// Whether the answer is asked for piece by piece.
  public var isStreamed: Bool

  /// A request with its parts as they are.
  public init(
    model: String, systemPrompt: String = "", entries: [Entry], temperature: Double? = nil,
    maxOutputTokens: Int? = nil, isStreamed: Bool = true
  ) {
    self.model = model
    self.systemPrompt = systemPrompt
    self.entries = entries
    self.temperature = temperature
    self.maxOutputTokens = maxOutputTokens
    self.isStreamed = isStreamed
  }
}

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

  /// An endpoint with its parts as they are.
  public init(
    reference: ModelReference, kind: WireProtocol, baseURL: String, secret: Secret?,
    outputLimit: Int? = nil
  ) {
    self.reference = reference
    self.kind = kind
    self.baseURL = baseURL
    self.secret = secret
    self.outputLimit = outputLimit
  }
}
