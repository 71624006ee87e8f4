import SottoProviders
import Testing

/// A body, the texts in it, and what was open at its end.
private let cases: [(String, [String], String?)] = [
  (#"{"a":1}"#, [#"{"a":1}"#], nil),
  ("{\"a\":1}\n{\"b\":[{}]}\r\n\r\n{}\r", [#"{"a":1}"#, #"{"b":[{}]}"#, "{}"], nil),
  ("[{\"a\":1}\r\n,\r\n{\"b\":2}\r\n]", [#"{"a":1}"#, #"{"b":2}"#], nil),
  ("\u{FEFF}", [], nil), (" \n\t", [], nil), ("[]", [], nil),
  (#"{"a":"}{\"\\"}{"b":"]"}"#, [#"{"a":"}{\"\\"}"#, #"{"b":"]"}"#], nil),
  ("{\n\"a\":\n{\n\"b\":\n[\n{\n},\n{\n}\n]\n}\n}", ["{\"a\":{\"b\":[{},{}]}}"], nil),
  (#"{"a":1}{"b":"#, [#"{"a":1}"#], #"{"b":"#),
  // Broken off in a string, after a value, after a comma.
  ("{\"a\":\"x\n{\"b\":1}\n", [#"{"a":"x"#, #"{"b":1}"#], nil),
  ("{\"a\":\"x\\\n{\"b\":1}\n", [#"{"a":"x\"#, #"{"b":1}"#], nil),
  ("{\"a\":1\n{\"b\":1}\n", [#"{"a":1"#, #"{"b":1}"#], nil),
  ("{\"a\":1,\n{\"b\":1}\n", [#"{"a":1,"#, #"{"b":1}"#], nil),
  ("{\n{\"b\":1}\n", ["{", #"{"b":1}"#], nil),
  ("oops {\"b\":1}\nno\n", ["oops", #"{"b":1}"#, "no"], nil), ("null", [], "null"),
]

@Suite struct JSONTextSplitterTests {
  @Test(arguments: cases, [1, 2, 3, 1000])
  func `cuts a body into its objects`(expected: (String, [String], String?), size: Int) {
    let bytes = Array(expected.0.utf8)
    var splitter = JSONTextSplitter()
    var texts: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      texts += splitter.push(Array(bytes[start..<min(start + size, bytes.count)])).map(plain)
    }
    #expect(texts == expected.1.map { plain(Array($0.utf8)) })
    #expect(splitter.finish().map(plain) == expected.2.map { plain(Array($0.utf8)) })
  }

  @Test func `stops at the limit`() {
    var splitter = JSONTextSplitter(limit: 10)
    #expect(splitter.push(Array(#"{"a":1}"#.utf8)).count == 1)
    #expect(!splitter.isTooLarge)
    #expect(splitter.push(Array(#"{"a":"01234567"#.utf8)).isEmpty)
    #expect(splitter.isTooLarge)
    #expect(splitter.push(Array(#""}"#.utf8)).isEmpty)
    #expect(splitter.finish() == nil)
  }

  /// Without white space, which the splitter may leave at either end.
  private func plain(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
  }
}
