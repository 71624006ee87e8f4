public import SottoCore

/// A provider that is known beforehand: a person gives at most its key.
public struct ProviderPreset: Hashable, Sendable {
  /// The first half of a model reference, such as `openai`.
  public var name: String
  /// For people.
  public var title: String
  /// The protocol it speaks.
  public var kind: WireProtocol
  /// Without a final slash.
  public var baseURL: String
  /// The environment variable that holds the key; `nil` for servers that need none.
  public var keyVariable: String?
  /// The environment variable that replaces ``baseURL``.
  public var baseURLVariable: String
  /// The model to use when a person names only the provider; `nil` when it depends on what is
  /// installed.
  public var defaultModel: String?
  /// How its requests differ from the common form.
  public var dialect: OpenAIChatDialect

  /// A preset; what is left out is the common form of Chat Completions.
  public init(
    name: String, title: String, kind: WireProtocol = .openAIChat, baseURL: String,
    keyVariable: String?, baseURLVariable: String, defaultModel: String?,
    dialect: OpenAIChatDialect = OpenAIChatDialect()
  ) {
    self.name = name
    self.title = title
    self.kind = kind
    self.baseURL = baseURL
    self.keyVariable = keyVariable
    self.baseURLVariable = baseURLVariable
    self.defaultModel = defaultModel
    self.dialect = dialect
  }

  /// Whether it runs on a person's own machine.
  public var isLocal: Bool { baseURL.hasPrefix("http://127.0.0.1") }

  /// The preset of this name.
  public static func named(_ name: String) -> ProviderPreset? { all.first { $0.name == name } }

  /// The dialect of the preset that has the same host, whatever a person calls it; the common one
  /// for others.
  public static func dialect(forBaseURL baseURL: String) -> OpenAIChatDialect {
    guard let host = host(of: baseURL) else { return OpenAIChatDialect() }
    if azureHosts.contains(where: host.hasSuffix) {
      return OpenAIChatDialect(usesDeveloperRole: true, usesAPIKeyHeader: true)
    }
    // Local servers change places, and their presets differ in nothing.
    let preset = all.first { !$0.isLocal && self.host(of: $0.baseURL) == host }
    return preset?.dialect ?? OpenAIChatDialect()
  }

  private static let azureHosts = [
    ".openai.azure.com", ".services.ai.azure.com", ".cognitiveservices.azure.com",
  ]

  private static func host(of url: String) -> String? {
    let parts = url.lowercased().split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2 else { return nil }
    return parts[2].split(separator: ":").first.map(String.init)
  }
}
