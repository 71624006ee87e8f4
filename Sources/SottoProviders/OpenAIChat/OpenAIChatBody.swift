import SottoCore

/// The body of a Chat Completions request.
struct OpenAIChatBody: Sendable {
  private let request: ModelRequest
  private let dialect: OpenAIChatDialect
  private let inputs: Set<ModelInfo.Modality>?
  private let model: OpenAIModel

  /// `inputs` is what the model reads besides text, where that is known.
  init(request: ModelRequest, dialect: OpenAIChatDialect, inputs: Set<ModelInfo.Modality>?) {
    self.request = request
    self.dialect = dialect
    self.inputs = inputs
    model = OpenAIModel(request.model)
  }

  var encoded: JSONValue {
    var body: JSONObject = ["model": .string(request.model)]
    body["messages"] = .array(messages)
    if request.isStreamed {
      body["stream"] = true
      if dialect.asksForUsage { body["stream_options"] = .object(["include_usage": true]) }
    }
    encodeSettings(into: &body)
    encodeReasoning(into: &body)
    encodeTools(into: &body)
    body["response_format"] = responseFormat
    if dialect.promptCache == .bodyField, let key = request.promptCacheKey {
      body["prompt_cache_key"] = .string(key)
    }
    return .object(body)
  }

  private var messages: [JSONValue] {
    var messages: [JSONValue] = []
    if let text = systemPrompt {
      let role = dialect.usesDeveloperRole && model.isReasoning ? "developer" : "system"
      messages.append(.object(["role": .string(role), "content": .string(text)]))
    }
    let files = OpenAIChatFiles(dialect: dialect, inputs: inputs, files: request.files)
    let history = OpenAIChatMessages(request.entries, dialect: dialect, files: files)
    return messages + history.encoded(usesTools: !tools.isEmpty)
  }

  /// With what `response_format` cannot say. For any JSON object OpenAI wants the word in a message.
  private var systemPrompt: String? {
    var texts = request.systemPrompt.isBlank ? [] : [request.systemPrompt]
    let isSchemaSent = responseFormat?["type"] == "json_schema"
    if !isSchemaSent, let instruction = request.outputFormat.instruction {
      texts.append(instruction)
    }
    return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
  }

  private var responseFormat: JSONValue? {
    switch (request.outputFormat, dialect.outputFormats) {
    case (.text, _), (.json, .schemaOnly): return nil
    case (.json, _), (.jsonSchema, .jsonObjectOnly): return .object(["type": "json_object"])
    case (.jsonSchema(let output), _):
      let schema: JSONValue = .object([
        "name": .string(output.name), "schema": output.schema, "strict": .bool(output.isStrict),
      ])
      return .object(["type": "json_schema", "json_schema": schema])
    }
  }

  private func encodeSettings(into body: inout JSONObject) {
    let settings = request.settings
    // Reasoning models answer 400 to any temperature but their own, unless they do not reason.
    if let temperature = settings.temperature, !model.isReasoning || effort == ReasoningEffort.none
    {
      // A whole number is written without fraction: `1`, not `1.0`.
      body["temperature"] =
        Int64(exactly: temperature).map(JSONValue.integer) ?? .number(temperature)
    }
    if let limit = settings.maxOutputTokens { body[limitField] = .integer(Int64(limit)) }
    let refusesStop =
      model.isReasoning
      || (dialect.reasoning == .grokModels && ReasoningControl.isReasoningGrok(request.model))
    if !settings.stopSequences.isEmpty, !refusesStop {
      body["stop"] = .array(settings.stopSequences.map(JSONValue.string))
    }
    if let seed = settings.seed, let field = dialect.seedField {
      body[field] = .integer(Int64(seed))
    }
  }

  private var limitField: String {
    switch dialect.outputLimit {
    case .maxTokens: "max_tokens"
    case .maxCompletionTokens: "max_completion_tokens"
    case .byModelName: model.isReasoning ? "max_completion_tokens" : "max_tokens"
    }
  }

  private var efforts: [ReasoningEffort] { dialect.reasoning.efforts(of: request.model) }

  /// What is sent; `nil` leaves it to the model. OpenAI's newer models take function tools here only
  /// without reasoning: those that cannot do without it are left to answer for themselves, and need
  /// the Responses protocol.
  private var effort: ReasoningEffort? {
    if dialect.reasoning == .openAIModels, !tools.isEmpty, model.refusesToolsWhenReasoning {
      return efforts.first { $0 == ReasoningEffort.none }
    }
    return request.settings.reasoningEffort?.nearest(of: efforts)
  }

  private func encodeReasoning(into body: inout JSONObject) {
    guard let effort else { return }
    let word = JSONValue.string(effort.rawValue)
    let isOff = effort == ReasoningEffort.none
    switch dialect.reasoning {
    case .openRouter: body["reasoning"] = .object(["effort": word])
    case .deepSeek, .glmModels:
      body["thinking"] = .object(["type": isOff ? "disabled" : "enabled"])
      if !isOff, efforts != ReasoningControl.onOff { body["reasoning_effort"] = word }
    case .openAIModels, .grokModels, .mistralModels, .perplexityModels:
      body["reasoning_effort"] = word
    }
  }

  private var tools: [ToolDefinition] {
    dialect.toolChoices == .automaticOnly && request.toolChoice == .none ? [] : request.tools
  }

  private func encodeTools(into body: inout JSONObject) {
    if tools.isEmpty { return }
    body["tools"] = .array(
      tools.map { tool in
        var function: JSONObject = ["name": .string(tool.name)]
        if !tool.description.isBlank { function["description"] = .string(tool.description) }
        function["parameters"] = tool.parameters
        return .object(["type": "function", "function": .object(function)])
      })
    body["tool_choice"] = toolChoice
  }

  private var toolChoice: JSONValue? {
    let isForced = request.toolChoice != .auto && request.toolChoice != .none
    switch dialect.toolChoices {
    case .automaticOnly: return nil
    case .unforcedWhenThinking where isForced && effort != ReasoningEffort.none: return nil
    case .all, .anyForRequired, .unforcedWhenThinking: break
    }
    switch request.toolChoice {
    case .auto: return nil
    case .none: return "none"
    case .required: return dialect.toolChoices == .anyForRequired ? "any" : "required"
    case .named(let name):
      return .object(["type": "function", "function": .object(["name": .string(name)])])
    }
  }
}
