/// What a model costs, per million tokens.
public struct ModelPrice: Hashable, Sendable {
  /// Rates that hold together.
  public struct Rates: Hashable, Sendable {
    /// Of input that came from no cache.
    public var input: Double
    /// Of output, reasoning included.
    public var output: Double
    /// Of input read from the provider's prompt cache; `nil` counts it as ``input``.
    public var cachedInput: Double?
    /// Of input written to that cache; `nil` counts it as ``input``.
    public var cacheWrite: Double?

    /// Rates as they are, in the price's currency per million tokens.
    public init(
      input: Double, output: Double, cachedInput: Double? = nil, cacheWrite: Double? = nil
    ) {
      self.input = input
      self.output = output
      self.cachedInput = cachedInput
      self.cacheWrite = cacheWrite
    }
  }

  /// Rates for whole requests with a long input.
  public struct LongContext: Hashable, Sendable {
    /// They hold when the input has more tokens than this.
    public var above: Int
    /// What the whole request then costs.
    public var rates: Rates

    /// Rates above a length.
    public init(above: Int, rates: Rates) {
      self.above = above
      self.rates = rates
    }
  }

  /// ISO 4217, such as `USD`.
  public var currency: String
  /// The rates of the usual tier.
  public var rates: Rates
  /// Other rates for long inputs; `nil` where there are none.
  public var longContext: LongContext?

  /// A price as it is.
  public init(currency: String = "USD", rates: Rates, longContext: LongContext? = nil) {
    self.currency = currency
    self.rates = rates
    self.longContext = longContext
  }

  /// What these figures cost.
  ///
  /// Cached and cache-written tokens are part of the input (``Usage``); where a provider reports more
  /// of them than there is input, the input counts.
  /// - Returns: `nil` when neither input nor output is known.
  public func cost(of usage: Usage) -> Cost? {
    if usage.inputTokens == nil, usage.outputTokens == nil { return nil }
    let input = max(0, usage.inputTokens ?? 0)
    let cached = min(max(0, usage.cachedInputTokens ?? 0), input)
    let written = min(max(0, usage.cacheWriteTokens ?? 0), input - cached)
    let long = longContext.flatMap { input > $0.above ? $0.rates : nil }
    let rates = long ?? rates
    var millionths = Double(input - cached - written) * rates.input
    millionths += Double(cached) * (rates.cachedInput ?? rates.input)
    millionths += Double(written) * (rates.cacheWrite ?? rates.input)
    millionths += Double(max(0, usage.outputTokens ?? 0)) * rates.output
    return Cost(amount: millionths / 1_000_000, currency: currency)
  }
}
