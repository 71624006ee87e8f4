import SottoCore

/// A message as it goes to a model.
struct ContextPiece: Sendable {
  var message: Message
  var entry: ModelRequest.Entry
  /// The bytes of its files, by digest.
  var files: [String: [UInt8]]
  var tokens: InputTokens
  /// Its files that do not go; words stand for them.
  var unsent: [Unsent]

  struct Unsent: Sendable {
    var file: FileReference
    var reason: ContextOmission.Reason
    var words: String
    /// Why a document has no text; `nil` where the reason says all.
    var code: String?
  }
}

/// Makes entries of messages for one model.
struct PieceMaker: Sendable {
  let endpoint: ModelEndpoint
  let format: WireFormat
  let counter: RequestCounter

  /// `nil` for an answer that failed before its first word: it says nothing, and providers refuse
  /// empty messages.
  func piece(of message: Message, files: FileContents) -> ContextPiece? {
    let role: ModelRequest.Entry.Role = message.role == .user ? .user : .assistant
    let content = message.content
    if role == .assistant, !content.parts.contains(where: \.saysSomething) { return nil }
    // What one provider sealed means nothing to another.
    let isForeign = message.model?.provider != endpoint.reference.provider
    let parts = content.parts.filter { !($0.isOpaque && isForeign) }
    let entry = ModelRequest.Entry(role: role, parts: parts.map { readable($0, files) })
    return ContextPiece(
      message: message, entry: entry, files: files.bytes,
      tokens: counter.count(entry, of: message, files: files.bytes),
      unsent: parts.compactMap { unsent($0, files) })
  }

  /// Whether the text of a document goes in its place, because the model takes no such files.
  func readsAsText(_ file: FileReference) -> Bool {
    file.isPDF && !format.takesFile(file.mediaType, endpoint)
  }

  /// A file of text as text, which every model reads, and so the text of a document that the model does
  /// not take; in place of a picture that the model does not read a word about it, because providers
  /// refuse the whole request for one.
  private func readable(_ part: Part, _ files: FileContents) -> Part {
    guard case .file(let file) = part else { return part }
    if file.isImage, !readsImages {
      return .text("[file \(file.name) could not be sent: this model does not read pictures]\n")
    }
    if let document = files.texts[file.digest] {
      if let trouble = document.trouble {
        return .text("[file \(file.name) could not be sent: \(trouble)]\n")
      }
      return Self.quoted(document.text, as: file.name)
    }
    guard file.isText, let bytes = files.bytes[file.digest],
      let text = String(validating: bytes, as: UTF8.self)
    else { return part }
    return Self.quoted(text, as: file.name)
  }

  private static func quoted(_ text: String, as name: String) -> Part {
    .text("<file name=\"\(name)\">\n\(text)\n</file>\n")
  }

  private var readsImages: Bool { endpoint.info.inputs?.contains(.image) ?? true }

  private func unsent(_ part: Part, _ files: FileContents) -> ContextPiece.Unsent? {
    guard case .file(let file) = part else { return nil }
    let type = file.mediaType.isEmpty ? "an unknown type" : file.mediaType
    if files.bytes[file.digest] == nil {
      return ContextPiece.Unsent(
        file: file, reason: .fileMissing, words: "its content is no longer here")
    }
    if file.isText { return nil }
    if let document = files.texts[file.digest] {
      return document.trouble.map { trouble in
        ContextPiece.Unsent(
          file: file, reason: .fileUnreadable, words: trouble, code: document.state.rawValue)
      }
    }
    if file.isImage, !readsImages {
      return ContextPiece.Unsent(
        file: file, reason: .fileNotSupported,
        words: "\(endpoint.reference.model) does not read pictures")
    }
    if !format.takesFile(file.mediaType, endpoint) {
      return ContextPiece.Unsent(
        file: file, reason: .fileNotSupported,
        words: "\(endpoint.reference) takes no files of the type \(type)")
    }
    return nil
  }
}

extension Message {
  /// Whether it brings the results of tools, which belong to the answer before.
  var hasToolResult: Bool {
    content.parts.contains { if case .toolResult = $0 { true } else { false } }
  }

  var hasFile: Bool { content.parts.contains { if case .file = $0 { true } else { false } } }

  /// Whether it begins a round: a person's message with all that answers it.
  var startsRound: Bool { role == .user && !hasToolResult }
}

extension Part {
  fileprivate var isOpaque: Bool {
    switch self {
    case .signature, .opaque: true
    case .text, .file, .reasoning, .refusal, .toolCall, .toolResult: false
    }
  }

  /// Whether an answer with it is one.
  fileprivate var saysSomething: Bool {
    switch self {
    case .text(let text), .refusal(let text): text.contains { !$0.isWhitespace }
    case .toolCall: true
    case .file, .reasoning, .toolResult, .signature, .opaque: false
    }
  }
}
