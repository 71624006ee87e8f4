public import SottoCore

/// What came of asking a model for the title of a conversation.
public struct TitleReport: Hashable, Sendable {
  /// Whose title it is.
  public var conversationID: ConversationID
  /// The model that was asked.
  public var model: ModelReference
  /// Whether its answer is the title now: one that is no title, or that comes after a person's, is
  /// dropped.
  public var isUsed: Bool
  /// What it took, with the cost where the price is known; `nil` where the provider does not say.
  public var usage: Usage?

  /// A report with its parts as they are.
  public init(
    conversationID: ConversationID, model: ModelReference, isUsed: Bool, usage: Usage?
  ) {
    self.conversationID = conversationID
    self.model = model
    self.isUsed = isUsed
    self.usage = usage
  }
}
