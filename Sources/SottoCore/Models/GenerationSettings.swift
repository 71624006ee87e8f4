/// How an answer is made. What is `nil` is left to the provider; what a protocol or a model has no
/// place for, or refuses, is left out of the request.
public struct GenerationSettings: Hashable, Sendable {
  /// 0 to 2.
  public var temperature: Double?
  /// The most tokens of the answer, reasoning included where the provider counts it so.
  public var maxOutputTokens: Int?
  /// The answer ends before the first of these; at most four, none of them empty.
  public var stopSequences: [String]
  /// The same seed asks for the same answer; no provider promises it.
  public var seed: Int?
  /// How long a reasoning model may think.
  public var reasoningEffort: ReasoningEffort?

  /// Settings as they are; nothing is set by default.
  public init(
    temperature: Double? = nil, maxOutputTokens: Int? = nil, stopSequences: [String] = [],
    seed: Int? = nil, reasoningEffort: ReasoningEffort? = nil
  ) {
    self.temperature = temperature
    self.maxOutputTokens = maxOutputTokens
    self.stopSequences = stopSequences
    self.seed = seed
    self.reasoningEffort = reasoningEffort
  }

  /// Checks what a person can get wrong.
  ///
  /// - Throws: ``SottoError`` with the first thing that is wrong and how to mend it.
  public func validate() throws(SottoError) {
    if let temperature, !(0...2).contains(temperature) {
      throw SottoError(.invalidInput, "the temperature must be between 0 and 2")
    }
    if let maxOutputTokens, !(1...10_000_000).contains(maxOutputTokens) {
      throw SottoError(.invalidInput, "the output limit must be between 1 and 10000000 tokens")
    }
    if stopSequences.count > 4 || stopSequences.contains(where: \.isEmpty) {
      throw SottoError(
        .invalidInput, "there are at most four stop sequences, none of them empty")
    }
    if let reasoningEffort, !ReasoningEffort.all.contains(reasoningEffort) {
      let known = ReasoningEffort.all.map(\.rawValue).joined(separator: ", ")
      throw SottoError(
        .invalidInput, "there is no reasoning effort '\(reasoningEffort.rawValue)'",
        hint: "there are: \(known)")
    }
  }
}

/// How long a reasoning model may think. Each protocol has its own scale; the nearest step counts.
public struct ReasoningEffort: Hashable, Sendable, RawRepresentable {
  /// The word as the API and the store write it.
  public let rawValue: String
  /// Takes any word; ``GenerationSettings/validate()`` knows which there are.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// No thinking, where that can be switched off.
  public static let none = ReasoningEffort(rawValue: "none")
  /// The least that a model can.
  public static let minimal = ReasoningEffort(rawValue: "minimal")
  /// Quick.
  public static let low = ReasoningEffort(rawValue: "low")
  /// The middle.
  public static let medium = ReasoningEffort(rawValue: "medium")
  /// Thorough.
  public static let high = ReasoningEffort(rawValue: "high")
  /// More than high, where there is such a step.
  public static let extraHigh = ReasoningEffort(rawValue: "xhigh")
  /// As long as it takes.
  public static let max = ReasoningEffort(rawValue: "max")

  /// All steps, from the least to the most.
  public static let all = [none, minimal, low, medium, high, extraHigh, max]
}
