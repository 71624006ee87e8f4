/// Tokens of a turn in one arithmetic for all providers: input includes cached and cache-written tokens, output includes
/// reasoning. `nil` is unknown, not zero.
public struct Usage: Hashable, Sendable {
  public var inputTokens: Int?
  public var outputTokens: Int?
  public var cachedInputTokens: Int?
  public var cacheWriteTokens: Int?
  public var reasoningTokens: Int?
  /// The provider's own figures, unchanged.
  public var reported: ReportedUsage?

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
  public var input: Int?
  public var output: Int?
  public var cached: Int?
  public var cacheWrite: Int?
  public var reasoning: Int?
  public var total: Int?

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
