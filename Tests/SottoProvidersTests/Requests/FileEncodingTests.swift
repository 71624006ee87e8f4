import SottoCore
import SottoProviders
import Testing

@Suite struct FileEncodingTests {
  @Test(
    arguments: [
      ([], ""), ([0x66], "Zg=="), ([0x66, 0x6F], "Zm8="), ([0x66, 0x6F, 0x6F], "Zm9v"),
      ([0xFB, 0xEF, 0xFF], "++//"),
    ] as [([UInt8], String)])
  func `writes base64 with padding`(bytes: [UInt8], text: String) {
    #expect(FileEncoding.base64(bytes) == text)
  }

  @Test func `breaks no line`() {
    let text = FileEncoding.base64([UInt8](repeating: 0, count: 300))
    #expect(text == String(repeating: "A", count: 400))
  }

  @Test func `writes a data URL`() {
    let file = FileReference(digest: "d", name: "a b.png", mediaType: "image/png", size: 1)
    #expect(FileEncoding.dataURL(file: file, bytes: [0x66]) == "data:image/png;base64,Zg==")
  }
}
