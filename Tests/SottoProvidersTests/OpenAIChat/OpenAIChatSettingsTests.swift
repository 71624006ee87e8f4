import SottoCore
import SottoProviders
import Testing

private let openAI = "https://api.openai.com/v1"

private func encode(
  _ settings: GenerationSettings, model: String, base: String, tools: [ToolDefinition] = []
) throws -> EncodedRequest {
  try EncodedRequest(
    ModelRequest(model: model, entries: [Said.user("Hi")], settings: settings, tools: tools),
    to: base)
}

private let tool = ToolDefinition(name: "f", description: "", parameters: .object([:]))

@Suite struct OpenAIChatSettingsTests {
  @Test(
    arguments: [
      ("gpt-4o", openAI, #"["\n","END"]"#), ("o4-mini", openAI, nil), ("gpt-5", openAI, nil),
      ("gpt-6.2-sol", openAI, nil), ("grok-4.6", TestBase.xAI, nil),
      ("grok-4-fast-non-reasoning", TestBase.xAI, #"["\n","END"]"#),
      ("mistral-small-2603", TestBase.mistral, #"["\n","END"]"#),
    ] as [(String, String, String?)])
  func `sends stop sequences to models that take them`(
    model: String, base: String, stop: String?
  ) throws {
    let sent = try encode(
      GenerationSettings(stopSequences: ["\n", "END"]), model: model, base: base)
    #expect(sent["stop"] == stop)
  }

  @Test(
    arguments: [
      (openAI, "seed"), (TestBase.mistral, "random_seed"), (TestBase.unknown, "seed"),
      (TestBase.deepSeek, nil), (TestBase.perplexity, nil),
    ] as [(String, String?)])
  func `names the seed as the server does`(base: String, field: String?) throws {
    let sent = try encode(GenerationSettings(seed: 7), model: "m", base: base)
    let fields = sent.body.object?.members.filter { $0.key.hasSuffix("seed") }
    #expect(fields?.map(\.key) == (field.map { [$0] } ?? []))
    #expect(fields?.allSatisfy { $0.value == 7 } == true)
  }

  @Test(
    arguments: [
      ("gpt-4o", "high", nil), ("o4-mini", "none", "low"), ("o4-mini", "max", "high"),
      ("gpt-5", "none", "minimal"), ("gpt-5-mini", "minimal", "minimal"),
      ("gpt-5-pro", "low", "high"), ("gpt-5.1", "minimal", "low"), ("gpt-5.1", "xhigh", "high"),
      ("gpt-5.1-codex", "none", "low"), ("gpt-5.2", "xhigh", "xhigh"), ("gpt-5.2", "max", "xhigh"),
      ("gpt-6-sol", "none", "none"), ("gpt-6-sol", "max", "max"), ("gpt-6.2-sol", "none", "low"),
      ("gpt-6.2-sol", "minimal", "low"), ("gpt-6.2-sol", "max", "max"),
      ("gpt-5-chat-latest", "low", nil),
      ("gpt-oss-20b", "minimal", "low"), ("gpt-6-sol", "a lot", nil),
    ] as [(String, String, String?)])
  func `gives OpenAI the nearest effort`(model: String, asked: String, effort: String?) throws {
    let settings = GenerationSettings(reasoningEffort: ReasoningEffort(rawValue: asked))
    let sent = try encode(settings, model: model, base: openAI)
    #expect(sent.body["reasoning_effort"]?.string == effort)
  }

  @Test(arguments: [
    (TestBase.xAI, "grok-3-mini", "medium", #""reasoning_effort":"high""#),
    (TestBase.xAI, "grok-4.3", "none", #""reasoning_effort":"none""#),
    (TestBase.xAI, "grok-4.6", "none", #""reasoning_effort":"low""#),
    (TestBase.xAI, "grok-4.6", "max", #""reasoning_effort":"xhigh""#),
    (TestBase.xAI, "grok-4.20-0309-reasoning", "high", ""),
    (TestBase.deepSeek, "deepseek-flash", "none", #""thinking":{"type":"disabled"}"#),
    (
      TestBase.deepSeek, "deepseek-flash", "medium",
      #""thinking":{"type":"enabled"},"reasoning_effort":"high""#
    ),
    (
      TestBase.deepSeek, "deepseek-v4-pro", "max",
      #""thinking":{"type":"enabled"},"reasoning_effort":"max""#
    ),
    (TestBase.mistral, "mistral-small-2603", "low", #""reasoning_effort":"high""#),
    (TestBase.mistral, "mistral-medium-latest", "none", #""reasoning_effort":"none""#),
    (TestBase.mistral, "mistral-medium-2508", "high", ""),
    (TestBase.mistral, "magistral-medium-latest", "high", ""),
    (TestBase.groq, "openai/gpt-oss-120b", "max", #""reasoning_effort":"high""#),
    (TestBase.groq, "llama-3.3-70b-versatile", "high", ""),
    (TestBase.zAI, "glm-4.6", "none", #""thinking":{"type":"disabled"}"#),
    (TestBase.zAI, "glm-4.6", "low", #""thinking":{"type":"enabled"}"#),
    (
      TestBase.zAI, "glm-5.3", "none", #""thinking":{"type":"enabled"},"reasoning_effort":"low""#
    ),
    (TestBase.openRouter, "anthropic/claude-opus-5", "max", #""reasoning":{"effort":"xhigh"}"#),
    (TestBase.perplexity, "sonar-deep-research", "low", #""reasoning_effort":"low""#),
    (TestBase.perplexity, "sonar", "low", ""),
  ])
  func `asks for reasoning as the provider wants it`(
    base: String, model: String, asked: String, members: String
  ) throws {
    let settings = GenerationSettings(reasoningEffort: ReasoningEffort(rawValue: asked))
    let sent = try encode(settings, model: model, base: base)
    let reasoning = ["thinking", "reasoning", "reasoning_effort"]
    let found = sent.body.object?.members.filter { reasoning.contains($0.key) }
    #expect(JSONValue.object(JSONObject(found ?? [])).encodedText == "{\(members)}")
  }

  @Test(
    arguments: [
      ("gpt-5", "none", false), ("gpt-5.1", "none", true), ("gpt-5.1", "low", false),
      ("gpt-6-sol", nil, false), ("gpt-6-sol", "none", true), ("gpt-6.2-sol", "none", false),
    ] as [(String, String?, Bool)])
  func `sends a temperature to a reasoning model that does not reason`(
    model: String, effort: String?, isSent: Bool
  ) throws {
    let settings = GenerationSettings(
      temperature: 0.5, reasoningEffort: effort.map(ReasoningEffort.init))
    let sent = try encode(settings, model: model, base: openAI)
    #expect((sent.body["temperature"] != nil) == isSent)
  }

  @Test(
    arguments: [
      ("gpt-5.2", "high", "high"), ("gpt-5.4", "high", "none"), ("gpt-6-sol", nil, "none"),
      ("gpt-6.2-sol", "high", nil), ("gpt-4o", "high", nil),
    ] as [(String, String?, String?)])
  func `gives OpenAI's newer models tools without reasoning`(
    model: String, asked: String?, effort: String?
  ) throws {
    let settings = GenerationSettings(reasoningEffort: asked.map(ReasoningEffort.init))
    let sent = try encode(settings, model: model, base: openAI, tools: [tool])
    #expect(sent.body["reasoning_effort"]?.string == effort)
  }
}
