import SottoCore
import SottoProviders
import Testing

@Suite struct ProviderPresetTests {
  @Test func `lists every provider once`() {
    #expect(
      ProviderPreset.all.map(\.known.name) == [
        "openai", "anthropic", "gemini", "xai", "deepseek", "mistral", "groq", "openrouter",
        "together", "perplexity", "cerebras", "zai", "huggingface", "ollama", "lmstudio",
        "llamacpp", "vllm",
      ])
  }

  @Test(arguments: ProviderPreset.all) func `makes a provider that is valid`(preset: ProviderPreset)
    throws
  {
    let known = preset.known
    let provider = Provider(
      name: known.name, kind: known.kind, baseURL: known.baseURL, key: known.key,
      defaultModel: known.defaultModel)
    try provider.validate()
    #expect(!known.baseURL.hasSuffix("/"))
    #expect(!known.title.isEmpty)
    #expect(known.baseURLVariable?.hasSuffix("_BASE_URL") == true)
    #expect((known.keyVariable == nil) == preset.isLocal)
    #expect(preset.isLocal || known.baseURL.hasPrefix("https://"))
    #expect(WireFormats.all(userAgent: "t").contains { $0.name == known.kind })
    #expect(ProviderPreset.named(known.name) == preset)
    if !preset.isLocal {
      #expect(ProviderPreset.dialect(forBaseURL: known.baseURL + "/") == preset.dialect)
    }
  }

  @Test(arguments: [
    "http://127.0.0.1:1/v1", "https://llm.example.com/v1", "", "nonsense",
    "https://api.openai.com.evil.test/v1", "https://",
  ])
  func `gives other servers the common dialect`(baseURL: String) {
    #expect(ProviderPreset.dialect(forBaseURL: baseURL) == OpenAIChatDialect())
  }

  @Test(arguments: ["mistral", "perplexity", "deepseek", "xai", "zai"])
  func `keeps a provider's dialect when it is reached at another address`(name: String) {
    let dialect = ProviderPreset.dialect(forBaseURL: "http://127.0.0.1:1/v1", provider: name)
    #expect(dialect == ProviderPreset.named(name)?.dialect)
    #expect(dialect != OpenAIChatDialect())
  }

  @Test func `believes the host more than the name, and the name openai not at all`() {
    #expect(
      ProviderPreset.dialect(forBaseURL: "https://api.deepseek.com", provider: "mistral")
        == ProviderPreset.named("deepseek")?.dialect)
    #expect(
      ProviderPreset.dialect(forBaseURL: "http://127.0.0.1:1/v1", provider: "openai")
        == OpenAIChatDialect())
  }

  @Test func `tells Azure by its host`() {
    #expect(
      ProviderPreset.dialect(forBaseURL: "https://me.openai.azure.com/openai/v1").usesAPIKeyHeader)
    #expect(
      !ProviderPreset.dialect(forBaseURL: "https://openai.azure.com.test/v1").usesAPIKeyHeader)
  }

  @Test func `has no preset for an unknown name`() {
    #expect(ProviderPreset.named("nobody") == nil)
  }
}
