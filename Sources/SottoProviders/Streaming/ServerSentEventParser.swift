/// Reads a `text/event-stream` as the WHATWG standard says, from pieces of any size.
///
/// Beyond the standard, because model servers do it:
/// - A line that begins with `{` or `[` is an event of its own (servers that leave out `data:`),
///   and so is the value of an `error:` line, under the name `error`.
/// - ``finish()`` returns an event whose closing blank line is missing. The standard drops it;
///   whether it is whole only the reader of its data can tell.
///
/// Work is linear in the bytes, however they are cut.
package struct ServerSentEventParser: Sendable {
  /// The largest event, in bytes. Images and encrypted reasoning make lines of megabytes normal.
  package static let maximumEventSize = 64 << 20

  private let limit: Int
  /// The beginning of a line whose end has not come.
  private var line: [UInt8] = []
  private var name = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var lastID = ""
  private var isFirstLine = true
  /// The last line ended in CR at the end of a piece: a LF that follows belongs to it.
  private var skipsLineFeed = false
  /// An event exceeded the limit. Nothing more is read.
  package private(set) var isTooLarge = false

  /// - Parameter limit: the largest event, in bytes.
  package init(limit: Int = Self.maximumEventSize) { self.limit = limit }

  /// The events that are complete with these bytes.
  package mutating func push(_ bytes: [UInt8]) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    var start = 0
    if skipsLineFeed, let first = bytes.first {
      skipsLineFeed = false
      if first == Self.lineFeed { start = 1 }
    }
    while !isTooLarge, let end = Self.lineEnd(in: bytes, from: start) {
      if line.isEmpty {
        read(bytes[start..<end], into: &events)
      } else {
        line += bytes[start..<end]
        let whole = line
        line.removeAll(keepingCapacity: false)
        read(whole[...], into: &events)
      }
      start = end + 1
      if bytes[end] == Self.carriageReturn {
        if start == bytes.count {
          skipsLineFeed = true
        } else if bytes[start] == Self.lineFeed {
          start += 1
        }
      }
    }
    if !isTooLarge, start < bytes.count { line += bytes[start...] }
    if line.count + data.count > limit { isTooLarge = true }
    return events
  }

  /// The stream has ended. Returns the event that was still open; it may be cut.
  package mutating func finish() -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    guard !isTooLarge else { return events }
    if !line.isEmpty {
      let whole = line
      line = []
      read(whole[...], into: &events)
    }
    dispatch(into: &events)
    return events
  }

  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D

  private static func lineEnd(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { buffer in
      var index = start
      while index < buffer.count {
        // Eight bytes at a time while there is none among them.
        if index + 8 <= buffer.count {
          let word = buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          if !ByteWord.has(lineFeed, in: word), !ByteWord.has(carriageReturn, in: word) {
            index += 8
            continue
          }
        }
        if buffer[index] == lineFeed || buffer[index] == carriageReturn { return index }
        index += 1
      }
      return nil
    }
  }

  private mutating func read(_ whole: ArraySlice<UInt8>, into events: inout [ServerSentEvent]) {
    var text = whole
    if isFirstLine {
      isFirstLine = false
      if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    }
    guard let first = text.first else { return dispatch(into: &events) }
    if text.count > limit {
      isTooLarge = true
      return
    }
    switch first {
    case UInt8(ascii: ":"): return
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      dispatch(into: &events)
      events.append(ServerSentEvent(data: Array(text), lastID: lastID))
      return
    default: break
    }
    let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
    var value = text[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    readField(text[..<colon], value, into: &events)
  }

  private mutating func readField(
    _ field: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, into events: inout [ServerSentEvent]
  ) {
    if Self.isName(field, "data") {
      if data.count + value.count >= limit {
        isTooLarge = true
        return
      }
      if hasData {
        data.append(Self.lineFeed)
        data += value
      } else {
        data = Array(value)
        hasData = true
      }
    } else if Self.isName(field, "event") {
      name = String(decoding: value, as: UTF8.self)
    } else if Self.isName(field, "id") {
      if !value.contains(0) { lastID = String(decoding: value, as: UTF8.self) }
    } else if Self.isName(field, "error"), !value.isEmpty {
      dispatch(into: &events)
      events.append(ServerSentEvent(name: "error", data: Array(value), lastID: lastID))
    }
  }

  private static func isName(_ field: ArraySlice<UInt8>, _ name: StaticString) -> Bool {
    guard field.count == name.utf8CodeUnitCount else { return false }
    for offset in 0..<name.utf8CodeUnitCount
    where field[field.startIndex + offset] != name.utf8Start[offset] {
      return false
    }
    return true
  }

  private mutating func dispatch(into events: inout [ServerSentEvent]) {
    defer { if !name.isEmpty { name = "" } }
    guard hasData else { return }
    var whole: [UInt8] = []
    swap(&whole, &data)
    hasData = false
    events.append(
      ServerSentEvent(name: name.isEmpty ? "message" : name, data: whole, lastID: lastID))
  }
}
