import SottoTestSupport
import SottoTokens
import Testing

@Suite struct BytePairEncoderTests {
  @Test(arguments: Encoding.allCases)
  func `gives tiktoken's tokens`(encoding: Encoding) throws {
    let texts = try TokenFixtures.texts()
    #expect(texts.count > 300)
    guard let encoder = try InstalledVocabularies.encoder(for: encoding) else { return }
    for line in texts {
      let tokens = encoder.encode(line.text)
      #expect(tokens == line.tokens(encoding), "\(line.text.debugDescription)")
      #expect(encoder.count(line.text) == tokens.count)
      #expect(encoder.decode(tokens) == line.text)
    }
  }

  @Test(arguments: Encoding.allCases)
  func `gives tiktoken's counts for long repeats`(encoding: Encoding) throws {
    let repeats = try TokenFixtures.repeats()
    #expect(repeats.count > 10)
    guard let encoder = try InstalledVocabularies.encoder(for: encoding) else { return }
    for line in repeats {
      let text = String(repeating: line.unit, count: line.times)
      #expect(encoder.count(text) == line.count(encoding), "\(line.unit.debugDescription)")
    }
  }

  /// One run of a character was what made counting quadratic elsewhere.
  @Test(
    arguments: [
      ("_", 50_000, 782, 782), ("a", 50_000, 6250, 6250), (" ", 50_000, 391, 392),
      ("日", 16_000, 16_000, 8000),
    ])
  func `counts a long run of one character`(unit: String, times: Int, cl100k: Int, o200k: Int)
    throws
  {
    let text = String(repeating: unit, count: times)
    for (encoding, expected) in [(Encoding.cl100k, cl100k), (.o200k, o200k)] {
      guard let encoder = try InstalledVocabularies.encoder(for: encoding) else { continue }
      #expect(encoder.count(text) == expected)
    }
  }

  @Test(arguments: Encoding.allCases)
  func `counts the same whatever was counted before`(encoding: Encoding) throws {
    guard let encoder = try InstalledVocabularies.encoder(for: encoding) else { return }
    let texts = try TokenFixtures.texts()
    // Enough short pieces that some take the place of others.
    let words = (0..<20_000).map { "w\($0 &* 7919) " }.joined()
    #expect(encoder.count(words) == encoder.encode(words).count)
    for line in texts.reversed() {
      #expect(encoder.count(line.text) == line.tokens(encoding).count)
      let text = try #require(UTF8Text(Array(line.text.utf8)))
      #expect(encoder.count(text) == line.tokens(encoding).count)
    }
    #expect(encoder.count(words) == encoder.encode(words).count)
  }

  @Test func `counts the same in several tasks at once`() async throws {
    guard let encoder = try InstalledVocabularies.encoder(for: .o200k) else { return }
    let texts = try TokenFixtures.texts()
    let differences = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          texts.count { encoder.count($0.text) != $0.tokens(.o200k).count }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(differences == 0)
  }

  @Test func `takes bytes that are no text as replacement characters`() async throws {
    try await withSmallVocabulary(["ab"]) { encoder in
      #expect(encoder.encode([0x61, 0x62, 0xFF]) == [256, 0xEF, 0xBF, 0xBD])
      #expect(encoder.encode([UInt8]()) == [])
    }
  }

  @Test func `merges the lowest rank first and of equals the leftmost`() async throws {
    try await withSmallVocabulary(["bc", "ab", "aa"]) { encoder in
      #expect(encoder.encode("abcd") == [0x61, 256, 0x64])
      #expect(encoder.encode("aaab") == [258, 257])
      #expect(encoder.encode("aaa") == [258, 0x61])
    }
  }

  @Test func `takes a piece that is a token as it is, even where merging leads elsewhere`()
    async throws
  {
    try await withSmallVocabulary(["bc", "ab", "abcd"]) { encoder in
      #expect(encoder.encode("abcd") == [258])
      #expect(encoder.encode("abcda") == [0x61, 256, 0x64, 0x61])
    }
  }

  @Test func `merges as the slow and plain way does`() async throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<20 {
      var tokens: Set<String> = []
      for _ in 0..<40 {
        tokens.insert(Self.word(of: Int.random(in: 2...5, using: &random), &random))
      }
      let vocabulary = tokens.shuffled(using: &random)
      try await withSmallVocabulary(vocabulary) { encoder in
        for _ in 0..<40 {
          let word = Self.word(of: Int.random(in: 1...60, using: &random), &random)
          #expect(encoder.encode(word) == Self.mergedSlowly(word, vocabulary), "\(word)")
        }
      }
    }
  }

  private static func word(of length: Int, _ random: inout SeededGenerator) -> String {
    String((0..<length).map { _ in "abc".randomElement(using: &random) ?? "a" })
  }

  private static func mergedSlowly(_ word: String, _ vocabulary: [String]) -> [Int] {
    var ranks: [String: Int] = [:]
    for (index, token) in vocabulary.enumerated() { ranks[token] = 256 + index }
    for letter in "abc" { ranks[String(letter)] = Int(letter.asciiValue ?? 0) }
    if let rank = ranks[word] { return [rank] }
    var parts = word.map(String.init)
    while true {
      let pairs = zip(parts, parts.dropFirst()).map { ranks[$0 + $1] }
      guard let lowest = pairs.compactMap({ $0 }).min(),
        let index = pairs.firstIndex(of: lowest)
      else { break }
      parts[index] += parts.remove(at: index + 1)
    }
    return parts.compactMap { ranks[$0] }
  }
}
