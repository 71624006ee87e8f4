import Foundation
import SottoTestSupport
import SottoTokens
import Testing

@Suite struct VocabularyShelfTests {
  @Test func `finds a vocabulary beside the data or above the program`() async throws {
    try await withTemporaryFolder { folder in
      for place in ["data/vocabularies", "checkout/.sotto/vocabularies"] {
        let url = folder.url.appending(path: place)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let code: UInt32 = place.hasPrefix("data") ? 1 : 2
        let name = code == 1 ? "cl100k_base" : "o200k_base"
        try Data(SmallVocabulary(["hello"], code: code).bytes)
          .write(to: url.appending(path: "\(name).vocabulary"))
      }
      let shelf = VocabularyShelf(
        data: folder.path("data"), executable: folder.path("checkout/.build/release/sotto"))
      #expect(try shelf.encoder(for: .cl100k)?.encode("hello") == [256])
      #expect(try shelf.encoder(for: .o200k)?.encode("hello") == [256])
    }
  }

  @Test func `a file under another encoding's name is refused`() async throws {
    try await withTemporaryFolder { folder in
      try Data(SmallVocabulary([], code: 2).bytes)
        .write(to: URL(filePath: folder.path("cl100k_base.vocabulary")))
      let shelf = VocabularyShelf(folders: [folder.url.path])
      #expect(throws: VocabularyError.self) { try shelf.encoder(for: .cl100k) }
    }
  }

  @Test func `counts exactly, nearly or by rules of thumb, and says which`() async throws {
    try await withTemporaryFolder { folder in
      try Data(SmallVocabulary(["hello"]).bytes)
        .write(to: URL(filePath: folder.path("o200k_base.vocabulary")))
      let shelf = VocabularyShelf(folders: [folder.path("none"), folder.url.path])
      #expect(try shelf.count("hello", for: .exact(.o200k)) == TokenCount(1, isExact: true))
      #expect(try shelf.count("hello", for: .near(.o200k)) == TokenCount(1, isExact: false))
      #expect(try shelf.count("hello", for: .exact(.cl100k)) == TokenCount(1, isExact: false))
      let ten = String(repeating: "hello1", count: 5)
      #expect(try shelf.count(ten, for: .unknown(.general)) == TokenCount(11, isExact: false))
      #expect(try shelf.count(ten, for: .unknown(.claude)) == TokenCount(12, isExact: false))
      #expect(try shelf.count(ten, for: .unknown(.recentClaude)) == TokenCount(14, isExact: false))
    }
  }

  @Test func `an estimate is marked, also in a sum`() {
    let sum = TokenCount(3, isExact: true) + TokenCount(4, isExact: false)
    #expect(sum.description == "about 7")
    #expect((TokenCount(3, isExact: true) + TokenCount(4, isExact: true)).description == "7")
  }
}
