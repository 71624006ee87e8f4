import SottoCore

/// Usage of Responses in our one arithmetic, which is the protocol's own: input includes cached
/// tokens, output includes reasoning.
enum OpenAIResponsesUsage {
  /// The figures of a `response`; `nil` when it has none (yet).
  static func decode(_ response: JSONValue) -> Usage? {
    guard let usage = response["usage"], usage.object != nil else { return nil }
    let input = usage["input_tokens_details"]
    let reported = ReportedUsage(
      input: usage["input_tokens"]?.int, output: usage["output_tokens"]?.int,
      cached: input?["cached_tokens"]?.int, cacheWrite: input?["cache_write_tokens"]?.int,
      reasoning: usage["output_tokens_details"]?["reasoning_tokens"]?.int,
      total: usage["total_tokens"]?.int)
    if reported == ReportedUsage() { return nil }
    return Usage(
      inputTokens: reported.input, outputTokens: reported.output,
      cachedInputTokens: reported.cached, cacheWriteTokens: reported.cacheWrite,
      reasoningTokens: reported.reasoning, reported: reported)
  }
}
