import SottoCore
import SottoProviders
import Testing

private func file(_ name: String, _ type: String, digest: String = "d") -> FileReference {
  FileReference(digest: digest, name: name, mediaType: type, size: 1)
}

private let png = file("a.png", "image/png")

@Suite struct SentFileTests {
  @Test func `has the bytes of what a protocol has a place for`() {
    #expect(SentFile(png, in: ["d": [1, 2]]) { $0 == "image/png" } == .bytes([1, 2]))
  }

  @Test(arguments: [
    (
      file("a.png", "image/tiff"), ["d": [1]],
      "[file a.png could not be sent: files of type image/tiff are not supported here]"
    ),
    (
      file(" ", ""), ["d": [1]],
      "[file without a name could not be sent: files of type unknown are not supported here]"
    ),
    (png, [:], "[file a.png could not be sent: its content is missing]"),
    (png, ["d": []], "[file a.png could not be sent: it is empty]"),
    (
      file("a\nb.md", "text/markdown"), [:],
      "[file a b.md could not be sent: its content is missing]"
    ),
    (
      file("", "text/plain"), ["d": []], "[file without a name could not be sent: it is empty]"
    ),
  ])
  func `says why a file could not be sent (T050)`(
    file: FileReference, files: [String: [UInt8]], words: String
  ) {
    #expect(SentFile(file, in: files) { $0 == "image/png" } == .text(words))
  }

  @Test(arguments: [
    ("text/plain", "hé\n", "n:\n```\nhé\n\n```"),
    ("application/json", "{}", "n:\n```\n{}\n```"),
    ("image/svg+xml", "<svg/>", "n:\n```\n<svg/>\n```"),
    ("text/markdown", "````\nx\n````", "n:\n`````\n````\nx\n````\n`````"),
  ])
  func `has the text of a text file in a fence`(type: String, text: String, words: String) {
    let sent = SentFile(file("n", type), in: ["d": Array(text.utf8)]) { _ in true }
    #expect(sent == .text(words))
  }

  @Test func `mends text that is not UTF-8`() {
    let sent = SentFile(file("n", "text/plain"), in: ["d": [0x61, 0xFF]]) { _ in false }
    #expect(sent == .text("n:\n```\na\u{FFFD}\n```"))
  }
}
