/// Why a request leaves. Whoever sends one says so.
public struct Errand: Hashable, Sendable {
  /// What a request is for; an open set.
  public struct Purpose: Hashable, Sendable, RawRepresentable {
    /// The word that the API and the store use.
    public let rawValue: String
    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An answer to the person.
    public static let chat = Purpose(rawValue: "chat")
    /// The title of a conversation.
    public static let title = Purpose(rawValue: "title")
    /// The summary of what no longer fits.
    public static let summary = Purpose(rawValue: "summary")
    /// The count of tokens, which only servers on this machine are asked for.
    public static let tokenCount = Purpose(rawValue: "token_count")
    /// The list of models of a provider.
    public static let modelList = Purpose(rawValue: "model_list")
    /// The person tries a provider's settings out.
    public static let providerTest = Purpose(rawValue: "provider_test")
    /// Whether the small model of this machine runs.
    public static let localModel = Purpose(rawValue: "local_model")
    /// Whether somebody's model server runs on this machine.
    public static let discovery = Purpose(rawValue: "discovery")

    /// Whether the person's words go with it.
    public var carriesWords: Bool { [.chat, .title, .summary, .tokenCount].contains(self) }
  }

  /// What it is for.
  public var purpose: Purpose
  /// The provider it is meant for; `nil` for what is no provider (yet).
  public var provider: String?

  /// An errand to a provider, or to what may become one.
  public init(_ purpose: Purpose, provider: String?) {
    self.purpose = purpose
    self.provider = provider
  }
}
