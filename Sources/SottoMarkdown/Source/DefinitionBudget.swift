/// Keeps link definitions from multiplying: each use of one copies its address and title, so a
/// long one used often would fill the memory.
enum DefinitionBudget {
  private static let limit = 256 << 20

  /// Whether even the costliest reading of the text stays affordable: every `]` using a definition
  /// that reaches from a `]:` to the next blank line.
  static func allows(_ text: [UInt8]) -> Bool {
    var uses = 0
    var longest = 0
    var start: Int?
    var lineIsBlank = true
    for (index, byte) in text.enumerated() {
      switch byte {
      case UInt8(ascii: "]"):
        uses += 1
        lineIsBlank = false
        if index + 1 < text.count, text[index + 1] == UInt8(ascii: ":") {
          if let start { longest = max(longest, index - start) }
          start = index
        }
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if lineIsBlank, let begun = start {
          longest = max(longest, index - begun)
          start = nil
        }
        lineIsBlank = true
      case 0x20, 0x09: continue
      default: lineIsBlank = false
      }
    }
    if let start { longest = max(longest, text.count - start) }
    return uses.multipliedReportingOverflow(by: longest).partialValue <= limit
  }
}
