/// A small generator whose seed gives the same documents everywhere (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A document of pieces that mean something to the parser.
  mutating func document(pieces count: Int) -> String {
    var text = ""
    for _ in 0..<count {
      text += Self.pieces.randomElement(using: &self) ?? ""
    }
    return text
  }

  private static let pieces = [
    "a", "b", "word ", " ", "  ", "    ", "\t", "\n", "\n", "\n", "\n\n", "\n\n", "\r\n", "\r",
    "- ",
    "* ", "+ ", "1. ", "2) ", "> ", ">", "# ", "## ", "#", "-", "---", "===", "=", "***", "___",
    "*",
    "**", "_", "__", "~", "~~", "~~~", "`", "``", "```", "```swift\n", "````", "|", "|a|b|\n",
    "|-|-|\n",
    "|:-:|\n", "| x | y |\n", "a | b\n", "--- | ---\n", "[", "]", "(", ")", "![", "](",
    "[x](https://a.b)",
    "<", ">", "<div>\n", "</div>\n", "<!--", "-->", "<?", "?>", "<script>", "</script>", "<br>",
    "<![CDATA[", "]]>", "\\", "&", "&amp;", "https://a.b/c", "www.a.b", "a@b.c", "[ ] ", "[x] ",
    "真",
    "，", "「", "」", "é", "\u{FEFF}", noncharacters, "\u{0}", "\"", "'", ":", "!", "- a\n", "  b\n",
    "- a\n\n", "  - c\n", "> q\n", "text\n", "    code\n", "```\n", "~~~\n", "1. x\n", "$5", "$",
  ]
}
