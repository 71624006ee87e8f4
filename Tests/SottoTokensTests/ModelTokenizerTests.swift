import SottoTokens
import Testing

private let models: [(name: String, tokenizer: ModelTokenizer)] = [
  ("gpt-4o", .exact(.o200k)),
  ("openai/gpt-4o-mini-2024-07-18", .exact(.o200k)),
  ("gpt-4.1-nano", .exact(.o200k)),
  ("gpt-5.1", .exact(.o200k)),
  ("gpt-5-mini", .exact(.o200k)),
  ("o1", .exact(.o200k)),
  ("o3-pro", .exact(.o200k)),
  ("o4-mini", .exact(.o200k)),
  ("gpt-oss:20b", .exact(.o200k)),
  ("ft:gpt-4o-mini:acme::1", .exact(.o200k)),
  ("GPT-4", .exact(.cl100k)),
  ("gpt-4-turbo", .exact(.cl100k)),
  ("gpt-3.5-turbo-0125", .exact(.cl100k)),
  ("azure/gpt-35-turbo", .exact(.cl100k)),
  ("text-embedding-3-small", .exact(.cl100k)),
  ("gpt-4.1", .exact(.o200k)),
  ("gpt-4.5-preview", .exact(.o200k)),
  ("gpt-5.4-nano", .exact(.o200k)),
  ("openrouter/openai/gpt-5.2-pro:online", .exact(.o200k)),
  ("gpt-4-0613", .exact(.cl100k)),
  ("gpt-35-turbo-16k", .exact(.cl100k)),
  ("text-embedding-3-large", .exact(.cl100k)),
  ("gpt-6-mini", .near(.o200k)),
  ("gpt-6.1", .near(.o200k)),
  ("gpt-4x", .unknown(.general)),
  ("claude-opus-4-1", .unknown(.claude)),
  ("claude-sonnet-4-20250514", .unknown(.claude)),
  ("anthropic/claude-opus-4.7", .unknown(.recentClaude)),
  ("claude-sonnet-5", .unknown(.recentClaude)),
  ("gemini-3-pro", .unknown(.general)),
  ("o1x", .unknown(.general)),
  ("gpt-2", .unknown(.general)),
  ("", .unknown(.general)),
]

@Suite struct ModelTokenizerTests {
  @Test(arguments: models)
  func `a model's name tells its tokenizer`(name: String, tokenizer: ModelTokenizer) {
    #expect(ModelTokenizer(model: name) == tokenizer)
  }
}
