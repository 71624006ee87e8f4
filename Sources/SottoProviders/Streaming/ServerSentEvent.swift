/// One event of a `text/event-stream`.
package struct ServerSentEvent: Hashable, Sendable {
  /// `message` unless the stream names it.
  package var name: String
  /// The lines of `data`, joined with LF. UTF-8 as it came; the standard replaces what is invalid.
  package var data: [UInt8]
  /// The last identifier the stream gave, empty when there was none.
  package var lastID: String

  package init(name: String = "message", data: [UInt8], lastID: String = "") {
    self.name = name
    self.data = data
    self.lastID = lastID
  }
}
