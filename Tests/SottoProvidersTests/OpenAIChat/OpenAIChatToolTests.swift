import SottoCore
import SottoProviders
import Testing

private let openAI = "https://api.openai.com/v1"
private let schema: JSONValue = .object(["type": "object", "properties": .object([:])])
private let tool = ToolDefinition(name: "now", description: "The time.", parameters: schema)
private let output = OutputFormat.jsonSchema(OutputSchema(name: "answer", schema: schema))

private func encode(
  _ choice: ToolChoice = .auto, tools: [ToolDefinition] = [tool], format: OutputFormat = .text,
  system: String = "", base: String = openAI
) throws -> EncodedRequest {
  let request = ModelRequest(
    model: "m", systemPrompt: system, entries: [Said.user("Hi")], tools: tools, toolChoice: choice,
    outputFormat: format)
  return try EncodedRequest(request, to: base)
}

@Suite struct OpenAIChatToolTests {
  @Test func `writes tools, and no choice when there is none to write`() throws {
    let sent = try encode()
    #expect(
      sent["tools"]
        == #"[{"type":"function","function":{"name":"now","description":"The time.","parameters":{"type":"object","properties":{}}}}]"#
    )
    #expect(sent["tool_choice"] == nil)
    let none = try encode(.required, tools: [])
    #expect(none["tools"] == nil)
    #expect(none["tool_choice"] == nil)
  }

  @Test(
    arguments: [
      (.none, openAI, #""none""#), (.required, openAI, #""required""#),
      (.named("now"), openAI, #"{"type":"function","function":{"name":"now"}}"#),
      (.required, TestBase.mistral, #""any""#), (.none, TestBase.mistral, #""none""#),
      (.required, TestBase.zAI, nil),
      (.required, TestBase.deepSeek, nil), (.named("now"), TestBase.deepSeek, nil),
      (.none, TestBase.deepSeek, #""none""#),
    ] as [(ToolChoice, String, String?)])
  func `writes the choice as the server takes it`(
    choice: ToolChoice, base: String, written: String?
  ) throws {
    let sent = try encode(choice, base: base)
    #expect(sent["tool_choice"] == written)
    #expect(sent["tools"] != nil)
  }

  @Test func `forces a call of DeepSeek only when it does not think`() throws {
    var request = ModelRequest(
      model: "m", entries: [Said.user("Hi")], tools: [tool], toolChoice: .required)
    request.settings.reasoningEffort = .high
    #expect(try EncodedRequest(request, to: TestBase.deepSeek)["tool_choice"] == nil)
    request.settings.reasoningEffort = ReasoningEffort.none
    #expect(try EncodedRequest(request, to: TestBase.deepSeek)["tool_choice"] == #""required""#)
  }

  @Test func `sends no tools where their use cannot be forbidden`() throws {
    #expect(try encode(.none, base: TestBase.zAI)["tools"] == nil)
  }

  @Test func `asks for JSON, in words as well`() throws {
    let sent = try encode(format: .json, system: "Be brief.")
    #expect(sent["response_format"] == #"{"type":"json_object"}"#)
    let system = sent.body["messages"]?[0]?["content"]?.string
    #expect(system?.hasPrefix("Be brief.\n\n") == true)
    #expect(system?.contains("JSON") == true)
  }

  @Test func `asks for a schema`() throws {
    let sent = try encode(format: output)
    #expect(
      sent["response_format"]
        == #"{"type":"json_schema","json_schema":{"name":"answer","schema":{"type":"object","properties":{}},"strict":true}}"#
    )
    #expect(sent.body["messages"]?.array?.count == 1)
  }

  @Test func `puts the schema into the system prompt where there is no field for it`() throws {
    let sent = try encode(format: output, base: TestBase.deepSeek)
    #expect(sent["response_format"] == #"{"type":"json_object"}"#)
    let system = sent.body["messages"]?[0]
    #expect(system?["role"] == "system")
    #expect(system?["content"]?.string?.hasSuffix(schema.encodedText) == true)
  }

  @Test func `asks in words only where any JSON has no field`() throws {
    let sent = try encode(format: .json, base: TestBase.perplexity)
    #expect(sent["response_format"] == nil)
    #expect(sent.body["messages"]?[0]?["content"]?.string?.contains("JSON") == true)
    #expect(try encode(format: output, base: TestBase.perplexity)["response_format"] != nil)
  }

  @Test(
    arguments: [
      (openAI, "c1", nil), (TestBase.xAI, nil, "c1"), (TestBase.mistral, nil, nil),
      (TestBase.unknown, nil, nil),
    ] as [(String, String?, String?)])
  func `marks the conversation for the prompt cache where that is known`(
    base: String, field: String?, header: String?
  ) throws {
    let request = ModelRequest(model: "m", entries: [Said.user("Hi")], promptCacheKey: "c1")
    let sent = try EncodedRequest(request, to: base)
    #expect(sent.body["prompt_cache_key"]?.string == field)
    #expect(sent.request.headers["x-grok-conv-id"] == header)
  }

  @Test(arguments: [
    (
      "https://mine.openai.azure.com/openai/deployments/d",
      "https://mine.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21"
    ),
    (
      "https://mine.openai.azure.com/openai/v1/",
      "https://mine.openai.azure.com/openai/v1/chat/completions"
    ),
  ])
  func `gives Azure's deployments a version`(base: String, url: String) throws {
    let request = ModelRequest(model: "m", entries: [Said.user("Hi")])
    #expect(try EncodedRequest(request, to: base).request.url == url)
  }
}
