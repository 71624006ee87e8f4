/// How a server's Chat Completions requests differ from the common form. Answers need no dialect:
/// they are read with tolerance for all of them.
public struct OpenAIChatDialect: Hashable, Sendable {
  /// The name of the field that limits the tokens of an answer.
  public enum OutputLimit: Hashable, Sendable {
    case maxTokens
    /// Counts reasoning as well. OpenAI takes it for all models, and nothing else for its newer
    /// ones.
    case maxCompletionTokens
    /// `max_completion_tokens` for models named like OpenAI's reasoning models, which may sit
    /// behind a proxy, and `max_tokens` for all others.
    case byModelName
  }

  /// How the limit of an answer's length is named.
  public var outputLimit: OutputLimit
  /// Whether to ask for usage in a stream. Mistral reports it unasked and refuses unknown fields.
  public var asksForUsage: Bool
  /// Whether system prompts for OpenAI's reasoning models have the role `developer`.
  public var usesDeveloperRole: Bool
  /// Whether an unfinished assistant message at the end is marked with `prefix`, without which it
  /// is refused.
  public var marksPrefix: Bool
  /// Whether the key travels in `api-key` (Azure) and not in `Authorization`.
  public var usesAPIKeyHeader: Bool

  /// The common form, understood by any server that calls itself compatible.
  public init(
    outputLimit: OutputLimit = .byModelName, asksForUsage: Bool = true,
    usesDeveloperRole: Bool = false, marksPrefix: Bool = false, usesAPIKeyHeader: Bool = false
  ) {
    self.outputLimit = outputLimit
    self.asksForUsage = asksForUsage
    self.usesDeveloperRole = usesDeveloperRole
    self.marksPrefix = marksPrefix
    self.usesAPIKeyHeader = usesAPIKeyHeader
  }

  /// Whether a model refuses a temperature, `max_tokens` and prefers the role `developer`: OpenAI's
  /// o-series and gpt-5 and later, except their `-chat` variants. A vendor in front
  /// (`openai/gpt-5`) does not matter.
  package static func isReasoningModel(_ model: String) -> Bool {
    let name = model.split(separator: "/").last.map { $0.lowercased() } ?? ""
    if name.contains("-chat") { return false }
    if name.hasPrefix("gpt-"), let version = Int(name.dropFirst(4).prefix(while: \.isNumber)) {
      // `gpt-35-turbo` is how Azure spells 3.5.
      return (5...30).contains(version)
    }
    let generation = name.prefix { $0 != "-" }
    return generation.first == "o" && generation.count == 2 && (generation.last?.isNumber ?? false)
  }
}
