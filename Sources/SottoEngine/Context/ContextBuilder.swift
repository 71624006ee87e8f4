import SottoCore

/// Chooses what the model sees: the project's instructions and the path of messages.
///
/// Nothing in it changes from turn to turn but what was added, so that providers' prompt caches
/// hit.
struct ContextBuilder: Sendable {
  static let continuation =
    "Continue your last message exactly where it stopped. Do not repeat any of it and do not comment."

  let project: ProjectDetails

  /// What goes to `model` of the messages of `path`; `files` has the bytes of their files by digest,
  /// `inputs` says what the model reads where that is known.
  func request(
    for model: ModelReference, inputs: Set<ModelInfo.Modality>? = nil, path: [Message],
    files: [String: [UInt8]] = [:], isContinuation: Bool = false
  ) -> ModelRequest {
    var entries = path.compactMap { message in
      entry(for: message, to: model.provider) { Self.readable($0, files, inputs) }
    }
    if isContinuation {
      entries.append(ModelRequest.Entry(role: .user, parts: [.text(Self.continuation)]))
    }
    return ModelRequest(
      model: model.model, systemPrompt: project.systemPrompt, entries: entries, files: files,
      settings: project.settings)
  }

  /// An answer that failed before its first word says nothing, and providers refuse empty messages.
  private func entry(
    for message: Message, to provider: String, as readable: (Part) -> Part
  ) -> ModelRequest.Entry? {
    let content = message.content
    let role: ModelRequest.Entry.Role = message.role == .user ? .user : .assistant
    if role == .assistant, !content.parts.contains(where: \.saysSomething) { return nil }
    // What one provider sealed means nothing to another.
    let isForeign = message.model?.provider != provider
    let parts = content.parts.filter { !($0.isOpaque && isForeign) }
    return ModelRequest.Entry(role: role, parts: parts.map(readable))
  }

  /// A file of text as text, which every model reads; in place of a picture that the model does not
  /// read a word about it, because providers refuse the whole request for one.
  private static func readable(
    _ part: Part, _ files: [String: [UInt8]], _ inputs: Set<ModelInfo.Modality>?
  ) -> Part {
    guard case .file(let file) = part else { return part }
    if file.isImage, inputs?.contains(.image) == false {
      return .text("[file \(file.name) could not be sent: this model does not read pictures]\n")
    }
    guard file.isText, let bytes = files[file.digest],
      let text = String(validating: bytes, as: UTF8.self)
    else { return part }
    return .text("<file name=\"\(file.name)\">\n\(text)\n</file>\n")
  }
}

extension ModelRequest {
  /// A conversation that the model opened: most protocols want a person's message first, so what it
  /// said goes into the instructions.
  mutating func moveOpeningToInstructions() {
    guard let first = entries.first, first.role == .assistant else { return }
    let opening = first.parts.compactMap { if case .text(let text) = $0 { text } else { nil } }
      .joined()
    entries.removeFirst()
    let words = "You opened the conversation with this message:\n\n\(opening)"
    systemPrompt = systemPrompt.isEmpty ? words : "\(systemPrompt)\n\n\(words)"
  }
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
