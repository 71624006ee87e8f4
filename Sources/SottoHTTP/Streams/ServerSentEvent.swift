/// One event of a `text/event-stream`.
package struct ServerSentEvent: Hashable, Sendable {
  /// What a client that reconnects sends back as `Last-Event-ID`.
  package var id: String?
  /// The event's kind; the client's `message` without one.
  package var event: String?
  /// Any text; its lines (ended by LF, CR or both) become `data:` lines.
  package var data: String

  package init(id: String? = nil, event: String? = nil, data: String) {
    self.id = id
    self.event = event
    self.data = data
  }

  /// The event as it is sent, with the empty line that ends it. Line ends and NULs in `id` and
  /// `event` are left out, so neither can start a field of its own.
  package func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.utf8.count + 64)
    if let id {
      appendField("id: ", id, to: &bytes)
    }
    if let event {
      appendField("event: ", event, to: &bytes)
    }
    appendLines("data: ", data, to: &bytes)
    bytes.append(lineFeed)
    return bytes
  }

  /// A comment, which clients ignore.
  package static func comment(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    appendLines(": ", text, to: &bytes)
    bytes.append(lineFeed)
    return bytes
  }

  /// Tells the client how long to wait before it reconnects.
  package static func retry(milliseconds: Int) -> [UInt8] {
    Array("retry: \(milliseconds)\n\n".utf8)
  }
}

private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")

private func appendField(_ name: String, _ value: String, to bytes: inout [UInt8]) {
  bytes.append(contentsOf: name.utf8)
  for byte in value.utf8 where byte != lineFeed && byte != carriageReturn && byte != 0 {
    bytes.append(byte)
  }
  bytes.append(lineFeed)
}

private func appendLines(_ prefix: String, _ text: String, to bytes: inout [UInt8]) {
  bytes.append(contentsOf: prefix.utf8)
  var previous: UInt8 = 0
  for byte in text.utf8 {
    defer { previous = byte }
    if byte == lineFeed && previous == carriageReturn { continue }
    if byte == lineFeed || byte == carriageReturn {
      bytes.append(lineFeed)
      bytes.append(contentsOf: prefix.utf8)
    } else {
      bytes.append(byte)
    }
  }
  bytes.append(lineFeed)
}
