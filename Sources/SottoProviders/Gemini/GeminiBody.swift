import SottoCore

/// The body of a request of `generateContent`.
struct GeminiBody: Sendable {
  private let request: ModelRequest

  init(_ request: ModelRequest) { self.request = request }

  func encoded() -> [UInt8] {
    let contents = GeminiHistory.contents(
      of: request.entries, files: request.files,
      needsSeals: GeminiModel.needsSeals(request.model))
    var body: JSONObject = ["contents": .array(contents)]
    body["systemInstruction"] = systemInstruction()
    if !request.tools.isEmpty {
      let functions = request.tools.map(Self.declaration)
      body["tools"] = .array([.object(["functionDeclarations": .array(functions)])])
      body["toolConfig"] = toolConfig()
    }
    let settings = generationConfig()
    if !settings.members.isEmpty { body["generationConfig"] = .object(settings) }
    return JSONValue.object(body).encoded
  }

  /// Whether the format is asked for by the switch, not in words.
  private var formatIsSwitched: Bool {
    request.tools.isEmpty || GeminiModel.takesFormatWithTools(request.model)
  }

  private func systemInstruction() -> JSONValue? {
    var texts = request.systemPrompt.isBlank ? [] : [request.systemPrompt]
    if !formatIsSwitched, let instruction = request.outputFormat.instruction {
      texts.append(instruction)
    }
    if texts.isEmpty { return nil }
    let parts = texts.map { JSONValue.object(["text": .string($0)]) }
    return .object(["parts": .array(parts)])
  }

  private static func declaration(of tool: ToolDefinition) -> JSONValue {
    var function: JSONObject = ["name": .string(tool.name)]
    if !tool.description.isBlank { function["description"] = .string(tool.description) }
    function["parametersJsonSchema"] = tool.parameters
    return .object(function)
  }

  /// `nil` for what is the rule anyway.
  private func toolConfig() -> JSONValue? {
    let config: JSONObject
    switch request.toolChoice {
    case .auto: return nil
    case .none: config = ["mode": "NONE"]
    case .required: config = ["mode": "ANY"]
    case .named(let name):
      config = ["mode": "ANY", "allowedFunctionNames": .array([.string(name)])]
    }
    return .object(["functionCallingConfig": .object(config)])
  }

  private func generationConfig() -> JSONObject {
    let settings = request.settings
    var config = JSONObject()
    if let temperature = settings.temperature {
      config["temperature"] =
        Int64(exactly: temperature).map(JSONValue.integer) ?? .number(temperature)
    }
    if let limit = settings.maxOutputTokens { config["maxOutputTokens"] = .integer(Int64(limit)) }
    if !settings.stopSequences.isEmpty {
      config["stopSequences"] = .array(settings.stopSequences.map(JSONValue.string))
    }
    // The protocol's seeds have 32 bits.
    if let seed = settings.seed {
      config["seed"] = .integer(Int64(Int32(truncatingIfNeeded: seed)))
    }
    if formatIsSwitched { addFormat(to: &config) }
    if GeminiModel.thinks(request.model) {
      let effort = GeminiModel.thinking(settings.reasoningEffort, of: request.model)
      // Without it thoughts are not shown. It is refused where there are to be none.
      var thinking: JSONObject = effort["thinkingBudget"] == 0 ? [:] : ["includeThoughts": true]
      thinking.members += effort.members
      config["thinkingConfig"] = .object(thinking)
    }
    return config
  }

  private func addFormat(to config: inout JSONObject) {
    switch request.outputFormat {
    case .text: break
    case .json: config["responseMimeType"] = "application/json"
    case .jsonSchema(let output):
      config["responseMimeType"] = "application/json"
      config["responseJsonSchema"] = output.schema
    }
  }
}
