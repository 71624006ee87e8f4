import SottoCore

/// Writes the files of messages as parts of their content.
struct OpenAIChatFiles: Sendable {
  let dialect: OpenAIChatDialect
  /// What the model reads besides text, where that is known.
  let inputs: Set<ModelInfo.Modality>?
  /// The bytes of files by their digest.
  let files: [String: [UInt8]]

  func encode(_ file: FileReference) -> EncodedFile {
    switch SentFile(file, in: files, takes: takes) {
    case .text(let text): return .text(text)
    case .bytes(let bytes):
      if let format = Self.audioFormats[file.mediaType] {
        let audio: JSONValue = .object([
          "data": .string(FileEncoding.base64(bytes)), "format": .string(format),
        ])
        return .part(.object(["type": "input_audio", "input_audio": audio]))
      }
      let url = JSONValue.string(FileEncoding.dataURL(file: file, bytes: bytes))
      if file.isImage {
        return .part(.object(["type": "image_url", "image_url": .object(["url": url])]))
      }
      return .part(
        .object([
          "type": "file",
          "file": .object(["filename": .string(Self.documentName(file)), "file_data": url]),
        ]))
    }
  }

  func takes(_ mediaType: String) -> Bool {
    if dialect.imageTypes.contains(mediaType) { return reads(.image) }
    if mediaType == Self.documentType { return dialect.takesDocuments && reads(.pdf) }
    return dialect.takesAudio && Self.audioFormats[mediaType] != nil && reads(.audio)
  }

  private func reads(_ input: ModelInfo.Modality) -> Bool { inputs?.contains(input) ?? true }

  static let documentType = "application/pdf"

  /// A document without a name is refused.
  static func documentName(_ file: FileReference) -> String {
    file.name.isBlank ? "document.pdf" : file.name
  }

  private static let audioFormats = [
    "audio/wav": "wav", "audio/x-wav": "wav", "audio/wave": "wav", "audio/mpeg": "mp3",
    "audio/mp3": "mp3",
  ]
}
