import SottoCore

/// Writes the files of messages as parts of their content.
struct OpenAIResponsesFiles: Sendable {
  let dialect: OpenAIChatDialect
  /// What the model reads besides text, where that is known.
  let inputs: Set<ModelInfo.Modality>?
  /// The bytes of files by their digest.
  let files: [String: [UInt8]]

  func encode(_ file: FileReference) -> EncodedFile {
    switch SentFile(file, in: files, takes: takes) {
    case .text(let text): return .text(text)
    case .bytes(let bytes):
      let url = JSONValue.string(FileEncoding.dataURL(file: file, bytes: bytes))
      if file.isImage {
        // The SDK's type asks for the detail; `auto` is what the server takes without it.
        return .part(
          .object(["type": "input_image", "image_url": url, "detail": "auto"]))
      }
      return .part(
        .object([
          "type": "input_file", "filename": .string(OpenAIChatFiles.documentName(file)),
          "file_data": url,
        ]))
    }
  }

  func takes(_ mediaType: String) -> Bool {
    if dialect.imageTypes.contains(mediaType) { return inputs?.contains(.image) ?? true }
    return mediaType == OpenAIChatFiles.documentType && inputs?.contains(.pdf) ?? true
  }
}
