/// What goes to a model, before a wire protocol writes it.
public struct ModelRequest: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    public var role: Message.Role
    public var parts: [Part]

    public init(role: Message.Role, parts: [Part]) {
      self.role = role
      self.parts = parts
    }
  }

  /// The model's own name at the provider.
  public var model: String
  public var systemPrompt: String
  public var entries: [Entry]
  public var temperature: Double?
  public var maxOutputTokens: Int?
  public var isStreamed: Bool

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
  public var reference: ModelReference
  public var kind: WireProtocol
  public var baseURL: String
  public var secret: Secret?

  public init(reference: ModelReference, kind: WireProtocol, baseURL: String, secret: Secret?) {
    self.reference = reference
    self.kind = kind
    self.baseURL = baseURL
    self.secret = secret
  }
}
