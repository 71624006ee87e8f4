import SottoCore
import SottoHTTP

/// The fields of a project that a person may set.
enum ProjectFields {
  static let names: Set<String> = [
    "name", "description", "system_prompt", "model", "fallback_model", "temperature",
    "max_output_tokens", "stop_sequences", "seed", "reasoning_effort", "answer_cache",
    "context", "titles", "retention_days", "opening_message", "behaviours",
  ]

  private static let behaviourNames: Set<String> = [
    "copy", "read_aloud", "notify", "quick_replies", "replies",
  ]

  /// Takes what `body` has; `null` clears a field that may be empty.
  static func apply(_ body: RequestBody, to details: inout ProjectDetails) throws {
    if body.has("name") { details.name = try body.string("name") ?? "" }
    if body.has("description") { details.description = try body.string("description") ?? "" }
    if body.has("system_prompt") {
      details.systemPrompt = try body.string("system_prompt") ?? ""
    }
    if body.has("model") { details.model = try body.model("model") }
    if body.has("fallback_model") { details.fallbackModel = try body.model("fallback_model") }
    try apply(body, to: &details.settings)
    if body.has("answer_cache") { details.answerCache = try answerCache(body) }
    if body.has("context") { details.context = try context(body) }
    if body.has("titles") { details.titles = try titles(body) }
    if body.has("opening_message") {
      details.openingMessage = try body.string("opening_message") ?? ""
    }
    if body.has("behaviours") { details.behaviours = try behaviours(body) }
    if body.has("retention_days") { details.retentionDays = try body.integer("retention_days") }
  }

  static func apply(_ body: RequestBody, to settings: inout GenerationSettings) throws {
    if body.has("temperature") { settings.temperature = try body.number("temperature") }
    if body.has("max_output_tokens") {
      settings.maxOutputTokens = try body.integer("max_output_tokens")
    }
    if body.has("stop_sequences") {
      settings.stopSequences = try body.strings("stop_sequences") ?? []
    }
    if body.has("seed") { settings.seed = try body.integer("seed") }
    if body.has("reasoning_effort") {
      settings.reasoningEffort = try body.string("reasoning_effort").map(
        ReasoningEffort.init(rawValue:))
    }
  }

  /// All of a project's or a template's: what is absent in the object is left to each browser.
  static func behaviours(_ body: RequestBody) throws -> ProjectBehaviours {
    guard let object = try body.object("behaviours") else { return ProjectBehaviours() }
    let fields = try RequestBody(object, known: behaviourNames, of: "behaviours")
    return ProjectBehaviours(
      copy: try fields.bool("copy"), readAloud: try fields.bool("read_aloud"),
      notify: try fields.bool("notify"), quickReplies: try fields.bool("quick_replies"),
      replies: try fields.strings("replies"))
  }

  private static func context(_ body: RequestBody) throws -> ContextPolicy {
    guard let object = try body.object("context") else { return .fit }
    guard let policy = ContextPolicy(json: .object(object)) else {
      throw BadRequest.field(
        "context",
        "an object with a 'strategy' of 'fit', 'last_rounds' (with 'rounds') or 'summarise'")
    }
    return policy
  }

  private static func titles(_ body: RequestBody) throws -> TitlePolicy {
    guard let object = try body.object("titles") else { return .model(nil) }
    guard let policy = TitlePolicy(json: .object(object)) else {
      throw BadRequest.field("titles", "an object whose 'by' is 'first_message' or 'model'")
    }
    return policy
  }

  private static func answerCache(_ body: RequestBody) throws -> AnswerCachePolicy? {
    guard let object = try body.object("answer_cache") else { return nil }
    var policy = AnswerCachePolicy()
    for member in object.members {
      switch (member.key, member.value.int) {
      case ("lifetime_seconds", let seconds?): policy.lifetime = .seconds(seconds)
      case ("maximum_bytes", let bytes?): policy.maximumSize = bytes
      default:
        throw BadRequest.field(
          "answer_cache", "an object of 'lifetime_seconds' and 'maximum_bytes', whole numbers")
      }
    }
    return policy
  }
}

extension AnswerCachePolicy {
  /// As the API shows it.
  var json: JSONValue {
    .object([
      "lifetime_seconds": .integer(lifetime.components.seconds),
      "maximum_bytes": .integer(Int64(maximumSize)),
    ])
  }
}
