import Foundation
import SottoCore
import SottoProviders
import Testing

/// A request and the file that holds its body. The files are also checked against the types of the
/// official library, in `Tests/Integration/test_sdk_openai.py`.
private struct Fixture: Sendable, CustomTestStringConvertible {
  var kind: WireProtocol
  /// Begins with the provider where it is not OpenAI.
  var name: String
  var base: String
  var request: ModelRequest

  var testDescription: String { "\(kind.rawValue)/\(name)" }
  var path: String { "\(folder)/\(testDescription).json" }
}

private let folder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/requests")
  .path(percentEncoded: false)

private let texts = [
  Said.user("Hé 🙂\n"), Said.model(.reasoning("hm"), .text("Yes?")), Said.user("Tell me more."),
]

/// A question, two calls, their results, an answer, and a call that was never answered.
private let toolLoop = [
  Said.user("What is the weather in Bern, and what time is it?"),
  Said.model(
    .reasoning("Two tools."),
    .opaque(#"{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"c2VhbA=="}"#),
    .opaque(#"{"type":"reasoning.text","text":"Two tools.","signature":"c2VhbA=="}"#),
    .text("I look it up."), Said.call("call_1", #"{"place":"Bern"}"#, name: "weather"),
    .signature("Y2FsbA=="), Said.call("", "{", name: "now")),
  Said.user(
    Said.result("", "the arguments are no JSON", name: "now"),
    Said.result("call_1", #"{"celsius":7.5}"#, name: "weather"), .text("Please be quick.")),
  Said.model(.text("7.5 °C. "), Said.call("lost", name: "now")), Said.user("Thanks"),
]

private let files = [
  Said.user(
    Said.file("image/png", name: "pixel.png"), .text("What is this?"),
    Said.file("application/pdf", name: "paper.pdf"), Said.file("text/markdown", name: "notes.md"),
    Said.file("application/zip", name: "all.zip"), Said.file("image/webp", name: "gone.webp"),
    Said.file("audio/wav", name: "voice.wav"))
]
private let bytes = Said.bytes(
  "image/png", "application/pdf", "text/markdown", "application/zip", "audio/wav")

private let place: JSONValue = .object([
  "type": "object", "properties": .object(["place": .object(["type": "string"])]),
  "required": ["place"], "additionalProperties": false,
])
private let tools = [
  ToolDefinition(name: "weather", description: "The weather of a place.", parameters: place),
  ToolDefinition(
    name: "now", description: "",
    parameters: .object(["type": "object", "properties": .object([:])])),
]
private let schema = OutputFormat.jsonSchema(OutputSchema(name: "answer", schema: place))
private let settings = GenerationSettings(
  temperature: 0.5, maxOutputTokens: 4000, stopSequences: ["END", "\n\n"], seed: 7,
  reasoningEffort: .medium)

private func asked(
  _ model: String, settings: GenerationSettings = GenerationSettings(),
  tools: [ToolDefinition] = [], choice: ToolChoice = .auto, format: OutputFormat = .text,
  isStreamed: Bool = true
) -> ModelRequest {
  ModelRequest(
    model: model, systemPrompt: "Be brief.", entries: [Said.user("Hi")], settings: settings,
    tools: tools, toolChoice: choice, outputFormat: format, isStreamed: isStreamed)
}

private func inLoop(_ model: String) -> ModelRequest {
  ModelRequest(
    model: model, systemPrompt: "Be brief.", entries: toolLoop, tools: tools, promptCacheKey: "c")
}

/// What both protocols get.
private func common(_ kind: WireProtocol) -> [Fixture] {
  let off = GenerationSettings(temperature: 0.5, reasoningEffort: ReasoningEffort.none)
  let requests: [(String, ModelRequest)] = [
    ("text", ModelRequest(model: "gpt-4o", systemPrompt: "Be brief.", entries: texts)),
    ("whole-reply", asked("gpt-4o", isStreamed: false)),
    ("settings", asked("gpt-4o", settings: settings)),
    ("settings-reasoning", asked("gpt-6.2-sol", settings: settings)),
    ("no-reasoning", asked("gpt-6-sol", settings: off)),
    ("tools", inLoop("gpt-4o")),
    ("tools-reasoning", inLoop("gpt-6-sol")),
    ("tool-required", asked("gpt-4o", tools: tools, choice: .required)),
    ("tool-named", asked("gpt-4o", tools: tools, choice: .named("now"))),
    ("tool-none", asked("gpt-4o", tools: tools, choice: ToolChoice.none)),
    (
      "files",
      ModelRequest(model: "gpt-4o", systemPrompt: "Be brief.", entries: files, files: bytes)
    ),
    ("json", asked("gpt-4o", format: .json)),
    ("schema", asked("gpt-4o", format: schema)),
  ]
  return requests.map {
    Fixture(kind: kind, name: $0.0, base: "https://api.openai.com/v1", request: $0.1)
  }
}

/// One for each dialect, with everything in it.
private func dialect(_ name: String, _ base: String, model: String) -> Fixture {
  var request = inLoop(model)
  request.settings = settings
  request.toolChoice = .required
  request.outputFormat = schema
  return Fixture(kind: .openAIChat, name: name, base: base, request: request)
}

private let all =
  common(.openAIChat) + common(.openAIResponses) + [
    dialect("deepseek-all", TestBase.deepSeek, model: "deepseek-flash"),
    dialect("mistral-all", TestBase.mistral, model: "mistral-small-2603"),
    dialect("openrouter-all", TestBase.openRouter, model: "anthropic/claude-opus-5"),
    dialect("xai-all", TestBase.xAI, model: "grok-4.6"),
    dialect("zai-all", TestBase.zAI, model: "glm-5.2"),
    dialect("unknown-all", TestBase.unknown, model: "llama-4"),
  ]

@Suite struct OpenAIRequestFixtureTests {
  @Test(arguments: all) private func `writes the body as it was reviewed`(fixture: Fixture) throws {
    let body = try EncodedRequest(fixture.request, as: fixture.kind, to: fixture.base).request.body
    if ProcessInfo.processInfo.environment["SOTTO_WRITE_FIXTURE"] != nil {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(fixture.kind.rawValue)", withIntermediateDirectories: true)
      try Data(body).write(to: URL(filePath: fixture.path))
    }
    let reviewed = try #require(FileManager.default.contents(atPath: fixture.path))
    #expect(String(decoding: body, as: UTF8.self) == String(decoding: reviewed, as: UTF8.self))
  }

  /// What is added to a conversation must not change what is before it.
  @Test(arguments: all.filter { $0.request.entries == toolLoop })
  private
    func `begins like the request of the turn before (T102, T103)`(fixture: Fixture) throws
  {
    var before: [JSONValue] = []
    for end in [1, 3, 5] {
      var request = fixture.request
      request.entries = Array(toolLoop.prefix(end))
      let sent = try EncodedRequest(request, as: fixture.kind, to: fixture.base)
      let messages = try #require((sent.body["messages"] ?? sent.body["input"])?.array)
      #expect(messages.count > before.count)
      #expect(messages.starts(with: before))
      before = messages
    }
  }

  @Test(arguments: [WireProtocol.openAIChat, .openAIResponses])
  func `has no file that nothing writes`(kind: WireProtocol) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(kind.rawValue)")
    let written = all.filter { $0.kind == kind }.map { $0.name + ".json" }
    #expect(files.sorted() == written.sorted())
  }
}
