import SottoTokens
import Testing

private let estimates: [(text: String, general: Int, claude: Int, recent: Int)] = [
  ("", 0, 0, 0),
  ("a", 1, 1, 1),
  ("The quick brown fox jumps over the lazy dog.", 11, 12, 14),
  ("{\"a\": [1, 2, 3]}", 13, 14, 17),
  ("你好，世界你好，世界", 7, 8, 10),
  ("안녕하세요", 3, 4, 4),
  (String(repeating: "_", count: 300), 105, 117, 140),
]

@Suite struct TokenEstimateTests {
  @Test(arguments: estimates)
  func `follows the rules`(text: String, general: Int, claude: Int, recent: Int) {
    #expect(TokenEstimate.count(text) == general)
    #expect(TokenEstimate.count(text, for: .claude) == claude)
    #expect(TokenEstimate.count(text, for: .recentClaude) == recent)
  }

  @Test func `is of the right size for ordinary text`() throws {
    guard let encoder = try InstalledVocabularies.encoder(for: .o200k) else { return }
    let prose = """
      Whoever starts the program for the first time should get an answer without a key, an account
      or a choice. A dropped connection loses nothing, and what was on the screen is kept.
      """
    for text in [prose, "如果你第一次启动这个程序，不需要密钥、账户或选择就能得到一个回答。"] {
      let exact = Double(encoder.count(text))
      let estimate = Double(TokenEstimate.count(text))
      #expect(abs(estimate - exact) / exact < 0.35, "\(estimate) for \(exact)")
    }
  }
}
