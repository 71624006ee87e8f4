import SottoCore

/// Chooses what the model sees: the project's instructions and the path of messages.
///
/// Nothing in it changes from turn to turn but what was added, so that providers' prompt caches
/// hit.
struct ContextBuilder: Sendable {
  static let continuation =
    "Continue your last message exactly where it stopped. Do not repeat any of it and do not comment."

  let project: ProjectDetails

  /// What goes to `model` of the messages of `path`; `files` has the bytes of their files by digest.
  func request(
    for model: ModelReference, path: [Message], files: [String: [UInt8]] = [:],
    isContinuation: Bool = false
  ) -> ModelRequest {
    var entries = path.compactMap { entry(for: $0, to: model.provider, files: files) }
    if isContinuation {
      entries.append(ModelRequest.Entry(role: .user, parts: [.text(Self.continuation)]))
    }
    return ModelRequest(
      model: model.model, systemPrompt: project.systemPrompt, entries: entries, files: files,
      settings: project.settings)
  }

  /// An answer that failed before its first word says nothing, and providers refuse empty messages.
  private func entry(
    for message: Message, to provider: String, files: [String: [UInt8]]
  ) -> ModelRequest.Entry? {
    let content = message.content
    if message.role == .assistant, !content.parts.contains(where: \.saysSomething) { return nil }
    // What one provider sealed means nothing to another.
    let isForeign = message.model?.provider != provider
    let parts = content.parts.filter { !($0.isOpaque && isForeign) }
    return ModelRequest.Entry(role: message.role, parts: parts.map { Self.readable($0, files) })
  }

  /// A file of text as text, which every model reads.
  private static func readable(_ part: Part, _ files: [String: [UInt8]]) -> Part {
    guard case .file(let file) = part, file.isText, let bytes = files[file.digest],
      let text = String(validating: bytes, as: UTF8.self)
    else { return part }
    return .text("<file name=\"\(file.name)\">\n\(text)\n</file>\n")
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
