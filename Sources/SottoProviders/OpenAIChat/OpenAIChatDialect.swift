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

  /// Which ids of tool calls are taken back. Those of another provider may have another form.
  public enum CallIDs: Hashable, Sendable {
    case any
    /// OpenAI refuses longer ones.
    case upTo40Bytes
    /// Mistral's own form: nine letters and digits.
    case nineCharacters
  }

  /// What `tool_choice` may be.
  public enum ToolChoices: Hashable, Sendable {
    case all
    /// All, with `any` for a tool that must be called.
    case anyForRequired
    /// Only the model decides. Where it must not call one, no tools are sent.
    case automaticOnly
    /// A call cannot be forced while the model thinks (DeepSeek).
    case unforcedWhenThinking
  }

  /// What `response_format` may be. Anything else is asked for in the system prompt.
  public enum OutputFormats: Hashable, Sendable {
    case all
    case jsonObjectOnly
    case schemaOnly
  }

  /// How a request says which conversation it belongs to, for the provider's prompt cache.
  public enum PromptCache: Hashable, Sendable {
    /// Not at all: many servers refuse fields that they do not know.
    case unmarked
    /// `prompt_cache_key` in the body.
    case bodyField
    /// The header `x-grok-conv-id`; in Responses the field.
    case grokHeader
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
  /// Which ids of tool calls are taken.
  public var callIDs: CallIDs
  /// What `tool_choice` may be.
  public var toolChoices: ToolChoices
  /// Whether an answer must stand between the results of tools and what the person says next.
  public var needsAnswerToTools: Bool
  /// Whether reasoning goes back as `reasoning_content` where tools are used, without which the
  /// request is refused.
  public var returnsReasoning: Bool
  /// How models are told how long to think.
  public var reasoning: ReasoningControl
  /// What `response_format` may be.
  public var outputFormats: OutputFormats
  /// The name of the field for the seed; `nil` for servers without one.
  public var seedField: String?
  /// The media types of images that are taken.
  public var imageTypes: Set<String>
  /// Whether PDF documents are taken.
  public var takesDocuments: Bool
  /// Whether sound is taken.
  public var takesAudio: Bool
  /// How the prompt cache is told the conversation.
  public var promptCache: PromptCache

  /// The common form, understood by any server that calls itself compatible.
  public init(
    outputLimit: OutputLimit = .byModelName, asksForUsage: Bool = true,
    usesDeveloperRole: Bool = false, marksPrefix: Bool = false, usesAPIKeyHeader: Bool = false,
    callIDs: CallIDs = .any, toolChoices: ToolChoices = .all, needsAnswerToTools: Bool = false,
    returnsReasoning: Bool = false, reasoning: ReasoningControl = .openAIModels,
    outputFormats: OutputFormats = .all, seedField: String? = "seed",
    imageTypes: Set<String> = ["image/png", "image/jpeg", "image/webp", "image/gif"],
    takesDocuments: Bool = false, takesAudio: Bool = false, promptCache: PromptCache = .unmarked
  ) {
    self.outputLimit = outputLimit
    self.asksForUsage = asksForUsage
    self.usesDeveloperRole = usesDeveloperRole
    self.marksPrefix = marksPrefix
    self.usesAPIKeyHeader = usesAPIKeyHeader
    self.callIDs = callIDs
    self.toolChoices = toolChoices
    self.needsAnswerToTools = needsAnswerToTools
    self.returnsReasoning = returnsReasoning
    self.reasoning = reasoning
    self.outputFormats = outputFormats
    self.seedField = seedField
    self.imageTypes = imageTypes
    self.takesDocuments = takesDocuments
    self.takesAudio = takesAudio
    self.promptCache = promptCache
  }
}
