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
  /// What the turn cost, at the prices known when it ran; `nil` where the price is unknown.
  public var cost: Cost?
  /// Set when the answer came out of the answer cache; the figures are then those of the turn that
  /// first got it, and ``cost`` is what it cost this time: nothing.
  public var cachedAnswer: CachedAnswerMark?

  /// Figures as they are; those that are left out are unknown.
  public init(
    inputTokens: Int? = nil, outputTokens: Int? = nil, cachedInputTokens: Int? = nil,
    cacheWriteTokens: Int? = nil, reasoningTokens: Int? = nil, reported: ReportedUsage? = nil,
    cost: Cost? = nil, cachedAnswer: CachedAnswerMark? = nil
  ) {
    self.inputTokens = inputTokens
    self.outputTokens = outputTokens
    self.cachedInputTokens = cachedInputTokens
    self.cacheWriteTokens = cacheWriteTokens
    self.reasoningTokens = reasoningTokens
    self.reported = reported
    self.cost = cost
    self.cachedAnswer = cachedAnswer
  }
}

/// Says that an answer was asked for before, and what was saved.
public struct CachedAnswerMark: Hashable, Sendable {
  /// When a model gave it.
  public var answeredAt: Timestamp
  /// What the model took for it then; `nil` where the price was unknown.
  public var saved: Cost?

  /// A mark with its parts as they are.
  public init(answeredAt: Timestamp, saved: Cost?) {
    self.answeredAt = answeredAt
    self.saved = saved
  }
}

/// An amount of money.
public struct Cost: Hashable, Sendable {
  /// In units of ``currency``; fractions of a cent count.
  public var amount: Double
  /// ISO 4217, such as `USD`.
  public var currency: String

  /// An amount as it is.
  public init(amount: Double, currency: String) {
    self.amount = amount
    self.currency = currency
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
