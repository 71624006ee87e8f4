package import SottoCore

/// What a protocol makes of its events, or of its whole reply. The rest is ``EventAnswerDecoder``.
package protocol EventAnswer: Sendable {
  /// - Parameter provider: the name errors carry.
  init(provider: String)

  /// Whether the terminal event is out.
  var isEnded: Bool { get }
  /// As the provider spelt it.
  var finishReason: String? { get }
  /// How many events were none that the protocol has.
  var unknownEvents: Int { get }

  /// Whether a JSON text is an event, rather than a whole reply: some servers send events by the line,
  /// without any framing.
  static func isEvent(_ value: JSONValue) -> Bool

  /// Reads the data of one event; `name` is the event's.
  mutating func apply(_ payload: [UInt8], name: String, to events: inout [TurnEvent])
  /// Reads a body that begins like JSON, and ends the answer.
  mutating func applyWhole(_ body: [UInt8], to events: inout [TurnEvent])
  /// The events are over: ends the answer, if it has not ended.
  mutating func endOfBody(to events: inout [TurnEvent])
  /// Ends the answer with a failure, after what is known of its usage.
  mutating func fail(_ error: ProviderError, to events: inout [TurnEvent])
}
