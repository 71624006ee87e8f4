/// A wire protocol, a base URL and where its key is found.
public struct Provider: Hashable, Sendable {
  /// Lower-case letters, digits, `-`, `_` and `.`; the first half of a ``ModelReference``.
  public var name: String
  /// The wire protocol it speaks.
  public var kind: WireProtocol
  /// Without a final slash, such as `https://api.openai.com/v1`.
  public var baseURL: String
  /// Where its key is found.
  public var key: KeyReference
  /// The model to use when a person names only the provider.
  public var defaultModel: String?
  /// How its requests are sent.
  public var delivery: DeliverySettings

  /// A provider with its parts as they are; ``validate()`` checks them.
  public init(
    name: String, kind: WireProtocol, baseURL: String, key: KeyReference,
    defaultModel: String? = nil, delivery: DeliverySettings = DeliverySettings()
  ) {
    self.name = name
    self.kind = kind
    self.baseURL = baseURL
    self.key = key
    self.defaultModel = defaultModel
    self.delivery = delivery
  }

  /// Checks the name, the base URL and the delivery settings; does no look at the network.
  ///
  /// - Throws: ``SottoError`` with the first thing that is wrong and how to mend it.
  public func validate() throws(SottoError) {
    try delivery.validate()
    let allowed = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    if name.isEmpty || name.utf8.count > 64 || !allowed {
      throw SottoError(
        // Neither text is repeated: a person may have pasted the key here.
        .invalidInput, "this cannot be a provider's name",
        hint: "use lower-case letters, digits, '-', '_' and '.'")
    }
    let isHTTP = baseURL.hasPrefix("https://") || baseURL.hasPrefix("http://")
    let host = baseURL.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2)
    if !isHTTP || host.first?.isEmpty ?? true || baseURL.contains(where: \.isWhitespace) {
      throw SottoError(
        .invalidInput, "this is not a base URL",
        hint: "it looks like https://api.example.com/v1")
    }
    if baseURL.contains("@") || baseURL.contains("?") || baseURL.contains("#") {
      throw SottoError(
        .invalidInput, "a base URL holds no user, query or fragment",
        hint: "give the key with 'sotto key set'")
    }
  }
}

/// The name of a wire protocol: `openai-chat`, …
public struct WireProtocol: Hashable, Sendable, RawRepresentable {
  /// The name as the API, the store and the command line write it.
  public let rawValue: String
  /// Takes any name; whether it is spoken here is known when it is used.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// OpenAI's Chat Completions, which most providers and local servers speak.
  public static let openAIChat = WireProtocol(rawValue: "openai-chat")
  /// Anthropic's Messages.
  public static let anthropic = WireProtocol(rawValue: "anthropic")
  /// Google's native `generateContent`.
  public static let gemini = WireProtocol(rawValue: "gemini")
  /// Ollama's native `/api/chat`.
  public static let ollama = WireProtocol(rawValue: "ollama")
  /// OpenAI's Responses, which xAI, OpenRouter, DeepSeek and LM Studio speak as well.
  public static let openAIResponses = WireProtocol(rawValue: "openai-responses")
}

/// Where a key is found; never the key itself.
public enum KeyReference: Hashable, Sendable {
  /// The provider needs no key.
  case none
  /// An environment variable of this name.
  case environment(String)
  /// A key that `sotto key set NAME` stored.
  case stored(String)

  /// `env:NAME`, `key:NAME` or `none`, as the store and the command line write it.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count) {
    case ("none", 1): self = .none
    case ("env", 2): self = .environment(parts[1])
    case ("key", 2): self = .stored(parts[1])
    default: return nil
    }
  }

  /// `env:NAME`, `key:NAME` or `none`, which ``init(_:)`` reads again.
  public var text: String {
    switch self {
    case .none: "none"
    case .environment(let name): "env:\(name)"
    case .stored(let name): "key:\(name)"
    }
  }
}
