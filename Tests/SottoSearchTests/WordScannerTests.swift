import SottoSearch
import Testing

/// The words of a text: parts and wholes, pairs, and the last letters of dense runs.
func words(_ text: String) -> [String] {
  var scanner = WordScanner()
  var found: [String] = []
  scanner.scan(Array(text.utf8)) { word, folded in
    found.append(String(decoding: folded[word.folded], as: UTF8.self))
  }
  return found
}

private let examples: [(text: String, words: [String])] = [
  ("Hello, World!", ["hello", "world"]),
  ("Café naïve Straße ﬁn", ["cafe", "naive", "strasse", "fin"]),
  ("cafe\u{301}", ["cafe"]),
  ("ＡＢＣ１２３", ["abc123"]),
  ("部署服务", ["部署", "署服", "服务", "务"]),
  ("用Swift写", ["用", "swift", "写"]),
  ("東京へ", ["東京", "京へ", "へ"]),
  ("한국어 말", ["한국", "국어", "어", "말"]),
  ("ｶﾞｽ ガス カ\u{3099}ス", ["ガス", "ス", "ガス", "ス", "ガス", "ス"]),
  ("snake_case", ["snake", "case", "snakecase"]),
  ("camelCase HTTPServer", ["camel", "case", "camelcase", "http", "server", "httpserver"]),
  ("GPT4o sha256 UTF8String", ["gpt4o", "sha256", "utf8", "string", "utf8string"]),
  ("**bold** word un**believ**able", ["bold", "word", "un", "believ", "able", "unbelievable"]),
  ("a*b*c", ["a", "b", "c", "abc"]),
  ("这是**重**的", ["这是", "是重", "重的", "的"]),
  ("e-mail it's", ["e", "mail", "it", "s"]),
  ("a\u{200B}b so\u{AD}ft", ["ab", "soft"]),
  ("👍🏽 ok", ["👍", "🏽", "ok"]),
  ("____", []), ("", []), ("a____b", ["a", "b"]),
  ("สวัสดี", ["สว", "วั", "ัส", "สด", "ดี", "ี"]),
  ("Привет МИР", ["привет", "мир"]),
  ("हिन्दी", ["हिन्दी"]),
]

@Suite struct WordScannerTests {
  @Test(arguments: examples)
  func `a text is read as its words`(text: String, expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test func `long words are cut`() {
    let found = words(String(repeating: "é", count: 1000) + " x")
    #expect(found == [String(repeating: "e", count: WordScanner.longest), "x"])
  }

  @Test(arguments: ["a", "aA", "日", "e\u{301}", "_", "a_", "\u{301}", "👍", "ｶﾞ", "a\u{200D}", "\0"])
  func `hostile repetition takes no longer than other text`(unit: String) {
    let text = Array(String(repeating: unit, count: 1_000_000 / unit.utf8.count).utf8)
    var scanner = WordScanner()
    var isSound = true
    scanner.scan(text) { word, folded in
      isSound = isSound && word.folded.upperBound <= folded.count
      isSound = isSound && word.source.upperBound <= text.count
    }
    #expect(isSound)
  }

  @Test func `bytes that are no text do no harm`() {
    var generator = Generator(seed: 7)
    for _ in 0..<2000 {
      let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) }
      var scanner = WordScanner()
      var isSound = true
      scanner.scan(bytes) { word, folded in
        isSound = isSound && word.folded.upperBound <= folded.count
        isSound = isSound && word.source.upperBound <= bytes.count
      }
      #expect(isSound)
    }
  }
}

/// Numbers that look random and are the same in each run (SplitMix64).
struct Generator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
