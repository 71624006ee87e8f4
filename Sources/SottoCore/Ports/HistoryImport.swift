/// Takes conversations from files into the history. What was taken before is recognised and not
/// added again, whatever the file is called.
public protocol HistoryImport: Sendable {
  /// Finds the project that an earlier import made or that has this name, or makes it. Who wrote the
  /// file, such as `chatgpt`, is part of what names a project.
  func importProject(_ project: ProjectDraft, from source: String) async throws -> ProjectID
  /// Adds conversations, each whole or not at all; they are on the disk when this returns.
  ///
  /// A few small conversations are one transaction, a long one is several. Cancelling leaves whole
  /// conversations only.
  ///
  /// - Returns: what came of each, in order.
  func importConversations(
    _ drafts: [ConversationDraft], from source: String, into project: ProjectID
  ) async throws -> [ImportOutcome]
  /// Adds a template unless there is one of its id.
  ///
  /// - Returns: whether it was added.
  func importTemplate(_ template: TemplateRecord) async throws -> Bool
  /// Removes the project that a new store begins with, if it is the only one besides `imported` and
  /// nobody has touched it, and makes `active` the one that opens next time: a restored history is
  /// then the same as before.
  func dropUntouchedFirstProject(
    besides imported: Set<ProjectID>, activating active: ProjectID?
  ) async throws
}

/// What came of one conversation of a file.
public enum ImportOutcome: Hashable, Sendable {
  /// It is new, with so many messages.
  case imported(messages: Int)
  /// It was there, and some of its messages were not.
  case grown(added: Int, known: Int)
  /// It was there with all of its messages.
  case unchanged(messages: Int)
  /// It was not taken, and why, in a few plain words.
  case refused(String)
}
