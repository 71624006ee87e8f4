import Foundation
import SottoCore
import SottoProviders
import Testing

private let writer = AnthropicRequest(userAgent: "sotto/1.0")

private func body(_ request: ModelRequest, info: ModelInfo = ModelInfo()) throws -> JSONValue {
  let endpoint = ModelEndpoint(
    reference: ModelReference(provider: "p", model: request.model), kind: .anthropic,
    baseURL: "http://127.0.0.1:9", secret: nil, info: info)
  return try JSONValue(parsing: writer.encode(request, to: endpoint).body)
}

private func text(_ value: JSONValue?) -> String? { value?.encodedText }

private let mark = #","cache_control":{"type":"ephemeral"}"#

@Suite struct AnthropicBodyTests {
  @Test func `takes the limit of the person, else of the model, else its own`() throws {
    var request = ModelRequest(model: "m", entries: [userEntry("Hi")])
    #expect(try body(request)["max_tokens"] == 8192)
    let info = ModelInfo(outputLimit: 64_000)
    #expect(try body(request, info: info)["max_tokens"] == 64_000)
    request.settings.maxOutputTokens = 5
    #expect(try body(request, info: info)["max_tokens"] == 5)
  }

  @Test func `leaves out a temperature that thinking refuses, and blank stop sequences`() throws {
    var request = ModelRequest(
      model: "claude-sonnet-4-5", entries: [userEntry("Hi")],
      settings: GenerationSettings(temperature: 0.2, stopSequences: ["\n\n", "END"]))
    #expect(try body(request)["temperature"] == .number(0.2))
    #expect(try text(body(request)["stop_sequences"]) == #"["END"]"#)
    request.settings.reasoningEffort = .low
    #expect(try body(request)["temperature"] == nil)
    #expect(try text(body(request)["thinking"]) == #"{"type":"enabled","budget_tokens":2048}"#)
    request.settings.reasoningEffort = ReasoningEffort.none
    #expect(try body(request)["temperature"] == .number(0.2))
  }

  @Test(arguments: [
    (ToolChoice.auto, nil, nil), (ToolChoice.none, #"{"type":"none"}"#, #"{"type":"none"}"#),
    (ToolChoice.required, #"{"type":"any"}"#, nil),
    (ToolChoice.named("now"), #"{"type":"tool","name":"now"}"#, nil),
  ])
  func `forces a tool unless the model thinks`(
    choice: ToolChoice, free: String?, thinking: String?
  ) throws {
    var request = ModelRequest(
      model: "claude-opus-4-6", entries: [userEntry("Hi")], tools: sampleTools, toolChoice: choice)
    #expect(try text(body(request)["tool_choice"]) == free)
    request.settings.reasoningEffort = .low
    #expect(try text(body(request)["tool_choice"]) == thinking)
    request.tools = []
    #expect(try body(request)["tool_choice"] == nil)
  }

  @Test func `asks for a schema by the switch, or else in words`() throws {
    var request = ModelRequest(
      model: "claude-haiku-4-5", systemPrompt: "Be brief.", entries: [userEntry("Hi")],
      outputFormat: .jsonSchema(sampleSchema))
    let schema = sampleSchema.schema.encodedText
    #expect(
      try text(body(request)["output_config"])
        == #"{"format":{"type":"json_schema","schema":\#(schema)}}"#)
    #expect(try body(request)["system"] == "Be brief.")
    for model in ["claude-sonnet-4-20250514", "m"] {
      request.model = model
      let encoded = try body(request)
      #expect(encoded["output_config"] == nil)
      let words = try #require(encoded["system"]?.string)
      #expect(words.hasPrefix("Be brief.\n\nAnswer with one JSON object"))
      #expect(words.hasSuffix("\n" + schema))
    }
    request.model = "claude-haiku-4-5"
    request.outputFormat = .json
    request.systemPrompt = ""
    let encoded = try body(request)
    #expect(encoded["output_config"] == nil)
    #expect(encoded["system"]?.string?.hasPrefix("Answer with one JSON object") == true)
  }

  @Test func `keeps the prefix of a cached conversation (T102, T103)`() throws {
    var request = ModelRequest(
      model: "claude-opus-4-6", systemPrompt: "Be brief.",
      entries: sampleToolLoop(callIDs: ("", "")), tools: sampleTools, promptCacheKey: "c")
    var before = ""
    for _ in 0..<3 {
      let encoded = try body(request).encodedText
      #expect(encoded.components(separatedBy: mark).count == 4)
      let unmarked = encoded.components(separatedBy: mark).joined()
      #expect(unmarked.hasPrefix(before.dropLast(2)))
      before = unmarked
      request.entries += [
        assistantEntry(.text("b "), .toolCall(ToolCall(id: "", name: "now", arguments: ""))),
        userEntry(
          parts: .toolResult(ToolResult(callID: "", name: "now", text: "")), .text("c")),
      ]
    }
  }

  @Test func `marks what it can, and never a thought`() throws {
    var request = ModelRequest(
      model: "m",
      entries: [
        userEntry(parts: sampleFile("png", "p", "image/png")),
        assistantEntry(.reasoning("hm"), .signature("S"), .text("Yes")),
      ], files: sampleFiles, promptCacheKey: "c")
    let encoded = try body(request)
    #expect(encoded.encodedText.components(separatedBy: mark).count == 2)
    #expect(encoded["messages"]?[0]?["content"]?[0]?["cache_control"] != nil)
    #expect(encoded["system"] == nil && encoded["tools"] == nil)
    request.entries = []
    #expect(!(try body(request).encodedText.contains("cache_control")))
    request.promptCacheKey = nil
    request.systemPrompt = "s"
    #expect(try body(request)["system"] == "s")
  }

  @Test func `keeps the system prompt beside an image (T106)`() throws {
    let request = ModelRequest(
      model: "m", systemPrompt: "s", entries: sampleFileEntries, files: sampleFiles)
    #expect(try body(request)["system"] == "s")
  }

  /// A model with a budget refuses to think in a loop that another one began.
  @Test func `does not think on in a loop that began without thinking`() throws {
    var request = ModelRequest(
      model: "claude-opus-4-5",
      entries: [
        userEntry("a"), assistantEntry(.toolCall(ToolCall(id: "1", name: "f", arguments: "{}"))),
        userEntry(parts: .toolResult(ToolResult(callID: "1", name: "f", text: "r"))),
      ], settings: GenerationSettings(reasoningEffort: .high))
    #expect(try body(request)["thinking"] == nil)
    request.entries[1].parts = [.reasoning("t"), .signature("S")] + request.entries[1].parts
    #expect(try body(request)["thinking"]?["type"] == "enabled")
  }

  /// Else an edit of the instructions would be the end of the conversation.
  @Test(arguments: [
    ("claude-opus-5-5", true), ("claude-haiku-5-5", true), ("claude-fable-5-1", true),
    ("claude-fable-5", false), ("claude-opus-5", false), ("m", false),
  ])
  func `lets thoughts go that no longer fit what is before them`(
    model: String, isBound: Bool
  ) throws {
    let binding = #"{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"drop_block"}}"#
    var request = ModelRequest(
      model: model,
      entries: [
        userEntry("a"), assistantEntry(.reasoning("t"), .signature("S"), .text("b")),
        userEntry("c"),
      ])
    #expect(try text(body(request)["thinking"]) == (isBound ? binding : nil))
    #expect(try (headers(request)["anthropic-beta"] != nil) == isBound)
    request.entries[1].parts.removeFirst(2)
    #expect(try body(request)["thinking"] == nil)
    #expect(try headers(request)["anthropic-beta"] == nil)
  }

  @Test(arguments: [("claude-haiku-5-5", "disabled"), ("claude-sonnet-5-5", "between_tools")])
  func `sends no bound thoughts to a model that is not to think`(
    model: String, type: String
  ) throws {
    let redacted = #"{"type":"redacted_thinking","data":"E"}"#
    let request = ModelRequest(
      model: model,
      entries: [
        userEntry("a"),
        assistantEntry(.opaque(redacted), .reasoning("t"), .signature("S"), .text("b")),
        userEntry("c"),
      ], settings: GenerationSettings(reasoningEffort: ReasoningEffort.none))
    let encoded = try body(request)
    #expect(text(encoded["thinking"]) == #"{"type":"\#(type)"}"#)
    #expect(text(encoded["messages"]?[1]?["content"]) == #"[{"type":"text","text":"b"}]"#)
    #expect(try headers(request)["anthropic-beta"] == nil)
  }

  private func headers(_ request: ModelRequest) throws -> HTTPHeaders {
    let endpoint = ModelEndpoint(
      reference: ModelReference(provider: "p", model: request.model), kind: .anthropic,
      baseURL: "http://127.0.0.1:9", secret: nil)
    return writer.encode(request, to: endpoint).headers
  }
}
