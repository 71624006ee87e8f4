public import SottoCore

/// What a message will take before it is sent.
public struct RequestEstimate: Hashable, Sendable {
  /// The model that would answer.
  public var model: ModelReference
  /// The whole input: instructions, what goes of the history, the new message.
  public var input: InputTokens
  /// What is known of the model: its window, its limits, its price.
  public var info: ModelInfo
  /// The most tokens the answer may have: the project's limit, or else the model's own.
  public var outputLimit: Int?
  /// How many messages of the history do not go, of those that were looked at.
  public var omittedMessages: Int
  /// Whether all messages before those do not go either.
  public var leavesOutOlder: Bool
  /// By how many tokens what must go is more than the model takes: it would be refused. 0 when it fits.
  public var excess: Int
  /// What the input costs when none of it comes from the provider's cache; `nil` where the price is
  /// unknown.
  public var inputCost: Cost?
  /// What it all costs when the answer is as long as it may be; `nil` where that is unknown.
  public var highestCost: Cost?

  init(
    model: ModelReference, input: InputTokens, info: ModelInfo, outputLimit: Int?,
    omittedMessages: Int, leavesOutOlder: Bool, excess: Int
  ) {
    self.model = model
    self.input = input
    self.info = info
    self.outputLimit = outputLimit
    self.omittedMessages = omittedMessages
    self.leavesOutOlder = leavesOutOlder
    self.excess = excess
    inputCost = info.price?.cost(of: Usage(inputTokens: input.count, outputTokens: 0))
    highestCost = outputLimit.flatMap { limit in
      info.price?.cost(of: Usage(inputTokens: input.count, outputTokens: limit))
    }
  }
}
