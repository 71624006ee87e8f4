package import SottoCore

/// What a protocol whose answers are JSON objects makes of them; ``JSONAnswerDecoder`` does the
/// rest.
package protocol JSONAnswer: Sendable {
  init()

  /// Why the model stopped, as the provider spelt it.
  var finishReason: String? { get }
  /// The latest figures.
  var usage: Usage? { get }
  /// How many pieces inside known objects were unknown.
  var unknownPieces: Int { get }
  /// Whether the protocol says that nothing follows.
  var isOver: Bool { get }

  /// Reads an object. False when it is none of the protocol's; unknown members are passed over.
  mutating func apply(_ value: JSONValue, to events: inout [TurnEvent]) -> Bool
  /// Gives out what was held back, when the answer is at its end.
  mutating func flush(to events: inout [TurnEvent])
  /// How the answer ends; `nil` when its own end has not come.
  func stopReason() -> StopReason?
}
