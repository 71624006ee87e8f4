extension JSONValue {
  /// The shortest JSON text of this value, members in their order, UTF-8, without a final line end.
  public var encoded: [UInt8] {
    var output: [UInt8] = []
    encode(into: &output)
    return output
  }

  /// ``encoded`` as a string.
  public var encodedText: String { String(decoding: encoded, as: UTF8.self) }

  /// Appends the JSON text of this value. Numbers that JSON cannot write (infinite, not a number)
  /// become `null`.
  public func encode(into output: inout [UInt8]) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): output.append(contentsOf: String(value).utf8)
    case .number(let value):
      output.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
    case .string(let text): Self.encode(text, into: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        element.encode(into: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let object):
      output.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        Self.encode(member.key, into: &output)
        output.append(UInt8(ascii: ":"))
        member.value.encode(into: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func encode(_ text: String, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      // What needs no escape is copied in runs.
      var start = 0
      for index in bytes.indices where bytes[index] < 0x20 || isEscaped(bytes[index]) {
        output.append(contentsOf: bytes[start..<index])
        appendEscape(of: bytes[index], to: &output)
        start = index + 1
      }
      output.append(contentsOf: bytes[start...])
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): output.append(contentsOf: "\\\"".utf8)
    case UInt8(ascii: "\\"): output.append(contentsOf: "\\\\".utf8)
    case 0x0A: output.append(contentsOf: "\\n".utf8)
    case 0x0D: output.append(contentsOf: "\\r".utf8)
    case 0x09: output.append(contentsOf: "\\t".utf8)
    default:
      output.append(contentsOf: "\\u00".utf8)
      output.append(hexDigit(byte >> 4))
      output.append(hexDigit(byte & 0xF))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
