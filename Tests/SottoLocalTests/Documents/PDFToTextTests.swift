import SottoCore
import SottoLocal
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct PDFToTextTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static func fixture(_ name: String) throws -> [UInt8] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.deletingLastPathComponent().appending(path: "Fixtures/documents/\(name)")
    return [UInt8](try Data(contentsOf: file))
  }

  private static let isInstalled = PDFToText().isInstalled
  private static let missing: Comment = "poppler-utils is not installed: nothing read a PDF"

  @Test(.enabled(if: isInstalled, missing))
  func `reads the text of each page, and says where one begins`() async throws {
    let document = await PDFToText().text(ofPDF: try Self.fixture("tides.pdf"))
    #expect(
      document
        == DocumentText(
          "The tides of Halvorsen Bay\nHigh water comes at noon.\n\n[page 2]\nCafé Zephyr closes at nine."
        ))
  }

  @Test(
    .enabled(if: isInstalled, missing),
    arguments: [("scan.pdf", DocumentText.State.noText), ("locked.pdf", .encrypted)])
  func `says why there is no text`(name: String, state: DocumentText.State) async throws {
    #expect(await PDFToText().text(ofPDF: try Self.fixture(name)) == DocumentText(failed: state))
  }

  @Test(.enabled(if: isInstalled, missing))
  func `survives what is no PDF, and a part of one`() async throws {
    let whole = try Self.fixture("tides.pdf")
    for bytes in [Array("%PDF-1.4 nothing".utf8), Array(whole.prefix(40)), [0xFF, 0, 0x25]] {
      #expect(await PDFToText().text(ofPDF: bytes).state == .damaged)
    }
  }

  @Test func `without the program it says so`() async {
    let reader = PDFToText(program: "/nowhere/pdftotext")
    #expect(!reader.isInstalled)
    #expect(await reader.text(ofPDF: [1]) == DocumentText(failed: .noReader))
    #expect(DocumentText(failed: .noReader).trouble?.contains("poppler-utils") == true)
  }

  // What a broken or hostile program may do.

  private func reader(_ script: String, time: Duration = .seconds(60)) throws -> PDFToText {
    PDFToText(program: try folder.writeProgram("program", script), time: time)
  }

  @Test func `a program that does not end is ended`() async throws {
    let reader = try reader("exec sleep 600", time: .milliseconds(50))
    #expect(await reader.text(ofPDF: [1]).state == .tooMuch)
  }

  @Test func `a program that closes its output and goes on is ended`() async throws {
    let reader = try reader("exec >/dev/null 2>&1; exec sleep 600", time: .milliseconds(50))
    #expect(await reader.text(ofPDF: [1]).state == .tooMuch)
  }

  @Test func `a program that crashes is told as a damaged file`() async throws {
    #expect(try await reader("kill -SEGV $$").text(ofPDF: [1]).state == .damaged)
  }

  @Test func `a text without an end is cut, and says so`() async throws {
    let document = try await reader("yes word").text(ofPDF: [1])
    #expect(document.state == .read)
    #expect(document.text.utf8.count < 5 << 20)
    #expect(document.text.hasSuffix("[the document goes on; the rest is left out]"))
  }

  @Test func `a program that reads nothing of a large file does no harm`() async throws {
    let file = [UInt8](repeating: 0x20, count: 4 << 20)
    #expect(try await reader("echo read").text(ofPDF: file) == DocumentText("read"))
  }

  @Test func `a program may write no file and sees nothing of ours`() async throws {
    #expect(try await reader("echo \"[$HOME]\"").text(ofPDF: [1]) == DocumentText("[]"))
    _ = try await reader("echo x > \(folder.path)/written").text(ofPDF: [1])
    #if os(Linux)
      #expect((folder.read("written") ?? "").isEmpty)
    #endif
  }
}
