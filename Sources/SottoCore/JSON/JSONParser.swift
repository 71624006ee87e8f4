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
    var parser = JSONParser(bytes: bytes)
    self = try parser.parseDocument()
  }

  /// Parses one JSON text.
  public init(parsing text: String) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8))
  }
}

private struct JSONParser {
  static let maximumDepth = 512

  let bytes: [UInt8]
  var index = 0
  var depth = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

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
    guard end <= bytes.count, bytes[index..<end].elementsEqual(word.description.utf8) else {
      throw failure("unknown word")
    }
    index = end
    return value
  }

  private mutating func enter() throws(JSONSyntaxError) {
    index += 1
    depth += 1
    guard depth <= Self.maximumDepth else { throw failure("nested too deeply") }
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
      repeat {
        guard isNext(UInt8(ascii: "\"")) else { throw failure("expected a key") }
        let key = try parseString()
        skipSpace()
        guard isNext(UInt8(ascii: ":")) else { throw failure("expected a colon") }
        index += 1
        skipSpace()
        members.append(JSONObject.Member(key: key, value: try parseValue()))
      } while try separator(closing: UInt8(ascii: "}"))
    }
    leave()
    return .object(JSONObject(members))
  }

  private mutating func parseArray() throws(JSONSyntaxError) -> JSONValue {
    try enter()
    var elements: [JSONValue] = []
    if !isNext(UInt8(ascii: "]")) {
      repeat {
        elements.append(try parseValue())
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
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        index += 1
        return text
      case UInt8(ascii: "\\"): return try parseEscapedString(from: start)
      case 0..<0x20: throw failure("control character in a string")
      default: index += 1
      }
    }
    throw failure("unfinished string")
  }

  private mutating func parseEscapedString(from start: Int) throws(JSONSyntaxError) -> String {
    var text = Array(bytes[start..<index])
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try parseEscape(into: &text)
      case 0..<0x20: throw failure("control character in a string")
      default: text.append(byte)
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
  private mutating func parseUnicodeEscape() throws(JSONSyntaxError) -> Character {
    let first = try parseFourHexDigits()
    if (0xD800..<0xDC00).contains(first), index + 1 < bytes.count,
      bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    {
      let afterFirst = index
      index += 2
      let second = try parseFourHexDigits()
      if (0xDC00..<0xE000).contains(second) {
        let scalar = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        return Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")
      }
      index = afterFirst
    }
    return Character(Unicode.Scalar(first) ?? "\u{FFFD}")
  }

  private mutating func parseFourHexDigits() throws(JSONSyntaxError) -> UInt32 {
    guard index + 4 <= bytes.count else { throw failure("unfinished escape") }
    var value: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("invalid escape")
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
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text) else { throw failure("invalid number") }
    return .number(value)
  }

  private mutating func skipDigits() throws(JSONSyntaxError) {
    let start = index
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
      index += 1
    }
    guard index > start else { throw failure("expected a value") }
  }
}
