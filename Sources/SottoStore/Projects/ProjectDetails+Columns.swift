internal import SottoCore

extension ProjectDetails {
  /// The columns of a project that a person edits, in the order of ``columnValues``.
  static let columns = [
    "name", "description", "system_prompt", "model", "temperature", "max_output_tokens",
    "fallback_model", "stop_sequences", "seed", "reasoning_effort", "answer_cache",
    "context", "titles", "retention_days", "opening_message", "behaviours",
  ]

  var columnValues: [DatabaseValue] {
    [
      .text(name), .text(description), .text(systemPrompt), DatabaseValue(model?.description),
      DatabaseValue(settings.temperature), DatabaseValue(settings.maxOutputTokens),
      DatabaseValue(fallbackModel?.description), settings.stopSequencesColumn,
      DatabaseValue(settings.seed), DatabaseValue(settings.reasoningEffort?.rawValue),
      DatabaseValue(answerCache?.json.encodedText), .text(context.json.encodedText),
      .text(titles.json.encodedText), DatabaseValue(retentionDays), .text(openingMessage),
      behaviours.column,
    ]
  }

  /// Reads ``columns`` from column `first` on. A setting that cannot be read is not set.
  init(_ row: borrowing Row, from first: Int32) {
    let json = { (column: String?) in column.flatMap { try? JSONValue(parsing: $0) } }
    let cache = json(row.optionalText(first + 10))
    let context = json(row.optionalText(first + 11))
    let titles = json(row.optionalText(first + 12))
    self.init(
      name: row.text(first), description: row.text(first + 1), systemPrompt: row.text(first + 2),
      model: row.optionalText(first + 3).flatMap { ModelReference($0) },
      fallbackModel: row.optionalText(first + 6).flatMap { ModelReference($0) },
      settings: GenerationSettings(
        temperature: row.optionalReal(first + 4),
        maxOutputTokens: row.optionalInteger(first + 5).map { Int($0) },
        stopSequences: GenerationSettings.stopSequences(row.optionalText(first + 7)),
        seed: row.optionalInteger(first + 8).map { Int($0) },
        reasoningEffort: row.optionalText(first + 9).map { ReasoningEffort(rawValue: $0) }),
      answerCache: cache.flatMap { AnswerCachePolicy(json: $0) },
      context: context.flatMap { ContextPolicy(json: $0) } ?? .fit,
      titles: titles.flatMap { TitlePolicy(json: $0) } ?? .model(nil),
      retentionDays: row.optionalInteger(first + 13).map { Int($0) },
      openingMessage: row.text(first + 14),
      behaviours: ProjectBehaviours(column: row.optionalText(first + 15)))
  }
}

extension ProjectBehaviours {
  /// What a project or a template has in its column; NULL where nothing is chosen.
  var column: DatabaseValue {
    self == ProjectBehaviours() ? .null : .text(json.encodedText)
  }

  /// Reads ``column``. Of what cannot be read nothing is chosen.
  init(column: String?) {
    let json = column.flatMap { try? JSONValue(parsing: $0) }
    self = json.flatMap { ProjectBehaviours(json: $0) } ?? ProjectBehaviours()
  }
}

extension GenerationSettings {
  fileprivate var stopSequencesColumn: DatabaseValue {
    if stopSequences.isEmpty { return .null }
    return .text(JSONValue.array(stopSequences.map(JSONValue.string)).encodedText)
  }

  fileprivate static func stopSequences(_ column: String?) -> [String] {
    let json = column.flatMap { try? JSONValue(parsing: $0) }
    return (json?.array ?? []).compactMap(\.string)
  }
}

extension AnswerCachePolicy {
  fileprivate var json: JSONValue {
    .object([
      "lifetime_seconds": lifetime.secondsJSON, "maximum_bytes": .integer(Int64(maximumSize)),
    ])
  }

  /// `nil` when a member is missing or out of its limits: better keep nothing than for longer than
  /// was asked.
  fileprivate init?(json: JSONValue) {
    guard let lifetime = json["lifetime_seconds"].flatMap(Duration.init(secondsJSON:)),
      let maximumSize = json["maximum_bytes"]?.int
    else { return nil }
    self.init(lifetime: lifetime, maximumSize: maximumSize)
    do { try validate() } catch { return nil }
  }
}
