/// What a person changes of a conversation; `nil` leaves a thing as it is.
public struct ConversationChange: Hashable, Sendable {
  /// Its title; an empty one gives the naming back to the next first message.
  public var title: String?
  /// Whether it is out of the list.
  public var isArchived: Bool?
  /// The project it moves to.
  public var projectID: ProjectID?

  /// A change of what is given.
  public init(title: String? = nil, isArchived: Bool? = nil, projectID: ProjectID? = nil) {
    self.title = title
    self.isArchived = isArchived
    self.projectID = projectID
  }
}
