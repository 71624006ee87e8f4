public import SottoCore

/// The texts of documents: read once, and kept.
public struct DocumentTexts: Sendable {
  private let kept: any DocumentTextStore
  private let reader: any DocumentReader

  /// Reads with `reader` what is not in `kept`.
  public init(kept: any DocumentTextStore, reader: any DocumentReader) {
    self.kept = kept
    self.reader = reader
  }

  /// The text of a PDF file that is kept. One that could not be read is tried again where the person
  /// has just attached it.
  func text(
    of file: FileReference, bytes: [UInt8], isNew: Bool = false
  ) async -> DocumentText {
    // Without the store it is read again, which is all that is lost.
    if let known = try? await kept.documentText(file.digest), known.state == .read || !isNew {
      return known
    }
    let read = await reader.text(ofPDF: bytes)
    if read.state != .noReader { try? await kept.keepDocumentText(read, of: file.digest) }
    return read
  }

  /// A text in another encoding, in UTF-8; `nil` for anything else.
  func utf8(of bytes: [UInt8]) -> [UInt8]? { reader.utf8(of: bytes) }
}
