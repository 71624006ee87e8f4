/// Counts the tokens that a request takes before it is sent.
public protocol TokenCounter: Sendable {
  /// The tokens of the whole input: system prompt, messages, tools, images.
  ///
  /// - Throws: when a vocabulary that should be there cannot be used.
  func count(_ request: ModelRequest, for model: ModelReference) throws -> InputTokens
  /// What one more entry adds to the count of a request: the parts of a request add up.
  ///
  /// - Throws: as the above.
  func count(
    _ entry: ModelRequest.Entry, files: [String: [UInt8]], for model: ModelReference
  ) throws -> InputTokens
}

/// How many tokens of input a request has.
public struct InputTokens: Hashable, Sendable {
  /// At least 0.
  public var count: Int
  /// Whether the model's own tokenizer and its provider's published rules gave it; else it is an
  /// estimate.
  public var isExact: Bool

  /// A sum is exact when both counts are.
  public static func + (left: InputTokens, right: InputTokens) -> InputTokens {
    InputTokens(left.count + right.count, isExact: left.isExact && right.isExact)
  }

  /// A count and where it comes from.
  public init(_ count: Int, isExact: Bool) {
    self.count = count
    self.isExact = isExact
  }
}
