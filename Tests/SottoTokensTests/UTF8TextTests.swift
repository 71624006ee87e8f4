import SottoTokens
import Testing

@Suite struct UTF8TextTests {
  /// Bytes at the ends of all ranges that the definition tells apart.
  private static let edges: [UInt8] = [
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
    0xED,
    0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF,
  ]

  @Test(arguments: edges)
  func `takes what is UTF-8 and nothing else`(first: UInt8) {
    for second in Self.edges {
      for third in Self.edges {
        for fourth in Self.edges {
          let bytes = [first, second, third, fourth]
          let isText = String(validating: bytes, as: UTF8.self) != nil
          if (UTF8Text(bytes) != nil) != isText { Issue.record("\(bytes)") }
        }
      }
    }
  }

  @Test func `finds what is wrong wherever it is, and takes a scalar wherever it is`() {
    let ascii = [UInt8](repeating: 0x61, count: 40)
    for place in 0...40 {
      #expect(
        UTF8Text(ascii[..<place] + Array("\u{E9}\u{65E5}\u{1F600}".utf8) + ascii[place...]) != nil)
      #expect(UTF8Text(ascii[..<place] + [0xC3] + ascii[place...]) == nil)
      #expect(UTF8Text(ascii[..<place] + [0xF0, 0x9F, 0x98] + ascii[place...]) == nil)
      #expect(UTF8Text(ascii[..<place] + [0x80] + ascii[place...]) == nil)
    }
    #expect(UTF8Text([]) != nil)
  }
}
