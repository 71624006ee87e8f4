import SottoCore
import Testing

private struct Fixed: RandomNumberGenerator {
  var value: UInt64
  mutating func next() -> UInt64 { value }
}

@Suite struct IdentifierTests {
  @Test func `is a UUID of version 7 with its time in front`() throws {
    var generator = SystemRandomNumberGenerator()
    for milliseconds in [0, 1, 1_792_566_000_000, (1 << 48) - 1] as [Int64] {
      let id = MessageID(at: Timestamp(milliseconds: milliseconds), using: &generator)
      let digits = id.rawValue.filter { $0 != "-" }
      #expect(id.rawValue.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
      #expect(Int64(digits.prefix(12), radix: 16) == milliseconds)
      #expect(Array(digits)[12] == "7")
      #expect("89ab".contains(Array(digits)[16]))
      #expect(MessageID(id.rawValue) == id)
    }
  }

  @Test(arguments: [0, UInt64.max]) func `holds its layout for any random bits`(bits: UInt64) {
    var generator = Fixed(value: bits)
    let id = MessageID(at: Timestamp(milliseconds: 1), using: &generator)
    let expected =
      bits == 0 ? "00000000-0001-7000-8000-000000000000" : "00000000-0001-7fff-bfff-ffffffffffff"
    #expect(id.rawValue == expected)
  }

  @Test func `clamps times that do not fit`() {
    #expect(MessageID(at: Timestamp(milliseconds: -5)).rawValue.hasPrefix("00000000-0000-7"))
  }

  @Test func `sorts by time`() {
    let ids = (0..<50).map { MessageID(at: Timestamp(milliseconds: Int64($0) * 1000)).rawValue }
    #expect(ids == ids.sorted())
  }

  @Test func `differs within a millisecond`() {
    let ids = Set((0..<1000).map { _ in MessageID(at: Timestamp(milliseconds: 1)) })
    #expect(ids.count == 1000)
  }

  @Test func `takes any UUID and writes it in lower case`() {
    #expect(
      MessageID("0199A2B4-12CD-4EF0-8123-456789ABCDEF")?.description
        == "0199a2b4-12cd-4ef0-8123-456789abcdef")
  }

  @Test(arguments: [
    "", "x", "0199a2b4-12cd-4ef0-8123-456789abcde", "0199a2b4-12cd-4ef0-8123-456789abcdef0",
    "0199a2b412cd-4ef0-8123-456789abcdef-", "0199a2b4-12cd-4ef0-8123-456789abcdeg",
    "0199a2b4_12cd_4ef0_8123_456789abcdef", "{199a2b4-12cd-4ef0-8123-456789abcde}",
    " 199a2b4-12cd-4ef0-8123-456789abcdef", "0199a2b4-12cd-4ef0-8123-45678é9abcde",
    "../../../etc/passwd-aaaaaaaaaaaaaaaaa", "0199a2b4-12cd-4ef0-8123-456789abcd\u{0}f",
  ])
  func `refuses other text`(text: String) {
    #expect(MessageID(text) == nil)
  }
}
