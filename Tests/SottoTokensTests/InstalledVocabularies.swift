import Foundation
import SottoTokens

private let checkout = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The vocabularies that `./test` installs in the checkout.
enum InstalledVocabularies {
  static let shelf = VocabularyShelf(folders: [checkout.path + "/.sotto/vocabularies"])

  /// The encoder, or `nil`, said aloud, when the vocabulary is not installed.
  static func encoder(for encoding: SottoTokens.Encoding) throws -> BytePairEncoder? {
    let encoder = try shelf.encoder(for: encoding)
    if encoder == nil {
      print("left out: \(encoding.rawValue) is not installed in .sotto/vocabularies")
    }
    return encoder
  }
}

/// Lines of JSON that `Tests/Fixtures/tokens/make.py` wrote with tiktoken.
enum TokenFixtures {
  struct Text: Decodable {
    var text: String
    var cl100k_base: [Int]
    var o200k_base: [Int]

    func tokens(_ encoding: SottoTokens.Encoding) -> [Int] {
      encoding == .cl100k ? cl100k_base : o200k_base
    }
  }

  struct Repeat: Decodable {
    var unit: String
    var times: Int
    var cl100k_base: Int
    var o200k_base: Int

    func count(_ encoding: SottoTokens.Encoding) -> Int {
      encoding == .cl100k ? cl100k_base : o200k_base
    }
  }

  static func texts() throws -> [Text] { try lines("texts.jsonl") }

  static func repeats() throws -> [Repeat] { try lines("repeats.jsonl") }

  private static func lines<Line: Decodable>(_ name: String) throws -> [Line] {
    let data = try Data(contentsOf: checkout.appending(path: "Tests/Fixtures/tokens/\(name)"))
    return try data.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Line.self, from: $0)
    }
  }
}
