import SottoCore
import SottoSealing
import Testing

struct SealedBoxTests {
  private static let plain = Array("a secret of some length".utf8)
  private static let context = Array("beside it".utf8)

  @Test func `opens what it sealed, and twice the same differs`() throws {
    let key = try SealingKey()
    let box = SealedBox(sealing: Self.plain, with: key, context: Self.context)
    #expect(box.opened(with: key, context: Self.context) == Self.plain)
    #expect(box != SealedBox(sealing: Self.plain, with: key, context: Self.context))
    #expect(SealedBox(json: box.json) == box)
  }

  @Test func `seals nothing as well`() throws {
    let key = try SealingKey()
    let box = SealedBox(sealing: [], with: key, context: [])
    #expect(box.opened(with: key, context: []) == [])
  }

  @Test func `does not open with another key or another context`() throws {
    let box = SealedBox(sealing: Self.plain, with: try SealingKey(), context: Self.context)
    #expect(box.opened(with: try SealingKey(), context: Self.context) == nil)
    let key = try SealingKey()
    let other = SealedBox(sealing: Self.plain, with: key, context: Self.context)
    #expect(other.opened(with: key, context: Array("beside if".utf8)) == nil)
  }

  @Test func `sees each flipped bit and each cut`() throws {
    let key = try SealingKey()
    let box = SealedBox(sealing: Self.plain, with: key, context: Self.context)
    for index in box.sealed.indices {
      var changed = box
      changed.sealed[index] ^= 1
      #expect(changed.opened(with: key, context: Self.context) == nil)
      changed.sealed = Array(box.sealed[..<index])
      #expect(changed.opened(with: key, context: Self.context) == nil)
    }
    for index in box.nonce.indices {
      var changed = box
      changed.nonce[index] ^= 1
      #expect(changed.opened(with: key, context: Self.context) == nil)
    }
    var short = box
    short.nonce.removeLast()
    #expect(short.opened(with: key, context: Self.context) == nil)
  }

  @Test func `a key opens from its box, and those for two purposes differ`() throws {
    let key = try SealingKey()
    let box = SealedBox(sealing: Self.plain, with: key, context: [])
    let outer = try SealingKey()
    let boxed = key.sealed(with: outer, context: Self.context)
    let again = try #require(try SealingKey(opening: boxed, with: outer, context: Self.context))
    #expect(box.opened(with: again, context: []) == Self.plain)
    #expect(try SealingKey(opening: boxed, with: key, context: Self.context) == nil)
    #expect(try SealingKey(opening: boxed, with: outer, context: []) == nil)
    let derived = try ["a", "a", "b"].map(key.derived(for:))
    let other = SealedBox(sealing: Self.plain, with: derived[0], context: [])
    #expect(other.opened(with: derived[1], context: []) == Self.plain)
    #expect(other.opened(with: derived[2], context: []) == nil)
    #expect(other.opened(with: key, context: []) == nil)
  }

  @Test func `makes the same key of the same passphrase and salt only`() throws {
    let derivation = KeyDerivation(cost: .least)
    let one = try SealingKey(deriving: Passphrase("correct horse"), by: derivation)
    let box = SealedBox(sealing: Self.plain, with: one, context: [])
    let again = try SealingKey(deriving: Passphrase("correct horse"), by: derivation)
    #expect(box.opened(with: again, context: []) == Self.plain)
    let other = try SealingKey(deriving: Passphrase("correct hors"), by: derivation)
    #expect(box.opened(with: other, context: []) == nil)
    let salted = try SealingKey(
      deriving: Passphrase("correct horse"), by: KeyDerivation(cost: .least))
    #expect(box.opened(with: salted, context: []) == nil)
  }

  @Test func `reads back its own costs and refuses those of a hostile file`() throws {
    let derivation = KeyDerivation()
    #expect(KeyDerivation(json: derivation.json) == derivation)
    #expect(derivation.cost.memory == 67_108_864)
    var json = try #require(derivation.json.object)
    json["memory"] = .integer(1 << 40)
    #expect(KeyDerivation(json: .object(json)) == nil)
    json["memory"] = .integer(8192)
    json["operations"] = .integer(1_000_000)
    #expect(KeyDerivation(json: .object(json)) == nil)
    json["operations"] = .integer(1)
    #expect(KeyDerivation(json: .object(json)) != nil)
    json["algorithm"] = "rot13"
    #expect(KeyDerivation(json: .object(json)) == nil)
  }
}
