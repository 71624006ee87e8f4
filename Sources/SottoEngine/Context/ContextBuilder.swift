import SottoCore

/// Chooses what the model sees: the project's instructions and the path of messages.
///
/// Nothing in it changes from turn to turn but what was added, so that providers' prompt caches
/// hit.
struct ContextBuilder: Sendable {
  static let continuation =
    "Continue your last message exactly where it stopped. Do not repeat any of it and do not comment."

  let project: ProjectDetails

  func request(for model: ModelReference, path: [Message], isContinuation: Bool) -> ModelRequest {
    var entries = path.compactMap { entry(for: $0, to: model.provider) }
    if isContinuation {
      entries.append(ModelRequest.Entry(role: .user, parts: [.text(Self.continuation)]))
    }
    return ModelRequest(
      model: model.model, systemPrompt: project.systemPrompt, entries: entries,
      settings: project.settings)
  }

  /// An answer that failed before its first word says nothing, and providers refuse empty messages.
  private func entry(for message: Message, to provider: String) -> ModelRequest.Entry? {
    let isEmpty = message.content.text.allSatisfy(\.isWhitespace)
    if message.role == .assistant, isEmpty { return nil }
    // What one provider sealed means nothing to another.
    let isForeign = message.model?.provider != provider
    let parts = message.content.parts.filter { !($0.isOpaque && isForeign) }
    return ModelRequest.Entry(role: message.role, parts: parts)
  }
}

extension Part {
  fileprivate var isOpaque: Bool {
    switch self {
    case .signature, .opaque: true
    case .text, .file, .reasoning, .refusal, .toolCall, .toolResult: false
    }
  }
}
