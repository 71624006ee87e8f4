package import SottoCore

/// Gemini's figures in our one arithmetic: its output excludes thoughts, and its input what the
/// provider's own tools read.
package enum GeminiUsage {
  /// The usage of a `usageMetadata`; `nil` when it has no figures.
  package static func decode(_ usage: JSONValue) -> Usage? {
    let reported = ReportedUsage(
      input: usage["promptTokenCount"]?.int, output: usage["candidatesTokenCount"]?.int,
      cached: usage["cachedContentTokenCount"]?.int,
      reasoning: usage["thoughtsTokenCount"]?.int, total: usage["totalTokenCount"]?.int)
    if reported == ReportedUsage() { return nil }
    let tools = usage["toolUsePromptTokenCount"]?.int
    let input = reported.input.map { $0.addingReportingOverflow(tools ?? 0).partialValue }
    return Usage(
      inputTokens: input, outputTokens: output(reported, input: input),
      cachedInputTokens: reported.cached, reasoningTokens: reported.reasoning, reported: reported)
  }

  /// Figures of zero are left out, so without one for the output the total tells it.
  private static func output(_ reported: ReportedUsage, input: Int?) -> Int? {
    if let output = reported.output {
      return output.addingReportingOverflow(reported.reasoning ?? 0).partialValue
    }
    if let total = reported.total, let input {
      return max(0, total.subtractingReportingOverflow(input).partialValue)
    }
    return reported.reasoning
  }
}
