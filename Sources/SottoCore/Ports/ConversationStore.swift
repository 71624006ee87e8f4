/// The history: projects, conversations, messages, turns and their events. Calls throw
/// ``SottoError`` and return after the change is on the disk, unless they say that it is only
/// committed: then it survives the end of the process, and a power cut only after ``flush()``.
///
/// A deletion hides a project, a conversation or a message and can be undone for ``undoPeriod``; then
/// it is erased.
///
/// Where a call takes `ifVersion`, it is the version that the caller saw: when the thing has another
/// one by now, nothing is changed and the call throws ``SottoError/Code/versionConflict``. With `nil`
/// the change is made in any case.
public protocol ConversationStore: Sendable {
  // Projects
  /// By name. Never empty: a store begins with one project.
  func projects() async throws -> [Project]
  /// One that is not deleted.
  func project(_ id: ProjectID) async throws -> Project
  /// The project of a conversation; neither is deleted.
  func project(of conversation: ConversationID) async throws -> Project
  /// Checks and stores a new project.
  func createProject(_ details: ProjectDetails) async throws -> Project
  /// Changes the details in one transaction, so that two writers never undo each other's fields.
  func updateProject(
    _ id: ProjectID, ifVersion: Int?,
    _ change: @escaping @Sendable (inout ProjectDetails) throws -> Void
  ) async throws -> Project
  /// - Returns: until when it can be restored.
  func deleteProject(_ id: ProjectID) async throws -> Timestamp
  /// Undoes a deletion; a project that is not deleted stays as it is.
  ///
  /// - Throws: ``SottoError/Code/gone`` after the time to undo it.
  func restoreProject(_ id: ProjectID) async throws -> Project
  /// The project that opens next time; another one takes its place when it is deleted.
  func activeProjectID() async throws -> ProjectID
  /// Makes it the one that opens next time.
  func activateProject(_ id: ProjectID) async throws -> Project

  // Conversations
  /// Newest first, at most `limit`, those after `cursor`; the archived ones or the others.
  func conversations(
    in project: ProjectID, areArchived: Bool, after cursor: ConversationCursor?, limit: Int
  ) async throws -> [Conversation]
  /// One that is not deleted, in a project that is not.
  func conversation(_ id: ConversationID) async throws -> Conversation
  /// With an `id` that exists already in the same project, returns that conversation.
  func createConversation(
    in project: ProjectID, title: String, id: ConversationID?
  ) async throws -> Conversation
  /// Changes what is given, without moving it in the list.
  ///
  /// - Throws: ``SottoError/Code/turnRunning`` when it is to move to another project while it is being
  ///   answered.
  func updateConversation(
    _ id: ConversationID, _ change: ConversationChange, ifVersion: Int?
  ) async throws -> Conversation
  /// Sets a title that a model made, unless somebody has named the conversation by now.
  ///
  /// - Returns: whether it is the title now.
  func proposeTitle(_ title: String, for id: ConversationID) async throws -> Bool
  /// Makes a new conversation in the same project with copies of the messages from the first to
  /// `message`; without a `title` it has that of the original. What the answers took stays with the
  /// originals, so that it is counted once.
  ///
  /// - Returns: the new conversation.
  /// - Throws: ``SottoError/Code/turnRunning`` for a message that is being answered.
  func branch(
    _ id: ConversationID, upTo message: MessageID, title: String?
  ) async throws -> Conversation
  /// - Returns: until when it can be restored.
  func deleteConversation(_ id: ConversationID) async throws -> Timestamp
  /// Undoes a deletion; one that is not deleted stays as it is.
  ///
  /// - Throws: ``SottoError/Code/gone`` after the time to undo it.
  func restoreConversation(_ id: ConversationID) async throws -> Conversation

  // Messages
  /// The end of the chosen path, or the part of it that ends before `before`, at most `limit` messages.
  /// A message that is being answered holds what has been stored of it.
  func messagePage(
    in conversation: ConversationID, before: MessageID?, limit: Int
  ) async throws -> MessagePage
  /// The part of the chosen path at `place`, at most `limit` messages.
  func messagePage(
    in conversation: ConversationID, at place: MessagePlace, limit: Int
  ) async throws -> MessagePage
  /// One that is not deleted.
  func message(_ id: MessageID) async throws -> Message
  /// The path from the root to `id`, oldest first, without what is deleted.
  func path(to id: MessageID) async throws -> [Message]
  /// Makes a path through `id` the chosen one. Below it the path goes on as the last time it came by,
  /// else with the latest messages.
  func choosePath(through id: MessageID, in conversation: ConversationID) async throws
  /// Changes what is given. An answer whose text is changed loses what its provider sealed.
  ///
  /// - Throws: ``SottoError/Code/turnRunning`` when its text is to change while it is being answered.
  func updateMessage(
    _ id: MessageID, _ change: MessageChange, ifVersion: Int?
  ) async throws -> Message
  /// Hides one message; those after it stay. Where it was the last one shown, the path goes on with
  /// an alternative if there is one.
  ///
  /// - Returns: until when it can be restored.
  /// - Throws: ``SottoError/Code/turnRunning`` for a message that is being answered.
  func deleteMessage(_ id: MessageID) async throws -> Timestamp
  /// Undoes a deletion and makes a path through the message the chosen one; one that is not deleted
  /// stays as it is.
  ///
  /// - Throws: ``SottoError/Code/gone`` after the time to undo it.
  func restoreMessage(_ id: MessageID) async throws -> Message
  /// The end of the path to `id`, oldest first, at most `limit` messages; deleted ones are left out.
  func path(
    to id: MessageID, in conversation: ConversationID, limit: Int
  ) async throws -> [Message]
  /// The same with the anchors of the path, in one look: every request begins with it.
  func pathEnd(
    at id: MessageID, in conversation: ConversationID, limit: Int
  ) async throws -> PathEnd
  /// What on the path to `id` stays in every request, however far back it is.
  func anchors(onPathTo id: MessageID, in conversation: ConversationID) async throws -> PathAnchors
  /// The messages of the path to `id` without what they say, oldest first.
  func steps(ofPathTo id: MessageID, in conversation: ConversationID) async throws -> [PathStep]
  /// Stores a summary: a message of that role below the last message that it stands for.
  func addSummary(_ summary: Message) async throws

  // Turns
  /// Stores the person's message, an empty answer and the turn, and moves the chosen path to them;
  /// all or nothing, committed when it returns. With the `id` of a turn of the same conversation it
  /// returns that one.
  func beginTurn(_ request: TurnRequest, model: ModelReference) async throws -> TurnBeginning
  /// Returns when everything that is committed now is on the disk.
  func flush() async throws
  /// A turn as it stands.
  func turn(_ id: TurnID) async throws -> Turn
  /// Appends events to a running turn; they are committed when it returns. A terminal event also
  /// writes the message and ends the turn in the same transaction, which is on the disk then.
  func append(_ events: [TurnEvent], to turn: TurnID) async throws -> [StoredEvent]
  /// Stored events after `sequence`, in order, at most `limit`.
  ///
  /// - Throws: ``SottoError/Code/gone`` when they have been pruned.
  func events(of turn: TurnID, after sequence: Int, limit: Int) async throws -> [StoredEvent]
  /// Ends the turns of processes that are gone: their messages keep their text and become
  /// `interrupted`.
  ///
  /// - Returns: the turns that were ended.
  func interruptAbandonedTurns() async throws -> [TurnID]
}

extension ConversationStore {
  /// Changes the details whatever their version is.
  public func updateProject(
    _ id: ProjectID, _ change: @escaping @Sendable (inout ProjectDetails) throws -> Void
  ) async throws -> Project {
    try await updateProject(id, ifVersion: nil, change)
  }

  /// Those that are not archived.
  public func conversations(
    in project: ProjectID, after cursor: ConversationCursor?, limit: Int
  ) async throws -> [Conversation] {
    try await conversations(in: project, areArchived: false, after: cursor, limit: limit)
  }

  /// The messages of ``messagePage(in:before:limit:)``.
  public func messages(
    in conversation: ConversationID, before: MessageID?, limit: Int
  ) async throws -> [Message] {
    try await messagePage(in: conversation, before: before, limit: limit).messages
  }
}

/// The messages of a path that stay in every request.
public struct PathAnchors: Hashable, Sendable {
  /// The pinned ones, oldest first, and with them the tool calls and results that belong together.
  public var pinned: [Message]
  /// The summaries of the path, oldest first.
  public var summaries: [Message]

  /// Anchors as they are; none by default.
  public init(pinned: [Message] = [], summaries: [Message] = []) {
    self.pinned = pinned
    self.summaries = summaries
  }
}

/// The end of a path, and what of the rest stays in every request.
public struct PathEnd: Hashable, Sendable {
  /// Oldest first.
  public var messages: [Message]
  /// Those of the whole path.
  public var anchors: PathAnchors

  /// An end with its parts as they are.
  public init(messages: [Message], anchors: PathAnchors) {
    self.messages = messages
    self.anchors = anchors
  }
}

/// A message of a path by its name only.
public struct PathStep: Hashable, Sendable {
  /// The message.
  public var id: MessageID
  /// Whether a person deleted it; it keeps its place.
  public var isDeleted: Bool

  /// A step as it is.
  public init(id: MessageID, isDeleted: Bool = false) {
    self.id = id
    self.isDeleted = isDeleted
  }
}

/// A place in a list of conversations: keyset paging, so that what is added meanwhile neither
/// repeats nor hides rows.
public struct ConversationCursor: Hashable, Sendable {
  /// ``Conversation/updatedAt`` of the last one that was read.
  public var updatedAt: Timestamp
  /// Its id, which tells apart those that were changed at the same time.
  public var id: ConversationID

  /// The place after the conversation that has these two.
  public init(updatedAt: Timestamp, id: ConversationID) {
    self.updatedAt = updatedAt
    self.id = id
  }
}

/// A turn as ``ConversationStore/beginTurn(_:model:)`` stored or found it.
public struct TurnBeginning: Hashable, Sendable {
  /// The turn as it stands: one that was found may have ended.
  public var turn: Turn
  /// Whether this call made it.
  public var isNew: Bool

  /// A turn, and whether it is new.
  public init(turn: Turn, isNew: Bool) {
    self.turn = turn
    self.isNew = isNew
  }
}
