import SottoTokens
import Testing

private let cases: [(text: String, cl100k: [String], o200k: [String])] = [
  ("", [], []),
  ("Hello, world!", ["Hello", ",", " world", "!"], ["Hello", ",", " world", "!"]),
  ("it's IT'S", ["it", "'s", " IT", "'S"], ["it's", " IT'S"]),
  ("'som x'\u{17F}", ["'s", "om", " x", "'\u{17F}"], ["'som", " x'\u{17F}"]),
  ("they'll'Ve", ["they", "'ll", "'Ve"], ["they'll", "'Ve"]),
  ("HTTPServer", ["HTTPServer"], ["HTTPServer"]),
  ("camelCase", ["camelCase"], ["camel", "Case"]),
  ("日ABC", ["日ABC"], ["日", "ABC"]),
  ("\u{301}AB", ["\u{301}AB"], ["\u{301}", "AB"]),
  ("!\u{301}a", ["!\u{301}", "a"], ["!\u{301}a"]),
  ("12345½", ["123", "45½"], ["123", "45½"]),
  (" 12", [" ", "12"], [" ", "12"]),
  ("a   b", ["a", "  ", " b"], ["a", "  ", " b"]),
  ("a   1", ["a", "  ", " ", "1"], ["a", "  ", " ", "1"]),
  ("a \n  b", ["a", " \n", " ", " b"], ["a", " \n", " ", " b"]),
  ("a \n ", ["a", " \n "], ["a", " \n", " "]),
  ("a//\r\n/b", ["a", "//\r\n", "/b"], ["a", "//\r\n/", "b"]),
  ("\u{3000}字", ["\u{3000}字"], ["\u{3000}字"]),
  ("\r字", ["\r", "字"], ["\r", "字"]),
  (" ...\n\n", [" ...\n\n"], [" ...\n\n"]),
  ("👍🏽!", ["👍🏽!"], ["👍🏽!"]),
]

@Suite struct PretokenizerTests {
  @Test(arguments: cases)
  func `splits where the expression does`(text: String, cl100k: [String], o200k: [String]) {
    #expect(Self.split(text, .cl100k) == cl100k.map { Array($0.unicodeScalars) })
    #expect(Self.split(text, .o200k) == o200k.map { Array($0.unicodeScalars) })
  }

  /// Short of its end a text is looked at in blocks of bytes, at its end scalar by scalar.
  @Test(arguments: Encoding.allCases)
  func `splits words of any length alike in the middle of a text and at its end`(
    encoding: Encoding
  ) {
    let ends = ["", "B", "BC", "Bc", "é", "\u{301}", "字", "'s", "'s'll", "1x", "'B", "_b"]
    for start in ["", "A", "AB", "é", " ", " A", "_", "1", "\n", "\u{301}", "'", " 'B"] {
      for length in 0...40 {
        for end in ends {
          let text = start + String(repeating: "a", count: length) + end
          guard text.last?.isLetter == true else { continue }
          let inside = Self.split(text + " " + String(repeating: ".", count: 60), encoding)
          #expect(Array(inside.dropLast(1)) == Self.split(text, encoding), "\(text)")
        }
      }
    }
  }

  /// Short texts are looked at scalar by scalar. Nothing reaches across the end of a word before a space.
  @Test(arguments: Encoding.allCases)
  func `splits a long text where it splits the short ones that it is made of`(encoding: Encoding) {
    var random = StepRandom(state: 0x5EED)
    for alphabet in Self.alphabets.map(Array.init) {
      for _ in 0..<40 {
        let parts = (0..<30).map { _ in
          let length = Int.random(in: 0..<30, using: &random)
          let inner = (0..<length).map { _ in
            alphabet[Int.random(in: alphabet.indices, using: &random)]
          }
          return " " + String(String.UnicodeScalarView(inner)) + "x"
        }
        let expected = parts.flatMap { Self.split($0, encoding) }
        #expect(Self.split(parts.joined(), encoding) == expected, "\(parts)")
      }
    }
  }

  /// What the expressions tell apart, in several mixtures.
  private static let alphabets: [String.UnicodeScalarView] = [
    "aB \n", "aB'; 1", "ab'sS \n/;", "'sdmtrevl SDMTREVLx", "a \t\n\r/;'1", "0123456789a ",
    "/\n;a A", " \t\u{B}\u{C}\u{1C}\n\ra1;", "Aa\u{E9} \u{3042}\u{17F}'", "\u{301}a A'b;\u{2B0}",
    "\u{A0}\u{3000} \n\ta;\u{1F600}",
  ].map(\.unicodeScalars)

  @Test(arguments: Encoding.allCases)
  func `the pieces of any scalar among others are the text`(encoding: Encoding) {
    var text = String.UnicodeScalarView()
    for value in stride(from: 0, to: 0x110000 as UInt32, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      text.append(scalar)
      if value % 5 == 0 { text.append(" ") }
      if value % 3 == 0 { text.append("a") }
    }
    let pieces = Pretokenizer(encoding).pieces(of: String(text))
    #expect(pieces.joined().unicodeScalars.elementsEqual(text))
    #expect(!pieces.contains(""))
  }

  /// As scalars, since strings that differ in their scalars can be equal.
  private static func split(_ text: String, _ encoding: Encoding) -> [[Unicode.Scalar]] {
    Pretokenizer(encoding).pieces(of: text).map { Array($0.unicodeScalars) }
  }
}

/// The same numbers in each run.
private struct StepRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
  }
}
