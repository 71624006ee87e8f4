internal import SottoCore

/// An event with the columns that hold it, so that the writer's thread need not encode.
struct EncodedEvent: Sendable {
  var event: TurnEvent
  var name: String
  var data: String

  /// - Throws: ``SottoError`` of code `invalidInput` when it is too large.
  init(_ event: TurnEvent) throws(SottoError) {
    // Before it is encoded, because that takes as much again.
    try Limits.check(event.longText, "a piece of the answer", most: Limits.event)
    self.event = event
    name = event.name
    data = event.data.encodedText
    try Limits.check(data, "a piece of the answer", most: Limits.event)
  }
}

extension TurnEvent {
  /// The text that can be of any length.
  fileprivate var longText: String? {
    switch self {
    case .text(let text), .reasoning(let text), .refusal(let text), .signature(let text),
      .opaque(let text):
      text
    case .toolCall(let fragment): fragment.argumentsDelta
    case .started, .notice, .fallback, .usage, .finished, .stopped, .failed, .interrupted: nil
    }
  }
}
