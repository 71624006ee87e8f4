/// Looks for the end of a JSON value without reading it.
struct ValueScan {
  var index: Int
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private(set) var isBareWord = false
  private var hasBegun = false

  init(index: Int) { self.index = index }

  /// - Returns: whether ``index`` is behind the value now; otherwise more bytes are needed.
  mutating func run(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    while index < bytes.count {
      let byte = unsafe bytes[index]
      if isInString {
        index += 1
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
          if depth == 0 { return true }
        }
        continue
      }
      if isBareWord, depth == 0 {
        if byte.isJSONSpace || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
          || byte == UInt8(ascii: "}")
        {
          return true
        }
        index += 1
        continue
      }
      index += 1
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { return true }
      default: if !hasBegun { isBareWord = true }
      }
      hasBegun = true
    }
    return false
  }
}

extension UInt8 {
  /// White space of JSON, and two kinds that some writers use as well.
  var isJSONSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
