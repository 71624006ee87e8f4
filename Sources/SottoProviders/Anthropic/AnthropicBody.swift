import SottoCore

/// The body of a Messages request.
///
/// With a ``ModelRequest/promptCacheKey`` three places are marked for the provider's cache: the end of
/// the tools, of the system prompt, and of the person's last message. The bytes before a mark are the
/// same from turn to turn, but for the marks themselves.
struct AnthropicBody: Sendable {
  private let request: ModelRequest
  /// The model's own limit, where it is known.
  private let outputLimit: Int?
  private var isCached: Bool { request.promptCacheKey != nil }

  init(_ request: ModelRequest, outputLimit: Int?) {
    self.request = request
    self.outputLimit = outputLimit
  }

  func made() -> JSONObject {
    let settings = request.settings
    let limit =
      settings.maxOutputTokens ?? outputLimit ?? AnthropicRequest.defaultOutputLimit
    var messages = AnthropicHistory.messages(of: request.entries, files: request.files)
    let thinking = AnthropicThinking(
      effort: settings.reasoningEffort, model: request.model, limit: limit,
      isInBareLoop: AnthropicHistory.endsInBareLoop(messages))
    var body: JSONObject = [
      "model": .string(request.model), "max_tokens": .integer(Int64(limit)),
    ]
    if request.isStreamed { body["stream"] = true }
    if let temperature = settings.temperature, !thinking.isOn,
      AnthropicModel.takesTemperature(request.model)
    {
      // The scale ends at 1 here.
      body["temperature"] = Self.number(min(temperature, 1))
    }
    // Blank ones are refused.
    let stops = settings.stopSequences.filter { !$0.isBlank }
    if !stops.isEmpty { body["stop_sequences"] = .array(stops.map(JSONValue.string)) }
    body["thinking"] = bound(thinking.member, to: &messages).map(JSONValue.object)
    body["output_config"] = outputConfig(effort: thinking.effort)
    if !request.tools.isEmpty {
      body["tools"] = .array(tools())
      body["tool_choice"] = toolChoice(isThinking: thinking.isOn)
    }
    body["system"] = system()
    body["messages"] = .array(isCached ? Self.marking(messages) : messages)
    return body
  }

  /// The member `thinking` for these messages.
  ///
  /// A thought goes back with everything before it unchanged, or the newest models refuse the request,
  /// and every later one. But instructions and tools are edited, and messages too: thoughts that no
  /// longer fit are then left out by the provider. Where the model is not to think this cannot be
  /// asked for, and thoughts are not sent.
  private func bound(_ thinking: JSONObject?, to messages: inout [JSONValue]) -> JSONObject? {
    guard AnthropicModel.bindsThoughts(request.model), AnthropicHistory.hasThoughts(messages) else {
      return thinking
    }
    var member: JSONObject = thinking ?? ["type": "adaptive"]
    if member["type"] == "adaptive" {
      member["block_binding"] = .object(["prefix_mismatch_behavior": "drop_block"])
    } else {
      messages = AnthropicHistory.withoutThoughts(messages)
    }
    return member
  }

  /// A schema that is to be enforced, where the model can; there is no switch for JSON of any kind.
  private var schema: JSONValue? {
    guard case .jsonSchema(let output) = request.outputFormat, output.isStrict,
      AnthropicModel.takesOutputFormat(request.model)
    else { return nil }
    return output.schema
  }

  private func outputConfig(effort: String?) -> JSONValue? {
    var config = JSONObject()
    if let effort { config["effort"] = .string(effort) }
    if let schema { config["format"] = .object(["type": "json_schema", "schema": schema]) }
    return config.members.isEmpty ? nil : .object(config)
  }

  private func tools() -> [JSONValue] {
    var tools = request.tools.map { tool in
      var object: JSONObject = ["name": .string(tool.name)]
      if !tool.description.isBlank { object["description"] = .string(tool.description) }
      object["input_schema"] = tool.parameters
      return object
    }
    if isCached { tools[tools.count - 1]["cache_control"] = Self.mark }
    return tools.map(JSONValue.object)
  }

  /// `nil` for what is the rule anyway. A model that thinks cannot be forced.
  private func toolChoice(isThinking: Bool) -> JSONValue? {
    switch request.toolChoice {
    case .none: .object(["type": "none"])
    case .required where !isThinking: .object(["type": "any"])
    case .named(let name) where !isThinking: .object(["type": "tool", "name": .string(name)])
    case .auto, .required, .named: nil
    }
  }

  /// One text, or with a mark a list.
  private func system() -> JSONValue? {
    var texts = request.systemPrompt.isBlank ? [] : [request.systemPrompt]
    if schema == nil, let instruction = request.outputFormat.instruction {
      texts.append(instruction)
    }
    if texts.isEmpty { return nil }
    let text = texts.joined(separator: "\n\n")
    if !isCached { return .string(text) }
    return .array([
      .object(["type": "text", "text": .string(text), "cache_control": Self.mark])
    ])
  }

  /// The messages with a mark on the last block of the person's last one.
  private static func marking(_ messages: [JSONValue]) -> [JSONValue] {
    guard let place = messages.lastIndex(where: { $0["role"] == "user" }),
      var message = messages[place].object, var blocks = message["content"]?.array,
      var block = blocks.last?.object
    else { return messages }
    block["cache_control"] = mark
    blocks[blocks.count - 1] = .object(block)
    message["content"] = .array(blocks)
    var marked = messages
    marked[place] = .object(message)
    return marked
  }

  private static let mark = JSONValue.object(["type": "ephemeral"])

  /// A whole number is written without fraction: `1`, not `1.0`.
  private static func number(_ value: Double) -> JSONValue {
    Int64(exactly: value).map(JSONValue.integer) ?? .number(value)
  }
}
