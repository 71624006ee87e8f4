/// One header line of an answer.
package struct HeaderField: Hashable, Sendable {
  package var name: String
  package var value: String

  /// Any text is taken here; what cannot be a header is found when the answer is sent.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether the name is a token and the value has no control characters, so that a value can
  /// never start a header or a body of its own.
  package var isValid: Bool {
    !name.isEmpty && name.utf8.allSatisfy(isTokenByte)
      && value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
  }

  /// Framing is the server's business: these never come from a handler.
  var isFraming: Bool {
    switch name.utf8.count {
    case 14: name.equalsIgnoringCase("content-length")
    case 17: name.equalsIgnoringCase("transfer-encoding")
    default: false
    }
  }
}

private func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
    true
  default:
    "!#$%&'*+.^_`|~".utf8.contains(byte)
  }
}

extension String {
  /// Compares ASCII letters without regard to case, everything else exactly.
  func equalsIgnoringCase(_ other: String) -> Bool {
    utf8.count == other.utf8.count
      && utf8.elementsEqual(other.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
  }
}

extension UInt8 {
  var lowercasedASCII: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}
