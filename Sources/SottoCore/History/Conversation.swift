/// A tree of messages inside one project, with one chosen path through it.
public struct Conversation: Hashable, Sendable {
  /// Who gave it its title, so that a model never replaces a person's.
  public enum TitleOrigin: String, Hashable, Sendable {
    /// Cut from its first message.
    case message
    case model, person
  }

  /// A UUID, chosen by the store or by the client that asked for it.
  public var id: ConversationID
  /// The project it belongs to.
  public var projectID: ProjectID
  /// Empty until the first message or a person names it.
  public var title: String
  /// Who gave it the title.
  public var titleOrigin: TitleOrigin
  /// Grows with each change that a person makes, so that a second writer notices the first one's.
  public var version: Int
  /// When it was made; it never changes.
  public var createdAt: Timestamp
  /// Moves with each message, so that the newest is listed first.
  public var updatedAt: Timestamp
  /// Since when it is out of the list; `nil` when it is in it.
  public var archivedAt: Timestamp?
  /// The last message of the chosen path.
  public var leafID: MessageID?
  /// The turn that answers at the moment; `nil` when none does. There is at most one.
  public var runningTurnID: TurnID?

  /// A conversation with its parts as they are; without a title, messages or a turn unless given.
  public init(
    id: ConversationID, projectID: ProjectID, title: String = "",
    titleOrigin: TitleOrigin = .message, version: Int = 1, createdAt: Timestamp,
    updatedAt: Timestamp, archivedAt: Timestamp? = nil, leafID: MessageID? = nil,
    runningTurnID: TurnID? = nil
  ) {
    self.id = id
    self.projectID = projectID
    self.title = title
    self.titleOrigin = titleOrigin
    self.version = version
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.archivedAt = archivedAt
    self.leafID = leafID
    self.runningTurnID = runningTurnID
  }

  /// A title for a conversation nobody has named: the first line of its first message, cut at a
  /// word near 60 characters.
  public static func title(fromFirstMessage text: String) -> String {
    // Messages may be megabytes long; a title comes from their beginning.
    let beginning = String(decoding: text.utf8.drop(while: \.isBlank).prefix(8192), as: UTF8.self)
    var title = ""
    var length = 0
    var isBetweenWords = false
    /// The last space at which a title may be cut.
    var cut: String.Index?
    for character in beginning.drop(while: \.isNewline) {
      if character.isNewline { break }
      if character.isWhitespace {
        isBetweenWords = length > 0
        continue
      }
      if isBetweenWords, length < longestTitle {
        if length > 30 { cut = title.endIndex }
        title.append(" ")
        length += 1
      }
      guard length < longestTitle else { return title[..<(cut ?? title.endIndex)] + "…" }
      isBetweenWords = false
      title.append(character)
      length += 1
    }
    return title
  }

  private static let longestTitle = 60
}

extension UInt8 {
  /// Whether it is a space, a tab or a line end in ASCII.
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
