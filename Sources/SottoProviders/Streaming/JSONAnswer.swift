package import SottoCore

/// What a protocol makes of the JSON objects of an answer: the data of events, lines, or one whole
/// reply. ``JSONAnswerDecoder`` does the rest.
package protocol JSONAnswer: Sendable {
  /// - Parameter provider: the name errors carry.
  init(provider: String)

  /// Why the model stopped, as the provider spelt it.
  var finishReason: String? { get }
  /// The latest figures.
  var usage: Usage? { get }
  /// How many pieces inside known objects were unknown.
  var unknownPieces: Int { get }
  /// Members that every object carries and nobody reads (any more). They are checked but not made
  /// values of, which costs less.
  var unreadMembers: [StaticString] { get }
  /// Whether the protocol says that nothing follows.
  var isOver: Bool { get }
  /// Whether the end has said everything again, so that a payload that was lost before does not
  /// matter.
  var isConfirmed: Bool { get }

  /// Whether it makes characters whole itself that were cut between deltas, for texts that run side
  /// by side; see ``SplitCharacters``.
  static var joinsCharacters: Bool { get }
  /// Whether a value is a piece of a text, whose cut characters the next one may complete. All else
  /// is read as it is.
  static func isDelta(_ value: JSONValue) -> Bool
  /// Whether a value of an event of this name tells of an error that ends the answer at once.
  /// `isKnown` is what ``apply(_:name:isProtected:to:)`` said of it.
  static func isError(_ value: JSONValue, name: String, isKnown: Bool) -> Bool

  /// Reads an object that came in an event of this name; unknown members are passed over. False
  /// when it has not the protocol's shape. `isProtected` says whether its texts went through
  /// ``SplitCharacters/protect(_:)``.
  mutating func apply(
    _ value: JSONValue, name: String, isProtected: Bool, to events: inout [TurnEvent]
  ) -> Bool
  /// Reads the mark `[DONE]`. True when it ends the answer.
  mutating func applyDoneMark() -> Bool
  /// Gives out what was held back, when the answer is at its end.
  mutating func flush(to events: inout [TurnEvent])
  /// How the answer ends, finished or failed; `nil` when its own end has not come.
  func ending() -> TurnEvent?
}

extension JSONAnswer {
  package var isConfirmed: Bool { false }
  package var unreadMembers: [StaticString] { [] }
  package static var joinsCharacters: Bool { false }
  package static func isDelta(_ value: JSONValue) -> Bool { !hasError(value) }

  package static func isError(_ value: JSONValue, name: String, isKnown: Bool) -> Bool {
    if hasError(value) || name == "error" || name == "exception" { return true }
    if value["object"]?.string == "error" { return true }
    if isKnown { return false }
    if value["type"]?.string == "error" { return true }
    // The plain forms of gateways.
    return (value["detail"] != nil || value["code"] != nil) && UpstreamError(value) != nil
  }

  /// Whether it has an `error` that says something.
  package static func hasError(_ value: JSONValue) -> Bool {
    switch value["error"] {
    case .string(let text): !text.isEmpty
    case .object(let error): !error.members.isEmpty
    case .array(let errors): !errors.isEmpty
    default: false
    }
  }

  /// No protocol but Chat Completions has this mark, but relays add it.
  package mutating func applyDoneMark() -> Bool { true }
}
