import SottoCore

/// Usage of Messages in our one arithmetic, with the provider's figures unchanged.
///
/// A stream reports several times; figures are cumulative and may be corrected, so the last of each
/// counts, and one that is absent or `null` leaves what came before.
struct AnthropicUsage: Sendable {
  private var reported = ReportedUsage()

  mutating func apply(_ usage: JSONValue?) {
    guard let usage, usage.object != nil else { return }
    reported.input = usage["input_tokens"]?.int ?? reported.input
    reported.output = usage["output_tokens"]?.int ?? reported.output
    reported.cached = usage["cache_read_input_tokens"]?.int ?? reported.cached
    reported.cacheWrite = usage["cache_creation_input_tokens"]?.int ?? reported.cacheWrite
    reported.reasoning =
      usage["output_tokens_details"]?["thinking_tokens"]?.int ?? reported.reasoning
  }

  /// `nil` until something was reported.
  var figures: Usage? {
    if reported == ReportedUsage() { return nil }
    return Usage(
      inputTokens: inputIncludingCached, outputTokens: reported.output,
      cachedInputTokens: reported.cached, cacheWriteTokens: reported.cacheWrite,
      reasoningTokens: reported.reasoning, reported: reported)
  }

  /// The provider counts what its cache took part in beside `input_tokens`. `nil` also for figures
  /// beyond reason.
  private var inputIncludingCached: Int? {
    guard var sum = reported.input else { return nil }
    for part in [reported.cached, reported.cacheWrite] {
      let (next, isTooLarge) = sum.addingReportingOverflow(part ?? 0)
      if isTooLarge { return nil }
      sum = next
    }
    return sum
  }
}
