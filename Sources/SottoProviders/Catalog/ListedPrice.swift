import SottoCore

/// Reads the price in a provider's list of models; one that makes no sense is unknown.
enum ListedPrice {
  static func decode(_ pricing: JSONValue?) -> ModelPrice? {
    guard let pricing else { return nil }
    return perToken(pricing) ?? perMillion(pricing)
  }

  /// OpenRouter: texts, in dollars per token; `overrides` for long inputs.
  private static func perToken(_ pricing: JSONValue) -> ModelPrice? {
    guard let input = dollarsPerToken(pricing["prompt"]),
      let output = dollarsPerToken(pricing["completion"])
    else { return nil }
    let rates = ModelPrice.Rates(
      input: input, output: output, cachedInput: dollarsPerToken(pricing["input_cache_read"]),
      cacheWrite: dollarsPerToken(pricing["input_cache_write"]))
    var price = ModelPrice(rates: rates)
    let long = pricing["overrides"]?.array?.first { $0["min_prompt_tokens"]?.int != nil }
    if let long, let least = long["min_prompt_tokens"]?.int, least > 0 {
      var longRates = rates
      longRates.input = dollarsPerToken(long["prompt"]) ?? rates.input
      longRates.output = dollarsPerToken(long["completion"]) ?? rates.output
      longRates.cachedInput = dollarsPerToken(long["input_cache_read"]) ?? rates.cachedInput
      longRates.cacheWrite = dollarsPerToken(long["input_cache_write"]) ?? rates.cacheWrite
      price.longContext = ModelPrice.LongContext(above: least - 1, rates: longRates)
    }
    return price
  }

  /// Per million. A price below zero means that it varies.
  private static func dollarsPerToken(_ value: JSONValue?) -> Double? {
    guard let price = value?.string.flatMap(Double.init) ?? value?.double, price >= 0,
      price.isFinite
    else { return nil }
    // Without the digits that the multiplication makes up.
    return (price * 1e12).rounded() / 1e6
  }

  /// Together: numbers, in dollars per million tokens. It writes 0 for what it sells by the hour.
  private static func perMillion(_ pricing: JSONValue) -> ModelPrice? {
    func rate(_ key: String) -> Double? {
      pricing[key]?.double.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
    }
    guard let input = rate("input"), let output = rate("output"), input > 0 || output > 0 else {
      return nil
    }
    return ModelPrice(
      rates: ModelPrice.Rates(
        input: input, output: output, cachedInput: rate("cached_input")))
  }
}
