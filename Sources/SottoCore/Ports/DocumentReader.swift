/// Makes text that every model reads of files that are none yet. The bytes may be anything at all.
public protocol DocumentReader: Sendable {
  /// The text of a PDF file, within limits of time, memory and length.
  func text(ofPDF bytes: [UInt8]) async -> DocumentText
  /// A text in another encoding, in UTF-8; `nil` for what is UTF-8 already or no text.
  func utf8(of bytes: [UInt8]) -> [UInt8]?
}

/// Keeps the texts of documents beside their files, since reading one takes long. They go with the
/// file.
public protocol DocumentTextStore: Sendable {
  /// What was kept for a file; `nil` when nothing was.
  func documentText(_ digest: String) async throws -> DocumentText?
  /// Keeps a text for a file that is kept; does nothing for another.
  func keepDocumentText(_ text: DocumentText, of digest: String) async throws
}
