package import SottoCore

/// Usage of Chat Completions in our one arithmetic, with the provider's figures unchanged.
package enum OpenAIChatUsage {
  /// The usage a chunk or reply carries. Groq puts it under `x_groq` as well or instead; the two
  /// are the same figures and never added.
  package static func decode(_ chunk: JSONValue) -> Usage? {
    decode(usage: chunk["usage"]) ?? decode(usage: chunk["x_groq"]?["usage"])
  }

  private static func decode(usage: JSONValue?) -> Usage? {
    guard let usage, usage.object != nil else { return nil }
    let input = usage["prompt_tokens_details"]
    let output = usage["completion_tokens_details"]
    let reported = ReportedUsage(
      input: usage["prompt_tokens"]?.int ?? usage["input_tokens"]?.int,
      output: usage["completion_tokens"]?.int ?? usage["output_tokens"]?.int,
      cached: input?["cached_tokens"]?.int ?? usage["prompt_cache_hit_tokens"]?.int,
      cacheWrite: input?["cache_write_tokens"]?.int,
      reasoning: output?["reasoning_tokens"]?.int ?? usage["reasoning_tokens"]?.int,
      total: usage["total_tokens"]?.int)
    if reported == ReportedUsage() { return nil }
    // Grok on Azure has named more of the input cached than there was.
    let cached = reported.cached.map { min($0, reported.input ?? $0) }
    return Usage(
      inputTokens: reported.input, outputTokens: outputIncludingReasoning(reported),
      cachedInputTokens: cached, cacheWriteTokens: reported.cacheWrite,
      reasoningTokens: reported.reasoning, reported: reported)
  }

  /// xAI's output excludes reasoning, and so does that of Gemini, which does not even name it here.
  /// Both count it in the total, which therefore tells whether output includes it.
  private static func outputIncludingReasoning(_ reported: ReportedUsage) -> Int? {
    guard let input = reported.input, let output = reported.output, let total = reported.total,
      case let excess = total.subtractingReportingOverflow(input).partialValue
        .subtractingReportingOverflow(output).partialValue,
      excess > 0
    else { return reported.output }
    let isReasoning = excess == reported.reasoning
    let isUnnamedReasoning = reported.reasoning == nil && reported.cached == nil
    return isReasoning || isUnnamedReasoning ? output + excess : output
  }
}
