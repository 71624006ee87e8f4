/// What goes to a model, before a wire protocol writes it.
public struct ModelRequest: Hashable, Sendable {
  /// One message of the conversation as the model gets it.
  public struct Entry: Hashable, Sendable {
    /// Who speaks, as models know it.
    public enum Role: String, Hashable, Sendable {
      case user, assistant
    }

    /// Who speaks.
    public var role: Role
    /// What is said. A wire format leaves out what it has no place for.
    public var parts: [Part]

    /// An entry with its parts as they are.
    public init(role: Role, parts: [Part]) {
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
  /// The bytes of the files that ``entries`` name, by ``FileReference/digest``. A file that is
  /// missing here is left out with a word in its place.
  public var files: [String: [UInt8]]
  /// How the answer is made.
  public var settings: GenerationSettings
  /// Tools the model may ask for; empty for none.
  public var tools: [ToolDefinition]
  /// Whether it must ask for one.
  public var toolChoice: ToolChoice
  /// What the answer's text must be.
  public var outputFormat: OutputFormat
  /// The same in every request of a conversation, so that the provider finds its cache of the
  /// beginning; protocols that mark what to cache do so when it is there. `nil` marks nothing.
  public var promptCacheKey: String?
  /// Whether the answer is asked for piece by piece.
  public var isStreamed: Bool

  /// A request with its parts as they are.
  public init(
    model: String, systemPrompt: String = "", entries: [Entry], files: [String: [UInt8]] = [:],
    settings: GenerationSettings = GenerationSettings(), tools: [ToolDefinition] = [],
    toolChoice: ToolChoice = .auto, outputFormat: OutputFormat = .text,
    promptCacheKey: String? = nil, isStreamed: Bool = true
  ) {
    self.model = model
    self.systemPrompt = systemPrompt
    self.entries = entries
    self.files = files
    self.settings = settings
    self.tools = tools
    self.toolChoice = toolChoice
    self.outputFormat = outputFormat
    self.promptCacheKey = promptCacheKey
    self.isStreamed = isStreamed
  }
}
