import SottoCore

/// Chooses what the model sees: the project's instructions and the path of messages.
///
/// Nothing in it changes from turn to turn but what was added, so that providers' prompt caches
/// hit.
struct ContextBuilder: Sendable {
  static let continuation =
    "Continue your last message exactly where it stopped. Do not repeat any of it and do not comment."

  let project: ProjectDetails

  func request(model: String, path: [Message], isContinuation: Bool) -> ModelRequest {
    var entries = path.compactMap(entry)
    if isContinuation {
      entries.append(ModelRequest.Entry(role: .user, parts: [.text(Self.continuation)]))
    }
    return ModelRequest(
      model: model, systemPrompt: project.systemPrompt, entries: entries,
      temperature: project.temperature, maxOutputTokens: project.maxOutputTokens)
  }

  /// An answer that failed before its first word says nothing, and providers refuse empty messages.
  private func entry(for message: Message) -> ModelRequest.Entry? {
    let isEmpty = message.content.text.allSatisfy(\.isWhitespace)
    if message.role == .assistant, isEmpty { return nil }
    return ModelRequest.Entry(role: message.role, parts: message.content.parts)
  }
}
