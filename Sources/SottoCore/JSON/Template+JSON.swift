// As the app API writes them (Docs/http-api.md); the store keeps the same.

extension TemplateVariable {
  /// `name`, `label`, and `default` and `choices` where there are some.
  public var json: JSONValue {
    var object: JSONObject = ["name": .string(name), "label": .string(label)]
    object["default"] = standard.map(JSONValue.string)
    object["choices"] = choices.isEmpty ? nil : .array(choices.map(JSONValue.string))
    return .object(object)
  }

  /// `nil` for what has no name, or a member of the wrong type.
  public init?(json: JSONValue) {
    guard let name = json["name"]?.string else { return nil }
    let known = ["name", "label", "default", "choices"]
    let members = json.object?.members ?? []
    guard members.allSatisfy({ known.contains($0.key) }) else { return nil }
    let text = { (key: String) -> String?? in
      guard let value = json[key], !value.isNull else { return .some(nil) }
      return value.string.map { .some($0) }
    }
    guard let label = text("label"), let standard = text("default") else { return nil }
    var choices: [String] = []
    if let value = json["choices"], !value.isNull {
      guard let list = value.array else { return nil }
      choices = list.compactMap(\.string)
      guard choices.count == list.count else { return nil }
    }
    self.init(name: name, label: label ?? name, standard: standard, choices: choices)
  }
}

extension GenerationSettings {
  /// An object of what is set.
  public var json: JSONValue {
    var object = JSONObject()
    object["temperature"] = temperature.map(JSONValue.number)
    object["max_output_tokens"] = maxOutputTokens.map { .integer(Int64($0)) }
    object["stop_sequences"] =
      stopSequences.isEmpty ? nil : .array(stopSequences.map(JSONValue.string))
    object["seed"] = seed.map { .integer(Int64($0)) }
    object["reasoning_effort"] = reasoningEffort.map { .string($0.rawValue) }
    return .object(object)
  }

  /// Reads ``json``; what cannot be read of it is not set.
  public init(json: JSONValue) {
    self.init(
      temperature: json["temperature"]?.double, maxOutputTokens: json["max_output_tokens"]?.int,
      stopSequences: (json["stop_sequences"]?.array ?? []).compactMap(\.string),
      seed: json["seed"]?.int,
      reasoningEffort: json["reasoning_effort"]?.string.map { ReasoningEffort(rawValue: $0) })
  }
}

extension Template {
  /// The template as the API shows it.
  public var json: JSONValue {
    .object([
      "id": .string(id.rawValue), "name": .string(details.name),
      "description": .string(details.description), "system_prompt": .string(details.systemPrompt),
      "opening_message": .string(details.openingMessage),
      "model": JSONValue(details.model?.description), "settings": details.settings.json,
      "behaviours": details.behaviours.json,
      "variables": .array(details.variables.map(\.json)), "built_in": .bool(isBuiltIn),
      "language": JSONValue(language), "version": .integer(Int64(version)),
      "created_at": JSONValue(createdAt.map { Int($0.milliseconds) }),
      "updated_at": JSONValue(updatedAt.map { Int($0.milliseconds) }),
    ])
  }
}
