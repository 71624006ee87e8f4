public import SottoCore

/// A person's file that was taken in.
public struct TakenFile: Sendable {
  /// How a message names it.
  public var file: FileReference
  /// What it says, if it is a document; `nil` for all else.
  public var document: DocumentText?
}

/// Takes in the files that a person attaches: texts in other encodings become UTF-8, and the text of
/// documents is read at once, so that what is wrong with one is known before it is sent.
public struct FileIntake: Sendable {
  private let files: any FileStore
  private let documents: DocumentTexts

  /// An intake over the places where files and their texts are kept.
  public init(files: any FileStore, documents: DocumentTexts) {
    self.files = files
    self.documents = documents
  }

  /// Keeps a file.
  ///
  /// - Throws: ``SottoError`` when it is empty or too large, or cannot be kept.
  public func add(_ bytes: [UInt8], name: String, mediaType: String) async throws -> TakenFile {
    let bytes = readable(bytes, mediaType: mediaType)
    let file = try await files.addFile(bytes, name: name, mediaType: mediaType)
    let document = file.isPDF ? await documents.text(of: file, bytes: bytes, isNew: true) : nil
    return TakenFile(file: file, document: document)
  }

  /// A file as models read it: a text in another encoding becomes UTF-8, all else stays. What is known by
  /// its bytes is no text, though a PDF may look like one.
  public func readable(_ bytes: [UInt8], mediaType: String) -> [UInt8] {
    guard MediaType.of(bytes, labelled: mediaType) == "application/octet-stream" else {
      return bytes
    }
    return documents.utf8(of: bytes) ?? bytes
  }
}
