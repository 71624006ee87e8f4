import SottoCore

/// The body of a request of `/api/chat`.
struct OllamaBody: Sendable {
  private let request: ModelRequest

  init(_ request: ModelRequest) { self.request = request }

  func encoded() -> [UInt8] {
    var messages: [JSONValue] = []
    if !request.systemPrompt.isBlank {
      messages.append(.object(["role": "system", "content": .string(request.systemPrompt)]))
    }
    messages += OllamaHistory.messages(of: request.entries, files: request.files)
    var body: JSONObject = ["model": .string(request.model), "messages": .array(messages)]
    // The server streams when nothing is said.
    body["stream"] = .bool(request.isStreamed)
    let tools = offeredTools
    if !tools.isEmpty { body["tools"] = .array(tools.map(Self.tool)) }
    switch request.outputFormat {
    case .text: break
    case .json: body["format"] = "json"
    case .jsonSchema(let output): body["format"] = output.schema
    }
    if let effort = request.settings.reasoningEffort {
      body["think"] = OllamaModel.think(effort, of: request.model)
    }
    let options = options()
    if !options.members.isEmpty { body["options"] = .object(options) }
    return JSONValue.object(body).encoded
  }

  /// The protocol has no word for the choice: it is made by what is offered. That a tool must be asked
  /// for cannot be said.
  private var offeredTools: [ToolDefinition] {
    switch request.toolChoice {
    case .auto, .required: request.tools
    case .none: []
    case .named(let name): request.tools.filter { $0.name == name }
    }
  }

  private static func tool(_ tool: ToolDefinition) -> JSONValue {
    var function: JSONObject = ["name": .string(tool.name)]
    if !tool.description.isBlank { function["description"] = .string(tool.description) }
    function["parameters"] = tool.parameters
    return .object(["type": "function", "function": .object(function)])
  }

  private func options() -> JSONObject {
    let settings = request.settings
    var options = JSONObject()
    if let temperature = settings.temperature {
      options["temperature"] =
        Int64(exactly: temperature).map(JSONValue.integer) ?? .number(temperature)
    }
    if let limit = settings.maxOutputTokens { options["num_predict"] = .integer(Int64(limit)) }
    if let seed = settings.seed { options["seed"] = .integer(Int64(seed)) }
    if !settings.stopSequences.isEmpty {
      options["stop"] = .array(settings.stopSequences.map(JSONValue.string))
    }
    return options
  }
}
