/// Tokens of a turn in one arithmetic for all providers: input includes cached and cache-written
/// tokens, output includes reasoning. `nil` is unknown, not zero.
public struct Usage: Hashable, Sendable {
  /// All tokens the model read, from a cache or not.
  public var inputTokens: Int?
  /// All tokens the model wrote, reasoning included.
  public var outputTokens: Int?
  /// The part of the input that came from the provider's prompt cache.
  public var cachedInputTokens: Int?
  /// The part of the input that was written to the provider's prompt cache.
  public var cacheWriteTokens: Int?
  /// The part of the output that was reasoning.
  public var reasoningTokens: Int?
  /// The provider's own figures, unchanged.
  public var reported: ReportedUsage?

  /// Figures as they are; those that are left out are unknown.
  public init(
    inputTokens: Int? = nil, outputTokens: Int? = nil, cachedInputTokens: Int? = nil,
    cacheWriteTokens: Int? = nil, reasoningTokens: Int? = nil, reported: ReportedUsage? = nil
  ) {
    self.inputTokens = inputTokens
    self.outputTokens = outputTokens
    self.cachedInputTokens = cachedInputTokens
    self.cacheWriteTokens = cacheWriteTokens
    self.reasoningTokens = reasoningTokens
    self.reported = reported
  }
}

/// Usage figures as a provider wrote them, in its own arithmetic.
public struct ReportedUsage: Hashable, Sendable {
  /// What it calls prompt or input tokens. Whether cached ones are among them is its own matter.
  public var input: Int?
  /// What it calls completion or output tokens, with or without reasoning.
  public var output: Int?
  /// Tokens read from its prompt cache.
  public var cached: Int?
  /// Tokens written to its prompt cache.
  public var cacheWrite: Int?
  /// Tokens of reasoning.
  public var reasoning: Int?
  /// Its own sum, which may count what `input` and `output` leave out.
  public var total: Int?

  /// Figures as they are; `nil` for what the provider did not report.
  public init(
    input: Int? = nil, output: Int? = nil, cached: Int? = nil, cacheWrite: Int? = nil,
    reasoning: Int? = nil, total: Int? = nil
  ) {
    self.input = input
    self.output = output
    self.cached = cached
    self.cacheWrite = cacheWrite
    self.reasoning = reasoning
    self.total = total
  }
}
