import SottoLocal
import Testing

/// Texts in other encodings than UTF-8, as files have them.
@Suite struct ForeignTextTests {
  private func read(_ bytes: [UInt8]) -> String? {
    PDFToText().utf8(of: bytes).map { String(decoding: $0, as: UTF8.self) }
  }

  private static let chinese = "今天天气很好，我们去公园散步。这是一个测试文件。"
  /// `chinese` in GB 2312.
  private static let chineseBytes: [UInt8] = [
    0xBD, 0xF1, 0xCC, 0xEC, 0xCC, 0xEC, 0xC6, 0xF8, 0xBA, 0xDC, 0xBA, 0xC3, 0xA3, 0xAC, 0xCE, 0xD2,
    0xC3, 0xC7, 0xC8, 0xA5, 0xB9, 0xAB, 0xD4, 0xB0, 0xC9, 0xA2, 0xB2, 0xBD, 0xA1, 0xA3, 0xD5, 0xE2,
    0xCA, 0xC7, 0xD2, 0xBB, 0xB8, 0xF6, 0xB2, 0xE2, 0xCA, 0xD4, 0xCE, 0xC4, 0xBC, 0xFE, 0xA1, 0xA3,
  ]

  @Test func `UTF-16 is told by its mark, in either order`() {
    let text = "Zoë 好 😀\n"
    let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    #expect(read([0xFF, 0xFE] + little) == text)
    #expect(read([0xFE, 0xFF] + big) == text)
    #expect(read([0xFF, 0xFE] + little + [0x41]) == nil, "half a character")
    #expect(read(little) == nil, "no mark")
  }

  @Test func `Chinese is told from Latin`() {
    #expect(read(Self.chineseBytes) == Self.chinese)
    #expect(read(Array("# a = 1\n".utf8) + Self.chineseBytes) == "# a = 1\n" + Self.chinese)
    // A character of four bytes, and one beyond GB 2312.
    #expect(read(Self.chineseBytes + [0x81, 0x30, 0x81, 0x30]) == Self.chinese + "\u{80}")
    #expect(read(Self.chineseBytes + [0xBD]) == nil, "half a character")
  }

  @Test(arguments: [
    "Größe: ±3 °C, ungefähr", "Für Élodie – “naïve” café", "El niño comió en el café\r\n",
    "Smørrebrød på øya",
  ])
  func `Latin-1 and what Windows made of it are read`(text: String) {
    #expect(read(windows(text)) == text)
  }

  @Test func `what is UTF-8 already, no text, or of another encoding stays as it is`() {
    #expect(read(Array("plain".utf8)) == nil)
    #expect(read(Array("schön".utf8)) == nil)
    #expect(read([]) == nil)
    #expect(read([0x89, 0x50, 0x4E, 0x47, 0, 0xE9]) == nil)
    #expect(read([0x50, 0x4B, 3, 4, 0xE9, 0x41]) == nil)
    // Russian as Windows had it, and Korean: better no text than a wrong one.
    #expect(read([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x20, 0xEC, 0xE8, 0xF0, 0x21]) == nil)
    let korean: [UInt8] = [0xC7, 0xD1, 0xB1, 0xB9, 0xBE, 0xEE]
    #expect(read((0..<10).flatMap { _ in korean }) == nil)
  }

  /// The bytes of a text in Windows' form of Latin-1.
  private func windows(_ text: String) -> [UInt8] {
    let special: [Unicode.Scalar: UInt8] = ["–": 0x96, "“": 0x93, "”": 0x94]
    return text.unicodeScalars.map { special[$0] ?? UInt8($0.value) }
  }
}
