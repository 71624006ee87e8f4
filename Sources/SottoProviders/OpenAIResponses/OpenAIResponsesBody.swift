import SottoCore

/// The body of a Responses request.
///
/// Summaries of reasoning are not asked for: OpenAI refuses the whole request (400) for organisations
/// that it has not verified. Servers that send reasoning unasked are read as ever.
struct OpenAIResponsesBody: Sendable {
  private let request: ModelRequest
  private let dialect: OpenAIChatDialect
  private let inputs: Set<ModelInfo.Modality>?
  private let model: OpenAIModel

  /// `dialect` is what is known of the server, for both of OpenAI's protocols, and `inputs` what the
  /// model reads besides text, where that is known.
  init(request: ModelRequest, dialect: OpenAIChatDialect, inputs: Set<ModelInfo.Modality>?) {
    self.request = request
    self.dialect = dialect
    self.inputs = inputs
    model = OpenAIModel(request.model)
  }

  var encoded: JSONValue {
    var body: JSONObject = ["model": .string(request.model)]
    if let instructions { body["instructions"] = .string(instructions) }
    let files = OpenAIResponsesFiles(dialect: dialect, inputs: inputs, files: request.files)
    body["input"] = .array(
      OpenAIResponsesHistory.items(
        of: request.entries, callIDs: dialect.callIDs, encode: files.encode))
    if request.isStreamed { body["stream"] = true }
    body["store"] = false
    // OpenAI answers 400 to it for models that do not reason.
    if model.isReasoning || ReasoningControl.isReasoningGrok(request.model) {
      body["include"] = ["reasoning.encrypted_content"]
    }
    encodeSettings(into: &body)
    encodeTools(into: &body)
    if let format { body["text"] = .object(["format": format]) }
    if dialect.promptCache != .unmarked, let key = request.promptCacheKey {
      body["prompt_cache_key"] = .string(key)
    }
    return .object(body)
  }

  /// For any JSON object OpenAI wants the word in a message.
  private var instructions: String? {
    var texts = request.systemPrompt.isBlank ? [] : [request.systemPrompt]
    if case .json = request.outputFormat, let instruction = request.outputFormat.instruction {
      texts.append(instruction)
    }
    return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
  }

  private var format: JSONValue? {
    switch request.outputFormat {
    case .text: nil
    case .json: .object(["type": "json_object"])
    case .jsonSchema(let output):
      .object([
        "type": "json_schema", "name": .string(output.name), "schema": output.schema,
        "strict": .bool(output.isStrict),
      ])
    }
  }

  /// The protocol has neither stop sequences nor a seed.
  private func encodeSettings(into body: inout JSONObject) {
    let settings = request.settings
    let efforts = dialect.reasoning.efforts(of: request.model)
    let effort = settings.reasoningEffort?.nearest(of: efforts)
    // Reasoning models answer 400 to any temperature but their own, unless they do not reason.
    if let temperature = settings.temperature, !model.isReasoning || effort == ReasoningEffort.none
    {
      // A whole number is written without fraction: `1`, not `1.0`.
      body["temperature"] =
        Int64(exactly: temperature).map(JSONValue.integer) ?? .number(temperature)
    }
    if let limit = settings.maxOutputTokens {
      body["max_output_tokens"] = .integer(Int64(limit))
    }
    if let effort { body["reasoning"] = .object(["effort": .string(effort.rawValue)]) }
  }

  /// Here a function is strict unless it says that it is not, and a strict one takes only part of JSON
  /// Schema.
  private func encodeTools(into body: inout JSONObject) {
    if request.tools.isEmpty { return }
    body["tools"] = .array(
      request.tools.map { tool in
        var function: JSONObject = ["type": "function", "name": .string(tool.name)]
        if !tool.description.isBlank { function["description"] = .string(tool.description) }
        function["parameters"] = tool.parameters
        function["strict"] = false
        return .object(function)
      })
    switch request.toolChoice {
    case .auto: break
    case .none: body["tool_choice"] = "none"
    case .required: body["tool_choice"] = "required"
    case .named(let name):
      body["tool_choice"] = .object(["type": "function", "name": .string(name)])
    }
  }
}
