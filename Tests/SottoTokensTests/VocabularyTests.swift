import Foundation
import SottoTestSupport
import SottoTokens
import Testing

@Suite struct VocabularyTests {
  @Test func `knows the bytes of its tokens`() async throws {
    try await withSmallVocabulary(["hello", "日"]) { encoder in
      let vocabulary = encoder.vocabulary
      #expect(vocabulary.encoding == .o200k)
      #expect(vocabulary.count == 258)
      #expect(vocabulary.longestToken == 5)
      #expect(vocabulary.bytes(of: 0) == [0])
      #expect(vocabulary.bytes(of: 257) == Array("日".utf8))
      #expect(vocabulary.bytes(of: 258) == nil)
      #expect(vocabulary.bytes(of: -1) == nil)
    }
  }

  @Test func `a damaged file is refused`() async throws {
    let sound = SmallVocabulary(["hello"])
    var damages: [[UInt8]] = [0, 1, 39, 40, 1000, sound.bytes.count - 1].map {
      Array(sound.bytes.prefix($0))
    }
    damages.append(sound.bytes + [0])
    damages.append(SmallVocabulary(["hello"], code: 9).bytes)
    // The mark, the version, the four sizes, and offsets that fall or lead out of the file.
    for offset in [0, 8, 16, 20, 28, 32, SmallVocabulary.offsets, SmallVocabulary.offsets + 40] {
      for value in [0, 3, UInt32.max] as [UInt32]
      where offset != SmallVocabulary.offsets || value > 0 {
        var damaged = sound
        damaged.setWord(at: offset, to: value)
        damages.append(damaged.bytes)
      }
    }
    try await withTemporaryFolder { folder in
      let path = folder.path("x.vocabulary")
      for damage in damages {
        try Data(damage).write(to: URL(filePath: path))
        #expect(throws: VocabularyError(message: "the vocabulary '\(path)' is damaged")) {
          try Vocabulary(path: path)
        }
      }
    }
  }

  @Test func `damage anywhere in the table traps nowhere`() async throws {
    var random = SeededGenerator(seed: 3)
    let sound = SmallVocabulary(["hello", "he", "ll", "lo"])
    try await withTemporaryFolder { folder in
      let path = folder.path("x.vocabulary")
      for _ in 0..<200 {
        var damaged = sound.bytes
        for _ in 0..<20 {
          let place = Int.random(in: 40..<damaged.count, using: &random)
          damaged[place] = UInt8.random(in: 0...255, using: &random)
        }
        try Data(damaged).write(to: URL(filePath: path))
        let vocabulary: Vocabulary
        do { vocabulary = try Vocabulary(path: path) } catch { continue }
        #expect(BytePairEncoder(vocabulary).count("hello hellohello") > 0)
      }
    }
  }

  @Test func `a file that is not there is told by its path`() {
    #expect(throws: VocabularyError(message: "the vocabulary '/nowhere/x' cannot be read")) {
      try Vocabulary(path: "/nowhere/x")
    }
  }
}
