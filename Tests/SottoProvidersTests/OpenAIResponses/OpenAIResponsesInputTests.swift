import SottoCore
import SottoProviders
import Testing

private let openAI = "https://api.openai.com/v1"

private func encode(_ request: ModelRequest, to base: String = openAI) throws -> EncodedRequest {
  try EncodedRequest(request, as: .openAIResponses, to: base)
}

private func input(_ entries: ModelRequest.Entry...) throws -> String? {
  try encode(ModelRequest(model: "m", entries: entries))["input"]
}

private func sealed(_ id: String) -> String {
  #"{"type":"reasoning","id":"\#(id)","summary":[],"encrypted_content":"s+/="}"#
}

private func call(_ id: String) -> String {
  #"{"type":"function_call","call_id":"\#(id)","name":"f","arguments":"{}"}"#
}

private func result(_ id: String, _ text: String = "r") -> String {
  #"{"type":"function_call_output","call_id":"\#(id)","output":"\#(text)"}"#
}

private let question = #"{"role":"user","content":"q"}"#

@Suite struct OpenAIResponsesInputTests {
  @Test func `sends a call with its reasoning and its result`() throws {
    #expect(
      try input(
        Said.user("q"), Said.model(.reasoning("hm"), .opaque(sealed("r")), Said.call("a", "")),
        Said.user(.text("and?"), Said.result("a")), Said.model(.text("done")))
        == #"[\#(question),\#(sealed("r")),\#(call("a")),\#(result("a")),{"role":"user","content":"and?"},{"role":"assistant","content":"done"}]"#
    )
  }

  @Test func `keeps text and calls in the order of the answer`() throws {
    #expect(
      try input(
        Said.user("q"), Said.model(.text("Look"), Said.call("a"), Said.call("b")),
        Said.user(Said.result("b", "2"), Said.result("a", "1")))
        == #"[\#(question),{"role":"assistant","content":"Look"},\#(call("a")),\#(call("b")),\#(result("a", "1")),\#(result("b", "2"))]"#
    )
  }

  @Test func `leaves out one call without result, with what led to it only (T051)`() throws {
    #expect(
      try input(
        Said.user("q"),
        Said.model(
          .opaque(sealed("r")), Said.call("a"), .opaque(sealed("s")), Said.call("b")),
        Said.user(Said.result("b")))
        == "[\(question),\(sealed("s")),\(call("b")),\(result("b"))]")
    #expect(
      try input(Said.user("q"), Said.model(.opaque(sealed("r")), Said.call("a"), .text("t")))
        == #"[\#(question),{"role":"assistant","content":"t"}]"#)
  }

  @Test func `leaves out a result without its call (T051)`() throws {
    #expect(try input(Said.user(.text("q"), Said.result("a"))) == "[\(question)]")
  }

  @Test func `makes ids for calls without one`() throws {
    #expect(
      try input(
        Said.user("q"), Said.model(Said.call("")), Said.user(Said.result("")))
        == "[\(question),\(call("call_0")),\(result("call_0"))]")
  }

  @Test func `sends images and documents, and words for the rest (T106, T163)`() throws {
    let request = ModelRequest(
      model: "m", systemPrompt: "s",
      entries: [
        Said.user(
          .text("See"), Said.file("image/png"), Said.file("application/pdf", name: "b.pdf"),
          Said.file("image/heic"))
      ], files: Said.bytes("image/png", "application/pdf", "image/heic"))
    let sent = try encode(request)
    #expect(sent.body["instructions"] == "s")
    #expect(
      sent["input"]
        == #"[{"role":"user","content":[{"type":"input_text","text":"See"},{"type":"input_image","image_url":"data:image/png;base64,Zg==","detail":"auto"},{"type":"input_file","filename":"b.pdf","file_data":"data:application/pdf;base64,Zg=="},{"type":"input_text","text":"[file a could not be sent: files of type image/heic are not supported here]"}]}]"#
    )
  }

  @Test(
    arguments: [
      ("gpt-6.2-sol", openAI, "none", #"{"effort":"low"}"#),
      ("gpt-6.2-sol", openAI, "high", #"{"effort":"high"}"#), ("gpt-4o", openAI, "high", nil),
      ("grok-4.6", TestBase.xAI, "max", #"{"effort":"xhigh"}"#),
      ("deepseek-flash", TestBase.deepSeek, "none", #"{"effort":"none"}"#),
      ("deepseek-flash", TestBase.deepSeek, "medium", #"{"effort":"high"}"#),
      ("any", TestBase.openRouter, "max", #"{"effort":"xhigh"}"#),
    ] as [(String, String, String, String?)])
  func `asks for the nearest effort, and for no summary`(
    model: String, base: String, asked: String, reasoning: String?
  ) throws {
    let settings = GenerationSettings(reasoningEffort: ReasoningEffort(rawValue: asked))
    let request = ModelRequest(model: model, entries: [Said.user("q")], settings: settings)
    #expect(try encode(request, to: base)["reasoning"] == reasoning)
  }

  @Test func `has no place for stop sequences and a seed`() throws {
    let plain = ModelRequest(model: "m", entries: [Said.user("q")])
    var request = plain
    request.settings = GenerationSettings(stopSequences: ["a"], seed: 7)
    #expect(try encode(request).text == encode(plain).text)
  }

  @Test func `writes tools flat and not strict`() throws {
    let tool = ToolDefinition(
      name: "now", description: "The time.", parameters: .object(["type": "object"]))
    let request = ModelRequest(
      model: "gpt-6-sol", entries: [Said.user("q")],
      settings: GenerationSettings(reasoningEffort: .high), tools: [tool],
      toolChoice: .named("now"), promptCacheKey: "c1")
    let sent = try encode(request)
    #expect(
      sent["tools"]
        == #"[{"type":"function","name":"now","description":"The time.","parameters":{"type":"object"},"strict":false}]"#
    )
    #expect(sent["tool_choice"] == #"{"type":"function","name":"now"}"#)
    #expect(sent["reasoning"] == #"{"effort":"high"}"#)
    #expect(sent["prompt_cache_key"] == #""c1""#)
    #expect(try encode(request, to: TestBase.xAI)["prompt_cache_key"] == #""c1""#)
    #expect(try encode(request, to: TestBase.unknown)["prompt_cache_key"] == nil)
  }

  @Test func `asks for JSON and for a schema`() throws {
    let schema: JSONValue = .object(["type": "object"])
    var request = ModelRequest(model: "m", entries: [Said.user("q")], outputFormat: .json)
    let any = try encode(request)
    #expect(any["text"] == #"{"format":{"type":"json_object"}}"#)
    #expect(any.body["instructions"]?.string?.contains("JSON") == true)
    request.outputFormat = .jsonSchema(
      OutputSchema(name: "answer", schema: schema, isStrict: false))
    let fixed = try encode(request)
    #expect(
      fixed["text"]
        == #"{"format":{"type":"json_schema","name":"answer","schema":{"type":"object"},"strict":false}}"#
    )
    #expect(fixed["instructions"] == nil)
  }
}
