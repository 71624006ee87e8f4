/// What a person keeps apart: its own instructions, model, limits and conversations.
public struct Project: Hashable, Sendable {
  /// A UUIDv7.
  public var id: ProjectID
  /// What a person can change.
  public var details: ProjectDetails
  /// When it was made; it never changes.
  public var createdAt: Timestamp
  /// When its details last changed.
  public var updatedAt: Timestamp
  /// Grows with each change of the details, so that a second writer notices the first one's.
  public var version: Int

  /// A project with its parts as they are.
  public init(
    id: ProjectID, details: ProjectDetails, createdAt: Timestamp, updatedAt: Timestamp,
    version: Int = 1
  ) {
    self.id = id
    self.details = details
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.version = version
  }
}

/// The part of a project that a person edits.
public struct ProjectDetails: Hashable, Sendable {
  /// What the person calls it: 1 to 200 bytes, not only white space. Two may have the same.
  public var name: String
  /// The person's own note about it; no model sees it.
  public var description: String
  /// The instructions that precede every conversation; empty for none.
  public var systemPrompt: String
  /// `nil` stands for the default model of the installation.
  public var model: ModelReference?
  /// The model that is asked when the first one is down or overloaded; `nil` for none.
  public var fallbackModel: ModelReference?
  /// How its answers are made.
  public var settings: GenerationSettings
  /// Whether equal questions are answered from what is kept; `nil`, as projects begin, keeps nothing.
  public var answerCache: AnswerCachePolicy?
  /// What of a long conversation goes to the model.
  public var context: ContextPolicy
  /// Who makes the titles of its conversations.
  public var titles: TitlePolicy
  /// After how many days without a new message a conversation is erased: 1 to 36,500; `nil` keeps
  /// them.
  public var retentionDays: Int?
  /// What the model says first in each new conversation; empty for nothing.
  public var openingMessage: String
  /// What happens by itself around its answers.
  public var behaviours: ProjectBehaviours

  /// Details with their parts as they are; ``validate()`` checks them.
  public init(
    name: String, description: String = "", systemPrompt: String = "",
    model: ModelReference? = nil, fallbackModel: ModelReference? = nil,
    settings: GenerationSettings = GenerationSettings(), answerCache: AnswerCachePolicy? = nil,
    context: ContextPolicy = .fit, titles: TitlePolicy = .model(nil), retentionDays: Int? = nil,
    openingMessage: String = "", behaviours: ProjectBehaviours = ProjectBehaviours()
  ) {
    self.name = name
    self.description = description
    self.systemPrompt = systemPrompt
    self.model = model
    self.fallbackModel = fallbackModel
    self.settings = settings
    self.answerCache = answerCache
    self.context = context
    self.titles = titles
    self.retentionDays = retentionDays
    self.openingMessage = openingMessage
    self.behaviours = behaviours
  }

  /// Checks what a person can get wrong.
  ///
  /// - Throws: ``SottoError`` with the first thing that is wrong and how to mend it.
  public func validate() throws(SottoError) {
    if name.allSatisfy(\.isWhitespace) {
      throw SottoError(.invalidInput, "a project needs a name")
    }
    if name.utf8.count > 200 {
      throw SottoError(
        .invalidInput, "the project's name is too long", hint: "use at most 200 bytes")
    }
    try settings.validate()
    try answerCache?.validate()
    try context.validate()
    try behaviours.validate()
    if let retentionDays, !(1...36_500).contains(retentionDays) {
      throw SottoError(.invalidInput, "conversations are kept for 1 to 36,500 days, or for good")
    }
    if let fallbackModel, fallbackModel == model {
      throw SottoError(
        .invalidInput, "the fallback model is the model itself", hint: "choose another one")
    }
  }
}
