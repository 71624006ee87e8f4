import SottoCore

extension ProviderPreset {
  /// The catalogue. A provider that speaks Chat Completions is one entry here.
  public static let all: [ProviderPreset] = hosted + local

  private static let hosted: [ProviderPreset] = [
    ProviderPreset(
      name: "openai", title: "OpenAI", baseURL: "https://api.openai.com/v1",
      keyVariable: "OPENAI_API_KEY", baseURLVariable: "OPENAI_BASE_URL", defaultModel: "gpt-6-sol",
      dialect: OpenAIChatDialect(
        outputLimit: .maxCompletionTokens, usesDeveloperRole: true, callIDs: .upTo40Bytes,
        takesDocuments: true, takesAudio: true, promptCache: .bodyField)),
    ProviderPreset(
      name: "anthropic", title: "Anthropic", kind: .anthropic,
      baseURL: "https://api.anthropic.com/v1", keyVariable: "ANTHROPIC_API_KEY",
      baseURLVariable: "ANTHROPIC_BASE_URL", defaultModel: "claude-haiku-5-5"),
    ProviderPreset(
      name: "gemini", title: "Google Gemini", kind: .gemini,
      baseURL: "https://generativelanguage.googleapis.com/v1beta",
      keyVariable: "GEMINI_API_KEY", baseURLVariable: "GEMINI_BASE_URL",
      defaultModel: "gemini-3.8-flash"),
    ProviderPreset(
      name: "xai", title: "xAI", baseURL: "https://api.x.ai/v1", keyVariable: "XAI_API_KEY",
      baseURLVariable: "XAI_BASE_URL", defaultModel: "grok-4.6",
      dialect: OpenAIChatDialect(
        outputLimit: .maxTokens, reasoning: .grokModels, imageTypes: ["image/png", "image/jpeg"],
        promptCache: .grokHeader)),
    ProviderPreset(
      name: "deepseek", title: "DeepSeek", baseURL: "https://api.deepseek.com",
      keyVariable: "DEEPSEEK_API_KEY", baseURLVariable: "DEEPSEEK_BASE_URL",
      defaultModel: "deepseek-flash",
      dialect: OpenAIChatDialect(
        outputLimit: .maxTokens, toolChoices: .unforcedWhenThinking, returnsReasoning: true,
        reasoning: .deepSeek, outputFormats: .jsonObjectOnly, seedField: nil)),
    ProviderPreset(
      name: "mistral", title: "Mistral", baseURL: "https://api.mistral.ai/v1",
      keyVariable: "MISTRAL_API_KEY", baseURLVariable: "MISTRAL_BASE_URL",
      defaultModel: "mistral-medium-2604",
      dialect: OpenAIChatDialect(
        outputLimit: .maxTokens, asksForUsage: false, marksPrefix: true, callIDs: .nineCharacters,
        toolChoices: .anyForRequired, needsAnswerToTools: true, reasoning: .mistralModels,
        seedField: "random_seed")),
    ProviderPreset(
      name: "groq", title: "Groq", baseURL: "https://api.groq.com/openai/v1",
      keyVariable: "GROQ_API_KEY", baseURLVariable: "GROQ_BASE_URL",
      defaultModel: "openai/gpt-oss-120b", dialect: OpenAIChatDialect(outputLimit: .maxTokens)),
    ProviderPreset(
      name: "openrouter", title: "OpenRouter", baseURL: "https://openrouter.ai/api/v1",
      keyVariable: "OPENROUTER_API_KEY", baseURLVariable: "OPENROUTER_BASE_URL",
      defaultModel: "openrouter/auto",
      dialect: OpenAIChatDialect(
        outputLimit: .maxTokens, reasoning: .openRouter, takesDocuments: true, takesAudio: true)),
    ProviderPreset(
      name: "together", title: "Together AI", baseURL: "https://api.together.xyz/v1",
      keyVariable: "TOGETHER_API_KEY", baseURLVariable: "TOGETHER_BASE_URL",
      defaultModel: "openai/gpt-oss-120b", dialect: OpenAIChatDialect(outputLimit: .maxTokens)),
    ProviderPreset(
      name: "perplexity", title: "Perplexity", baseURL: "https://api.perplexity.ai",
      keyVariable: "PERPLEXITY_API_KEY", baseURLVariable: "PERPLEXITY_BASE_URL",
      defaultModel: "sonar",
      dialect: OpenAIChatDialect(
        outputLimit: .maxTokens, asksForUsage: false, reasoning: .perplexityModels,
        outputFormats: .schemaOnly, seedField: nil)),
    ProviderPreset(
      name: "cerebras", title: "Cerebras", baseURL: "https://api.cerebras.ai/v1",
      keyVariable: "CEREBRAS_API_KEY", baseURLVariable: "CEREBRAS_BASE_URL",
      defaultModel: "gpt-oss-120b",
      dialect: OpenAIChatDialect(outputLimit: .maxCompletionTokens)),
    ProviderPreset(
      name: "zai", title: "Z.ai", baseURL: "https://api.z.ai/api/paas/v4",
      keyVariable: "ZAI_API_KEY", baseURLVariable: "ZAI_BASE_URL", defaultModel: "glm-4.6",
      dialect: OpenAIChatDialect(
        outputLimit: .maxTokens, toolChoices: .automaticOnly, reasoning: .glmModels,
        outputFormats: .jsonObjectOnly, seedField: nil)),
    ProviderPreset(
      name: "huggingface", title: "Hugging Face", baseURL: "https://router.huggingface.co/v1",
      keyVariable: "HF_TOKEN", baseURLVariable: "HF_BASE_URL",
      defaultModel: "openai/gpt-oss-120b", dialect: OpenAIChatDialect(outputLimit: .maxTokens)),
  ]

  /// Servers on a person's own machine, at the ports they start with.
  private static let local: [ProviderPreset] = [
    ProviderPreset(
      name: "ollama", title: "Ollama", baseURL: "http://127.0.0.1:11434/v1", keyVariable: nil,
      baseURLVariable: "OLLAMA_BASE_URL", defaultModel: nil),
    ProviderPreset(
      name: "lmstudio", title: "LM Studio", baseURL: "http://127.0.0.1:1234/v1", keyVariable: nil,
      baseURLVariable: "LMSTUDIO_BASE_URL", defaultModel: nil),
    ProviderPreset(
      name: "llamacpp", title: "llama.cpp", baseURL: "http://127.0.0.1:8080/v1", keyVariable: nil,
      baseURLVariable: "LLAMACPP_BASE_URL", defaultModel: nil),
    ProviderPreset(
      name: "vllm", title: "vLLM", baseURL: "http://127.0.0.1:8000/v1", keyVariable: nil,
      baseURLVariable: "VLLM_BASE_URL", defaultModel: nil),
  ]
}
