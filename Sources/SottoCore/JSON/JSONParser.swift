/// Why a text is not JSON, and at which byte.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// In bytes from the beginning of the text, from 0.
  public var offset: Int
  /// What was wrong there, in a few plain words and without any of the text.
  public var reason: String
  /// The reason and the place; safe to log.
  public var description: String { "\(reason) at byte \(offset)" }
}

extension JSONValue {
  /// Parses one JSON text (RFC 8259), with white space around it. Invalid UTF-8 inside strings
  /// becomes U+FFFD.
  ///
  /// - Throws: ``JSONSyntaxError``, also for nesting deeper than 512 levels.
  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    try self.init(parsing: bytes, omitting: [])
  }

  /// Parses one JSON text that may be nested up to `maximumDepth` levels, on a thread with a stack for
  /// that: a few hundred bytes a level.
  public init(parsing bytes: [UInt8], maximumDepth: Int) throws(JSONSyntaxError) {
    try self.init(parsing: bytes, omitting: [], maximumDepth: maximumDepth)
  }

  /// Parses one JSON text without some members of its outermost object, which costs less where
  /// nobody reads them. They are checked like all others.
  ///
  /// - Parameters:
  ///   - bytes: the text, in UTF-8.
  ///   - keys: what the members are called, in ASCII.
  /// - Throws: ``JSONSyntaxError``, as for the whole text.
  public init(parsing bytes: [UInt8], omitting keys: [StaticString]) throws(JSONSyntaxError) {
    try self.init(parsing: bytes, omitting: keys, maximumDepth: JSONParser.usualDepth)
  }

  private init(
    parsing bytes: [UInt8], omitting keys: [StaticString], maximumDepth: Int
  ) throws(JSONSyntaxError) {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<JSONValue, JSONSyntaxError> in
      var parser = JSONParser(bytes: buffer, omitted: keys, maximumDepth: maximumDepth)
      do throws(JSONSyntaxError) {
        return .success(try parser.parseDocument())
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  /// Parses one JSON text.
  public init(parsing text: String) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8))
  }
}

/// Works on the bytes in place, since counting references to them for each token costs as much as
/// parsing. Nothing is read at or behind `bytes.count`.
private struct JSONParser {
  static let usualDepth = 512

  let bytes: UnsafeBufferPointer<UInt8>
  let omitted: [StaticString]
  let maximumDepth: Int
  var index = 0
  var depth = 0
  /// Inside a member that is left out: texts and containers come out empty.
  var isOmitting = false

  init(bytes: UnsafeBufferPointer<UInt8>, omitted: [StaticString], maximumDepth: Int) {
    self.bytes = bytes
    self.omitted = omitted
    self.maximumDepth = maximumDepth
  }

  mutating func parseDocument() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    let value = try parseValue()
    skipSpace()
    guard index == bytes.count else { throw failure("unexpected text after the value") }
    return value
  }

  private func failure(_ reason: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: index, reason: reason)
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  private mutating func parseValue() throws(JSONSyntaxError) -> JSONValue {
    guard index < bytes.count else { throw failure("unexpected end") }
    switch bytes[index] {
    case UInt8(ascii: "{"): return try parseObject()
    case UInt8(ascii: "["): return try parseArray()
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", .null)
    default: return try parseNumber()
    }
  }

  private mutating func parseWord(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    let end = index + word.utf8CodeUnitCount
    guard end <= bytes.count else { throw failure("unknown word") }
    for offset in 0..<word.utf8CodeUnitCount
    where bytes[index + offset] != word.utf8Start[offset] {
      throw failure("unknown word")
    }
    index = end
    return value
  }

  private mutating func enter() throws(JSONSyntaxError) {
    index += 1
    depth += 1
    guard depth <= maximumDepth else { throw failure("nested too deeply") }
    skipSpace()
  }

  private mutating func leave() {
    index += 1
    depth -= 1
  }

  private func isNext(_ character: UInt8) -> Bool {
    index < bytes.count && bytes[index] == character
  }

  /// After an element: true when another follows, false at the closing character.
  private mutating func separator(closing: UInt8) throws(JSONSyntaxError) -> Bool {
    skipSpace()
    if isNext(UInt8(ascii: ",")) {
      index += 1
      skipSpace()
      return true
    }
    guard isNext(closing) else { throw failure("expected a comma or an end") }
    return false
  }

  private mutating func parseObject() throws(JSONSyntaxError) -> JSONValue {
    try enter()
    var members: [JSONObject.Member] = []
    if !isNext(UInt8(ascii: "}")) {
      if !isOmitting { members.reserveCapacity(Self.usualCount) }
      repeat {
        guard isNext(UInt8(ascii: "\"")) else { throw failure("expected a key") }
        let isLeftOut = depth == 1 && !omitted.isEmpty && isOmittedKey()
        if isLeftOut { isOmitting = true }
        let key = try parseString()
        skipSpace()
        guard isNext(UInt8(ascii: ":")) else { throw failure("expected a colon") }
        index += 1
        skipSpace()
        let value = try parseValue()
        if !isOmitting { members.append(JSONObject.Member(key: key, value: value)) }
        if isLeftOut { isOmitting = false }
      } while try separator(closing: UInt8(ascii: "}"))
    }
    leave()
    return .object(JSONObject(members))
  }

  /// What most objects of an answer have at most. One allocation is cheaper than growing.
  private static let usualCount = 5

  /// Whether the key that begins here is one of those left out.
  private func isOmittedKey() -> Bool {
    let start = index + 1
    return omitted.contains { key in
      let end = start + key.utf8CodeUnitCount
      guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return false }
      for offset in 0..<key.utf8CodeUnitCount where bytes[start + offset] != key.utf8Start[offset] {
        return false
      }
      return true
    }
  }

  private mutating func parseArray() throws(JSONSyntaxError) -> JSONValue {
    try enter()
    var elements: [JSONValue] = []
    if !isNext(UInt8(ascii: "]")) {
      repeat {
        let element = try parseValue()
        if !isOmitting { elements.append(element) }
      } while try separator(closing: UInt8(ascii: "]"))
    }
    leave()
    return .array(elements)
  }

  private mutating func parseString() throws(JSONSyntaxError) -> String {
    index += 1
    let start = index
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let end = index
        index += 1
        return isOmitting ? "" : String(decoding: bytes[start..<end], as: UTF8.self)
      case UInt8(ascii: "\\"): return try parseEscapedString(from: start)
      case 0..<0x20: throw failure("control character in a string")
      default: index += 1
      }
    }
    throw failure("unfinished string")
  }

  private mutating func parseEscapedString(from start: Int) throws(JSONSyntaxError) -> String {
    var text = Array(bytes[start..<index])
    // What is not escaped is copied in runs.
    var plain = index
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        text.append(contentsOf: bytes[plain..<index])
        index += 1
        return isOmitting ? "" : String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        text.append(contentsOf: bytes[plain..<index])
        index += 1
        try parseEscape(into: &text)
        plain = index
      case 0..<0x20:
        index += 1
        throw failure("control character in a string")
      default: index += 1
      }
    }
    throw failure("unfinished string")
  }

  private mutating func parseEscape(into text: inout [UInt8]) throws(JSONSyntaxError) {
    guard index < bytes.count else { throw failure("unfinished escape") }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: try parseUnicodeEscape().utf8)
    default: throw failure("unknown escape")
    }
  }

  /// The four digits after `\u`, and those of the second half when it is a surrogate pair. A lone
  /// half is U+FFFD.
  private mutating func parseUnicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let first = try parseFourHexDigits()
    if (0xD800..<0xDC00).contains(first), index + 1 < bytes.count,
      bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    {
      let afterFirst = index
      index += 2
      let second = try parseFourHexDigits()
      if (0xDC00..<0xE000).contains(second) {
        let scalar = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        return Unicode.Scalar(scalar) ?? "\u{FFFD}"
      }
      index = afterFirst
    }
    return Unicode.Scalar(first) ?? "\u{FFFD}"
  }

  private mutating func parseFourHexDigits() throws(JSONSyntaxError) -> UInt32 {
    guard index + 4 <= bytes.count else { throw failure("unfinished escape") }
    var value: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw failure("invalid escape")
      }
      value = value << 4 | UInt32(digit)
    }
    index += 4
    return value
  }

  private mutating func parseNumber() throws(JSONSyntaxError) -> JSONValue {
    let start = index
    var isInteger = true
    if isNext(UInt8(ascii: "-")) { index += 1 }
    let firstDigit = index
    try skipDigits()
    if bytes[firstDigit] == UInt8(ascii: "0"), index > firstDigit + 1 {
      throw failure("number with a leading zero")
    }
    if isNext(UInt8(ascii: ".")) {
      isInteger = false
      index += 1
      try skipDigits()
    }
    if isNext(UInt8(ascii: "e")) || isNext(UInt8(ascii: "E")) {
      isInteger = false
      index += 1
      if isNext(UInt8(ascii: "+")) || isNext(UInt8(ascii: "-")) { index += 1 }
      try skipDigits()
    }
    if isOmitting { return .null }
    if isInteger, index - start <= Self.safeLength { return .integer(smallInteger(from: start)) }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text) else { throw failure("invalid number") }
    return .number(value)
  }

  /// A sign and digits of this many characters fit 64 bits in any case.
  private static let safeLength = 18

  /// The integer from `start` to here.
  private func smallInteger(from start: Int) -> Int64 {
    let isNegative = bytes[start] == UInt8(ascii: "-")
    var value: Int64 = 0
    for digit in bytes[(isNegative ? start + 1 : start)..<index] {
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return isNegative ? -value : value
  }

  private mutating func skipDigits() throws(JSONSyntaxError) {
    let start = index
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
      index += 1
    }
    guard index > start else { throw failure("expected a value") }
  }
}
