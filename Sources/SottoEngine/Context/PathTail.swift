import SottoCore

/// The end of a path, read from the store page by page as far as it is needed.
actor PathTail {
  private let store: any ConversationStore
  private let files: (any FileStore)?
  private let documents: DocumentTexts?
  private let conversation: ConversationID
  /// The last message that is stored.
  private let leaf: MessageID?
  /// Newest first; the draft of a message comes before those of the store.
  private var messages: [Message]
  private var next: MessageID?
  private var pageSize = 32
  private var known: PathAnchors?
  private var bytes: [String: [UInt8]] = [:]
  private var texts: [String: DocumentText] = [:]
  private var lost: Set<String> = []

  /// Reads nothing yet. `leaf` is the last message, `nil` for a path without stored ones; `draft` is a
  /// message after it that is not stored.
  init(
    to leaf: MessageID?, in conversation: ConversationID, draft: Message? = nil,
    store: any ConversationStore, files: (any FileStore)?, documents: DocumentTexts? = nil
  ) {
    self.store = store
    self.files = files
    self.documents = documents
    self.conversation = conversation
    self.leaf = leaf
    messages = draft.map { [$0] } ?? []
    next = leaf
  }

  /// What is read already from a place on, counted from the newest; at least one message unless the path
  /// is shorter.
  func messages(from place: Int) async throws -> ArraySlice<Message> {
    while messages.count <= place, let end = next {
      let page: [Message]
      if known == nil {
        let first = try await store.pathEnd(at: end, in: conversation, limit: pageSize)
        known = first.anchors
        page = first.messages
      } else {
        page = try await store.path(to: end, in: conversation, limit: pageSize)
      }
      pageSize = min(pageSize * 2, 256)
      messages += page.reversed()
      next = page.first?.parentID
    }
    return messages.dropFirst(place)
  }

  /// The messages that stay in every request.
  func anchors() async throws -> PathAnchors {
    if leaf != nil, known == nil { _ = try await messages(from: messages.count) }
    return known ?? PathAnchors()
  }

  /// What a message's files hold, by digest. One that is lost or damaged is missing in the result: it
  /// must not keep the conversation from going on.
  ///
  /// - Parameters:
  ///   - message: of this path.
  ///   - isReadAsText: whether the text of a document goes in its place.
  /// - Returns: the bytes, and the texts of documents that go as text.
  func files(
    of message: Message, isReadAsText: @Sendable (FileReference) -> Bool
  ) async -> FileContents {
    var found = FileContents()
    for case .file(let file) in message.content.parts {
      if bytes[file.digest] == nil, !lost.contains(file.digest) {
        bytes[file.digest] = try? await files?.file(file.digest)
        if bytes[file.digest] == nil { lost.insert(file.digest) }
      }
      guard let content = bytes[file.digest] else { continue }
      found.bytes[file.digest] = content
      if isReadAsText(file) { found.texts[file.digest] = await text(of: file, content) }
    }
    return found
  }

  private func text(of file: FileReference, _ content: [UInt8]) async -> DocumentText? {
    if texts[file.digest] == nil {
      texts[file.digest] = await documents?.text(of: file, bytes: content)
    }
    return texts[file.digest]
  }
}

/// What the files of a message hold, by digest.
struct FileContents: Sendable {
  var bytes: [String: [UInt8]] = [:]
  /// Of documents whose text goes in their place.
  var texts: [String: DocumentText] = [:]
}
