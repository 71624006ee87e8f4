internal import SottoCore

/// Reads a JSON file record by record, so that its size does not matter: the elements of an array, the
/// members of an object, or one value after the other (JSON lines).
///
/// A record that is damaged costs itself: reading goes on at the next place that looks like the
/// beginning of one.
final class JSONRecords {
  enum Record {
    /// An element of the outermost array (`key` is `nil`) or of a member of the outermost object.
    case element(key: String?, JSONValue)
    /// An outermost object, without the members that came as records of their own.
    case object(JSONObject)
    /// Something that is no JSON, and why.
    case damaged(String)
  }

  private enum State: Equatable {
    case start
    case elements(key: String?)
    case members
    case ended
  }

  /// A single record that is longer is left out.
  static let largest = 128 << 20
  /// Members of an outermost object whose elements are records.
  static let streamedMembers: Set<String> = [
    "conversations", "chats", "sessions", "chat-sessions", "projects", "templates",
  ]
  /// Some programs nest each message in the one before.
  private static let depth = 4096
  private static let piece = 1 << 20
  /// So many false beginnings are tried after a damage.
  private static let attempts = 200

  private let source: any ByteSource
  private var buffer: [UInt8] = []
  /// Where the next byte to look at is.
  private var place = 0
  private var isAtEnd = false
  private var state = State.start
  private var members = JSONObject()
  /// The first keys of the last good element, by which the next one is found after a damage.
  private var firstKeys: [String] = []
  /// Whether a damage has made the nesting unknown.
  private var isLost = false

  init(_ source: any ByteSource) { self.source = source }

  /// The next record; `nil` after the last one.
  ///
  /// - Throws: ``ExchangeError`` when the bytes cannot be read or do not begin as JSON.
  func next() throws -> Record? {
    while true {
      switch state {
      case .ended: return nil
      case .start: try begin()
      case .elements(let key): if let record = try nextElement(key) { return record }
      case .members: if let record = try nextMember() { return record }
      }
    }
  }

  private func begin() throws {
    if place == 0, try peek() == 0xEF { place += 3 }
    switch try peekPastSpace() {
    case UInt8(ascii: "["):
      place += 1
      state = .elements(key: nil)
    case UInt8(ascii: "{"):
      place += 1
      members = JSONObject()
      state = .members
    default: state = .ended
    }
  }

  private func nextElement(_ key: String?) throws -> Record? {
    var next = try peekPastSpace()
    if next == UInt8(ascii: ",") {
      place += 1
      next = try peekPastSpace()
    }
    switch next {
    case nil:
      state = .ended
      return isLost ? nil : .damaged("the file is cut off")
    case UInt8(ascii: "]") where !isLost:
      place += 1
      state = key == nil ? .start : .members
      return nil
    case UInt8(ascii: "{") where !isLost || startsLikeARecord():
      return try element(key)
    default: return try isLost ? recovered(key) : damaged(key, "unexpected text")
    }
  }

  private func element(_ key: String?) throws -> Record? {
    guard let end = try valueEnd() else { return try damaged(key, "it has no end") }
    do {
      return .element(key: key, try take(upTo: end))
    } catch let error as JSONSyntaxError {
      return try damaged(key, error.reason)
    }
  }

  /// The value from ``place`` on; its first keys are remembered.
  private func take(upTo end: Int) throws -> JSONValue {
    let value = try JSONValue(parsing: Array(buffer[place..<end]), maximumDepth: Self.depth)
    place = end
    if let object = value.object { firstKeys = object.members.prefix(3).map(\.key) }
    return value
  }

  private func damaged(_ key: String?, _ reason: String) throws -> Record? {
    isLost = true
    place = min(place + 1, buffer.count)
    return .damaged(reason)
  }

  private func nextMember() throws -> Record? {
    var next = try peekPastSpace()
    if next == UInt8(ascii: ",") {
      place += 1
      next = try peekPastSpace()
    }
    if next == UInt8(ascii: "}") {
      place += 1
      state = .start
      return .object(members)
    }
    guard next == UInt8(ascii: "\""), let end = try valueEnd(),
      let key = (try? JSONValue(parsing: Array(buffer[place..<end])))?.string
    else { return try brokenObject() }
    place = end
    guard try peekPastSpace() == UInt8(ascii: ":") else { return try brokenObject() }
    place += 1
    if try peekPastSpace() == UInt8(ascii: "["), Self.streamedMembers.contains(key) {
      place += 1
      firstKeys = []
      state = .elements(key: key)
      return nil
    }
    guard let end = try valueEnd(),
      let value = try? JSONValue(parsing: Array(buffer[place..<end]), maximumDepth: Self.depth)
    else { return try brokenObject() }
    place = end
    if key.hasPrefix("session:") { return .element(key: key, value) }
    members[key] = value
    return nil
  }

  /// Nothing tells where the next member begins.
  private func brokenObject() throws -> Record? {
    state = .ended
    return .damaged("the file is cut off or damaged")
  }
}

// MARK: - After a damage

extension JSONRecords {
  /// Whether the object here begins with the key that records begin with.
  private func startsLikeARecord() -> Bool {
    guard let key = firstKeys.first else { return true }
    var index = place + 1
    while index < buffer.count, buffer[index].isJSONSpace { index += 1 }
    return buffer[index...].starts(with: Array("\"\(key)\"".utf8))
  }

  /// The next good record after a damage.
  private func recovered(_ key: String?) throws -> Record? {
    for _ in 0..<Self.attempts {
      guard try seekBeginning() else { break }
      let start = place
      let keys = firstKeys
      if let end = try valueEnd(), let value = try? take(upTo: end),
        keys.isEmpty || firstKeys == keys
      {
        return .element(key: key, value)
      }
      firstKeys = keys
      place = min(start, buffer.count - 1) + 1
    }
    state = .ended
    return nil
  }

  /// Goes to the next `{"key"` that follows a comma, where `key` is what records begin with.
  private func seekBeginning() throws -> Bool {
    let mark = firstKeys.first.map { Array("\"\($0)\"".utf8) } ?? [UInt8(ascii: "\"")]
    while true {
      if let found = find(mark) {
        place = found
        return true
      }
      // What could be the beginning of one that goes on in the next piece stays.
      place = max(place, buffer.count - mark.count - 64)
      if try refill() == nil { return false }
    }
  }

  private func find(_ mark: [UInt8]) -> Int? {
    let from = place
    return unsafe buffer.withUnsafeBufferPointer { bytes in
      var index = from
      while index < bytes.count {
        if unsafe bytes[index] == UInt8(ascii: "{") {
          var next = index + 1
          while next < bytes.count, unsafe bytes[next].isJSONSpace { next += 1 }
          var before = index - 1
          while before >= 0, unsafe bytes[before].isJSONSpace { before -= 1 }
          let isAfterComma = unsafe before >= 0 && bytes[before] == UInt8(ascii: ",")
          if isAfterComma, bytes.count - next >= mark.count,
            unsafe bytes[next..<next + mark.count].elementsEqual(mark)
          {
            return index
          }
        }
        index += 1
      }
      return nil
    }
  }
}

// MARK: - Bytes

extension JSONRecords {
  /// Reads more. What was passed over is let go.
  ///
  /// - Returns: by how much indices into the buffer have moved; `nil` at the end of the input.
  private func refill() throws -> Int? {
    if isAtEnd { return nil }
    let more = try source.read(Self.piece)
    guard !more.isEmpty else {
      isAtEnd = true
      return nil
    }
    // A few bytes stay, so that what is before a beginning can be looked at.
    let moved = max(0, place - 64)
    buffer.removeFirst(moved)
    place -= moved
    buffer += more
    return moved
  }

  private func peek() throws -> UInt8? {
    while place >= buffer.count { if try refill() == nil { return nil } }
    return buffer[place]
  }

  private func peekPastSpace() throws -> UInt8? {
    while let byte = try peek() {
      if !byte.isJSONSpace { return byte }
      place += 1
    }
    return nil
  }

  /// Where the value that begins here ends; `nil` when it does not, or is too large.
  private func valueEnd() throws -> Int? {
    var scan = ValueScan(index: place)
    while true {
      let isFound = unsafe buffer.withUnsafeBufferPointer { unsafe scan.run($0) }
      if isFound { return scan.index }
      if buffer.count - place > Self.largest { return nil }
      guard let moved = try refill() else { return scan.isBareWord ? buffer.count : nil }
      scan.index -= moved
    }
  }
}
