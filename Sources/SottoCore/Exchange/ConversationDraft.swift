/// A conversation out of a file, before the store gives it its place.
public struct ConversationDraft: Sendable {
  /// What the file calls it; may be empty, and need not be unique.
  public var key: String
  /// The id it has in a file of our own, which it keeps; `nil` for other programs' files.
  public var id: ConversationID?
  /// Empty when the file gives none; the store then takes the first message's.
  public var title: String
  /// Who gave the title.
  public var titleOrigin: Conversation.TitleOrigin
  /// See ``Conversation/version``.
  public var version: Int
  /// `nil` when the file does not say.
  public var createdAt: Timestamp?
  /// `nil` when the file does not say: the time of the last message counts.
  public var updatedAt: Timestamp?
  /// `nil` when it is in the list.
  public var archivedAt: Timestamp?
  /// The tree, every parent before its children.
  public var messages: [MessageDraft]
  /// The end of the chosen path, as an index into ``messages``; `nil` takes the last message.
  public var leaf: Int?

  /// A draft without messages.
  public init(
    key: String, id: ConversationID? = nil, title: String = "",
    titleOrigin: Conversation.TitleOrigin = .person, version: Int = 1, createdAt: Timestamp? = nil,
    updatedAt: Timestamp? = nil, archivedAt: Timestamp? = nil, messages: [MessageDraft] = [],
    leaf: Int? = nil
  ) {
    self.key = key
    self.id = id
    self.title = title
    self.titleOrigin = titleOrigin
    self.version = version
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.archivedAt = archivedAt
    self.messages = messages
    self.leaf = leaf
  }
}

/// A message of a ``ConversationDraft``.
public struct MessageDraft: Sendable {
  /// What the file calls it; may be empty.
  public var key: String
  /// The id it has in a file of our own, which it keeps where that is possible.
  public var id: MessageID?
  /// The message it follows, as an index of an earlier one; `nil` for the first of a path.
  public var parent: Int?
  /// The child where the chosen path went on, as an index; `nil` leaves it open.
  public var chosenChild: Int?
  /// Who speaks.
  public var role: Message.Role
  /// What it says. Its files are in the store already.
  public var content: MessageContent
  /// How it ended; a running one cannot be stored.
  public var status: Message.Status
  /// The model that answered, where the file says so.
  public var model: ModelReference?
  /// `nil` when the file does not say.
  public var createdAt: Timestamp?
  /// See ``Message/version``.
  public var version: Int
  /// See ``Message/editedAt``.
  public var editedAt: Timestamp?
  /// See ``Message/pinnedAt``.
  public var pinnedAt: Timestamp?

  /// A complete message with its parts as they are.
  public init(
    key: String, id: MessageID? = nil, parent: Int? = nil, chosenChild: Int? = nil,
    role: Message.Role, content: MessageContent = MessageContent(),
    status: Message.Status = .complete, model: ModelReference? = nil, createdAt: Timestamp? = nil,
    version: Int = 1, editedAt: Timestamp? = nil, pinnedAt: Timestamp? = nil
  ) {
    self.key = key
    self.id = id
    self.parent = parent
    self.chosenChild = chosenChild
    self.role = role
    self.content = content
    self.status = status
    self.model = model
    self.createdAt = createdAt
    self.version = version
    self.editedAt = editedAt
    self.pinnedAt = pinnedAt
  }
}

/// A project that a file names, or that the conversations of a file without projects go to.
public struct ProjectDraft: Hashable, Sendable {
  /// What the file calls it; empty for the one project that a source's other conversations share.
  public var key: String
  /// What a person would edit.
  public var details: ProjectDetails
  /// The project as a file of our own has it, which keeps its id, times and version.
  public var own: Project?

  /// A project of this name.
  public init(key: String, details: ProjectDetails, own: Project? = nil) {
    self.key = key
    self.details = details
    self.own = own
  }
}

/// A template as a file of our own has it. The store keeps it as it is when there is none of its id.
public struct TemplateRecord: Hashable, Sendable {
  /// A UUID in its text form.
  public var id: String
  /// All columns of the template by their names; times are milliseconds, `settings`, `variables` and
  /// `behaviours` JSON texts.
  public var fields: JSONObject

  /// A record with its parts as they are.
  public init(id: String, fields: JSONObject) {
    self.id = id
    self.fields = fields
  }
}
