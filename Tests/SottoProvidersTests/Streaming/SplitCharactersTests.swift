import SottoProviders
import Testing

private func join(_ payloads: [[UInt8]]) -> String {
  var joiner = SplitCharacterJoiner()
  var text = ""
  for payload in payloads {
    let protected = SplitCharacters.protect(payload)
    let read = String(decoding: protected ?? payload, as: UTF8.self)
    text += joiner.join(read, isProtected: protected != nil)
  }
  return text + joiner.flush()
}

@Suite struct SplitCharactersTests {
  @Test(arguments: ["plain", "é漢🙂👩‍👩‍👧", #"\n\u00e9\ud83d\ude42\\ud83d"#, "\u{10F041}\u{10FFFF}", ""])
  func `leaves whole text alone`(text: String) {
    #expect(SplitCharacters.protect(Array(text.utf8)) == nil)
    #expect(join([Array(text.utf8)]) == text)
  }

  @Test func `joins bytes that come one by one (T041)`() {
    let text = "a👩‍👩‍👧é漢\u{10F041}"
    #expect(join(text.utf8.map { [$0] }) == text)
    let bytes = Array(text.utf8)
    for cut in bytes.indices {
      #expect(join([Array(bytes[..<cut]), Array(bytes[cut...])]) == text)
    }
  }

  @Test(
    arguments: [
      ([0xF0, 0x9F], "\u{FFFD}"), ([0x61, 0x80, 0x62], "a\u{FFFD}b"), ([0xC3, 0x28], "\u{FFFD}("),
      ([0xF0, 0x9F, 0xC3, 0xA9], "\u{FFFD}é"), ([0xFF, 0xFE], "\u{FFFD}\u{FFFD}"),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
    ] as [([UInt8], String)])
  func `gives up what cannot become a character`(bytes: [UInt8], text: String) {
    #expect(join([bytes]) == text)
    #expect(join(bytes.map { [$0] }) == text)
  }

  @Test func `keeps a private-use character of a text that was never protected`() {
    #expect(join([[0xF0], Array("\u{10F0A9}".utf8)]) == "\u{FFFD}\u{10F0A9}")
  }
}
