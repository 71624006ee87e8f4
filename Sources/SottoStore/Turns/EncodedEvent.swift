internal import SottoCore

/// An event with the columns that hold it, so that the writer's thread need not encode.
struct EncodedEvent: Sendable {
  var event: TurnEvent
  var name: String
  var data: String

  /// - Throws: ``SottoError`` of code `invalidInput` when it is too large.
  init(_ event: TurnEvent) throws(SottoError) {
    self.event = event
    name = event.name
    data = event.data.encodedText
    try Limits.check(data, "a piece of the answer", most: Limits.event)
  }
}
