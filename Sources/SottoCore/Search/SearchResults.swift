/// What a search found.
public struct SearchResults: Hashable, Sendable {
  /// In the order that was asked for.
  public var results: [SearchResult]
  /// Where the next results begin; `nil` when these are all.
  public var next: SearchCursor?
  /// Whether not all matches were looked at: those compared are the newest.
  public var isBounded: Bool
  /// How many matches were looked at.
  public var considered: Int
  /// How many texts the index does not have yet. Of these the newest few hundred are looked through
  /// all the same; there are more only after an import or an update.
  public var unindexed: Int

  /// An answer with its parts as they are.
  public init(
    results: [SearchResult] = [], next: SearchCursor? = nil, isBounded: Bool = false,
    considered: Int = 0, unindexed: Int = 0
  ) {
    self.results = results
    self.next = next
    self.isBounded = isBounded
    self.considered = considered
    self.unindexed = unindexed
  }
}

/// A message, a conversation's title or a file's text that was found.
public struct SearchResult: Hashable, Sendable {
  /// What was found.
  public enum Kind: String, Hashable, Sendable {
    case message, title, file
  }

  /// What was found.
  public var kind: Kind
  /// The project it is in.
  public var projectID: ProjectID
  /// The conversation to open.
  public var conversationID: ConversationID
  /// Its title.
  public var conversationTitle: String
  /// Whether that is archived.
  public var isArchived: Bool
  /// The message to show; for a title `nil`, for a file the latest that names it.
  public var messageID: MessageID?
  /// Who speaks there.
  public var role: Message.Role?
  /// The model that answered there.
  public var model: ModelReference?
  /// When what was found was written: the message, the conversation, or when the file was added.
  public var createdAt: Timestamp
  /// Whether the message is on the path that the conversation shows; of a title always.
  public var isOnChosenPath: Bool
  /// Of a file its digest.
  public var fileDigest: String?
  /// The text around what was found.
  public var snippet: SearchSnippet

  /// A result with its parts as they are.
  public init(
    kind: Kind, projectID: ProjectID, conversationID: ConversationID, conversationTitle: String,
    isArchived: Bool, messageID: MessageID? = nil, role: Message.Role? = nil,
    model: ModelReference? = nil, createdAt: Timestamp, isOnChosenPath: Bool,
    fileDigest: String? = nil, snippet: SearchSnippet
  ) {
    self.kind = kind
    self.projectID = projectID
    self.conversationID = conversationID
    self.conversationTitle = conversationTitle
    self.isArchived = isArchived
    self.messageID = messageID
    self.role = role
    self.model = model
    self.createdAt = createdAt
    self.isOnChosenPath = isOnChosenPath
    self.fileDigest = fileDigest
    self.snippet = snippet
  }
}

/// A line of plain text with what was found in it.
public struct SearchSnippet: Hashable, Sendable {
  /// Without Markdown's marks; cut ends are `…`.
  public var text: String
  /// What was found, in Unicode scalars (code points) of `text`, in order.
  public var marks: [Range<Int>]

  /// A snippet with its parts as they are.
  public init(text: String, marks: [Range<Int>]) {
    self.text = text
    self.marks = marks
  }
}
