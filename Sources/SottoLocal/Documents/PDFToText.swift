import Dispatch
package import SottoCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads PDF files with poppler's `pdftotext`, as a child process within limits: one file at a time,
/// since a large one takes a whole processor.
package struct PDFToText: DocumentReader {
  /// Of a text, in bytes: about a million tokens, more than models read.
  private static let longest = 4 << 20

  private let program: String?
  private let limits: BoundedRun.Limits
  private let queue = DispatchQueue(label: "sotto.documents")

  /// - Parameters:
  ///   - program: the path of `pdftotext`; the first that is in one of the usual places if it is left
  ///     out.
  ///   - time: how long the reading of one file may take.
  package init(program: String? = nil, time: Duration = .seconds(40)) {
    self.program = program ?? Self.places.first { access($0, X_OK) == 0 }
    limits = BoundedRun.Limits(
      memory: 1 << 30, processor: 30, time: time, output: Self.longest)
  }

  /// Whether there is a program that reads them.
  package var isInstalled: Bool { program.map { access($0, X_OK) == 0 } ?? false }

  private static let places = [
    "/usr/bin/pdftotext", "/usr/local/bin/pdftotext", "/opt/homebrew/bin/pdftotext",
  ]

  package func text(ofPDF bytes: [UInt8]) async -> DocumentText {
    guard let program, isInstalled else { return DocumentText(failed: .noReader) }
    return await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: read(bytes, with: program)) }
    }
  }

  package func utf8(of bytes: [UInt8]) -> [UInt8]? { ForeignText.utf8(of: bytes) }

  private func read(_ bytes: [UInt8], with program: String) -> DocumentText {
    guard
      let run = try? BoundedRun(
        program, ["-enc", "UTF-8", "-eol", "unix", "-", "-"], input: bytes, limits: limits)
    else { return DocumentText(failed: .noReader) }
    switch run.ending {
    case .status(0): return Self.text(run.output, isCut: false)
    case .tooLong: return Self.text(run.output, isCut: true)
    case .status(3): return DocumentText(failed: .encrypted)
    case .status:
      let words = String(decoding: run.errors, as: UTF8.self)
      return DocumentText(failed: words.contains("password") ? .encrypted : .damaged)
    case .signal(let number): return DocumentText(failed: number == SIGXCPU ? .tooMuch : .damaged)
    case .late: return DocumentText(failed: .tooMuch)
    }
  }

  /// With a line where each page but the first begins, which the program marks by a form feed.
  private static func text(_ bytes: [UInt8], isCut: Bool) -> DocumentText {
    let pages = String(decoding: bytes, as: UTF8.self).split(
      separator: "\u{0C}", omittingEmptySubsequences: false
    ).map(trimmed)
    if pages.allSatisfy(\.isEmpty) { return DocumentText(failed: .noText) }
    var text = ""
    for (place, page) in pages.enumerated() where !page.isEmpty {
      if place > 0 { text += "\n\n[page \(place + 1)]\n" }
      text += page
    }
    if isCut { text += "\n\n[the document goes on; the rest is left out]" }
    return DocumentText(trimmed(text[...]))
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isNewline }
    let end = start.reversed().drop { $0.isWhitespace }
    return String(end.reversed())
  }
}
