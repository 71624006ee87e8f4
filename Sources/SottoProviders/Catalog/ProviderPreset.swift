public import SottoCore

/// An entry of the catalogue: a provider that people know by name, and how its requests differ.
public struct ProviderPreset: Hashable, Sendable {
  /// What the rest of the program knows of it.
  public var known: KnownProvider
  /// How its requests differ from the common form of Chat Completions.
  public var dialect: OpenAIChatDialect

  /// An entry; what is left out is the common form of Chat Completions.
  public init(
    name: String, title: String, kind: WireProtocol = .openAIChat, baseURL: String,
    keyVariable: String?, baseURLVariable: String, defaultModel: String?,
    dialect: OpenAIChatDialect = OpenAIChatDialect()
  ) {
    known = KnownProvider(
      name: name, title: title, kind: kind, baseURL: baseURL, keyVariable: keyVariable,
      baseURLVariable: baseURLVariable, defaultModel: defaultModel)
    self.dialect = dialect
  }

  /// Whether it runs on a person's own machine.
  public var isLocal: Bool { known.baseURL.hasPrefix("http://127.0.0.1") }

  /// The preset of this name.
  public static func named(_ name: String) -> ProviderPreset? {
    all.first { $0.known.name == name }
  }

  /// The dialect of the preset that has the same host, whatever a person calls it. At another host,
  /// such as a company's proxy, the provider's name tells; the common dialect is for all others.
  ///
  /// The name `openai` tells nothing: people point it at any server that calls itself compatible.
  public static func dialect(
    forBaseURL baseURL: String, provider: String? = nil
  ) -> OpenAIChatDialect {
    guard let host = host(of: baseURL) else { return OpenAIChatDialect() }
    if azureHosts.contains(where: host.hasSuffix) {
      return OpenAIChatDialect(
        usesDeveloperRole: true, usesAPIKeyHeader: true, callIDs: .upTo40Bytes)
    }
    // Local servers change places, and their presets differ in nothing.
    let preset = byHost[host]
    let named = provider.flatMap { $0 == "openai" ? nil : Self.named($0) }
    return (preset ?? named)?.dialect ?? OpenAIChatDialect()
  }

  /// The dialect of where a request goes.
  static func dialect(for endpoint: ModelEndpoint) -> OpenAIChatDialect {
    dialect(forBaseURL: endpoint.baseURL, provider: endpoint.reference.provider)
  }

  private static let byHost = [String: ProviderPreset](
    all.filter { !$0.isLocal }.compactMap { preset in
      host(of: preset.known.baseURL).map { ($0, preset) }
    },
    uniquingKeysWith: { first, _ in first })

  private static let azureHosts = [
    ".openai.azure.com", ".services.ai.azure.com", ".cognitiveservices.azure.com",
  ]

  private static func host(of url: String) -> String? {
    let parts = url.lowercased().split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2 else { return nil }
    return parts[2].split(separator: ":").first.map(String.init)
  }
}
