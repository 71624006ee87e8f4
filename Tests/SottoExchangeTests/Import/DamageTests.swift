import Foundation
import SottoCore
import SottoExchange
import SottoStore
import SottoTestSupport
import Testing

/// Whatever a file holds, an import ends with a balance or a reason.
@Suite struct DamageTests {
  private static let names = [
    "chatgpt.json", "claude.json", "open-webui.json", "librechat-tree.json", "chatbox.json",
    "sotto.json", "dialog.md",
  ]

  @Test func `a conversation that is no JSON costs itself`() async throws {
    let rig = try await ExchangeRig()
    let whole = ImporterTests.many(5, messages: 4)
    for damage in [
      ("\"title\": \"c2\"", "\"title\": \"c2"), ("\"title\": \"c2\"", "\"title\" \"c2\""),
      ("\"id\": \"c2\", \"mapping\": {", "\"id\": \"c2\", \"mapping\": "),
      ("{\"title\": \"c2\"", "}{{\"title\": \"c2\""),
    ] {
      let text = whole.replacingOccurrences(of: damage.0, with: damage.1)
      try #require(text != whole)
      let fresh = try await ExchangeRig()
      let balance = try await fresh.load(Array(text.utf8))
      #expect(balance.conversations.imported >= 4, "\(damage)")
      #expect(balance.conversations.skipped >= 1, "\(damage)")
      Self.expectEven(balance)
    }
    try await rig.store.flush()
  }

  @Test func `a file that is cut off keeps what is before the cut`() async throws {
    let text = Array(ImporterTests.many(6, messages: 3).utf8)
    for cut in stride(from: 1, to: text.count, by: 97) {
      let rig = try await ExchangeRig()
      let balance = try await rig.load(Array(text[..<cut]))
      Self.expectEven(balance)
      await rig.store.close()
    }
  }

  @Test func `an archive that is cut off keeps what is before the cut`() async throws {
    let rig = try await ExchangeRig()
    let path = try rig.archive([
      ("conversations-000.json", Array(ImporterTests.many(2, messages: 3).utf8)),
      ("conversations-001.json", Array(ImporterTests.many(30, messages: 40).utf8)),
    ])
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let cut = try rig.write(Array(bytes[..<(bytes.count * 2 / 3)]), "cut.zip")
    let balance = try await rig.load(cut)
    #expect(balance.conversations.imported >= 2)
    #expect(balance.skipped.contains { $0.subject == "archive" })
    Self.expectEven(balance)
  }

  @Test(arguments: names)
  func `random changes never crash it`(name: String) async throws {
    var random = SeededGenerator(seed: 20)
    let original = try ExchangeRig.bytes(of: name)
    for _ in 0..<60 {
      let rig = try await ExchangeRig()
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 20))
        case 2: bytes.insert(contentsOf: Array("\"{[null".utf8), at: place)
        default: bytes[place] = Array("{}[]\",:0".utf8).randomElement(using: &random) ?? 0
        }
        if bytes.isEmpty { bytes = [0x5B] }
      }
      do {
        Self.expectEven(try await rig.load(bytes))
      } catch let error as SottoError {
        #expect(error.code == .invalidInput, "\(error)")
      }
      await rig.store.close()
    }
  }

  @Test(arguments: names.dropLast())
  func `values of any type are put up with`(name: String) async throws {
    var random = SeededGenerator(seed: 7)
    let original = try JSONValue(parsing: ExchangeRig.bytes(of: name))
    for _ in 0..<60 {
      let rig = try await ExchangeRig()
      let changed = Self.retyped(original, &random)
      do {
        Self.expectEven(try await rig.load(changed.encoded))
      } catch let error as SottoError {
        #expect(error.code == .invalidInput, "\(error)")
      }
      await rig.store.close()
    }
  }

  /// Puts values of other types here and there.
  private static func retyped(
    _ value: JSONValue, _ random: inout SeededGenerator
  ) -> JSONValue {
    if Int.random(in: 0..<40, using: &random) == 0 {
      let others: [JSONValue] = [
        .null, true, 7, -1, .number(1e300), "text", [], .object([:]), ["a", 3, .null],
        .object(["text": 3, "parts": "no"]),
      ]
      return others.randomElement(using: &random) ?? .null
    }
    switch value {
    case .array(let elements):
      var changed: [JSONValue] = []
      for element in elements { changed.append(retyped(element, &random)) }
      return .array(changed)
    case .object(var object):
      for index in object.members.indices {
        object.members[index].value = retyped(object.members[index].value, &random)
      }
      return .object(object)
    default: return value
    }
  }

  static func expectEven(_ balance: ImportBalance, _ place: SourceLocation = #_sourceLocation) {
    for count in [balance.conversations, balance.messages, balance.files] {
      #expect(
        count.found == count.imported + count.unchanged + count.skipped, "\(balance)",
        sourceLocation: place)
    }
  }
}
