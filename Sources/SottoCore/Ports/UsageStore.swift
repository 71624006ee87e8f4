/// What requests took: sums over all of them, and the times of one. The sums have no word of what was
/// said and outlive the conversations, as the bill does.
public protocol UsageStore: Sendable {
  /// Adds what a request took that is no turn: nothing of a conversation that is gone. Turns are added
  /// in the transaction that ends them. `usage` is `nil` where the provider does not say.
  func addUsage(
    _ usage: Usage?, of model: ModelReference, for purpose: Errand.Purpose,
    in conversation: ConversationID
  ) async throws
  /// The sums between two moments, which are widened to whole quarters of an hour.
  func usage(_ query: UsageQuery) async throws -> UsageReport
  /// When a turn began and ended, and under which name its provider knows it.
  ///
  /// - Throws: ``SottoError`` of code `turnNotFound`.
  func turnReport(_ id: TurnID) async throws -> TurnReport
}

/// A turn with what is only asked for on demand.
public struct TurnReport: Hashable, Sendable {
  /// The turn.
  public var turn: Turn
  /// When it was asked for.
  public var startedAt: Timestamp
  /// When the first of the answer or of its reasoning was stored; `nil` while there is none.
  public var firstWordAt: Timestamp?
  /// When it ended; `nil` while it runs.
  public var endedAt: Timestamp?
  /// What the provider calls the request, for its support; `nil` where it gave no name.
  public var requestID: String?

  /// A report with its parts as they are.
  public init(
    turn: Turn, startedAt: Timestamp, firstWordAt: Timestamp?, endedAt: Timestamp?,
    requestID: String?
  ) {
    self.turn = turn
    self.startedAt = startedAt
    self.firstWordAt = firstWordAt
    self.endedAt = endedAt
    self.requestID = requestID
  }
}
