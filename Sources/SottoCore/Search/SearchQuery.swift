/// What is looked for in the history, and where.
public struct SearchQuery: Hashable, Sendable {
  /// In which order results come.
  public enum Order: String, Hashable, Sendable {
    /// By the time of the message, the latest first.
    case newest
    /// The best first. Of very many matches only the newest ones are compared.
    case relevance
  }

  /// What is done with archived conversations.
  public enum Archived: String, Hashable, Sendable {
    case included, excluded, only
  }

  /// Words, `"quoted phrases"`, `-excluded` ones, and beginnings of words. Any text is valid.
  public var text: String
  /// Only in this project.
  public var project: ProjectID?
  /// Only messages of this role: no titles, no files.
  public var role: Message.Role?
  /// Only answers of this model: no titles, no files.
  public var model: ModelReference?
  /// Not before this time.
  public var from: Timestamp?
  /// Before this time.
  public var to: Timestamp?
  /// What is done with archived conversations.
  public var archived: Archived
  /// The order of the results.
  public var order: Order
  /// At most so many results.
  public var limit: Int
  /// After this place: ``SearchResults/next`` of the answer before.
  public var cursor: SearchCursor?

  /// A search for a text everywhere, unless more is said.
  public init(
    _ text: String, project: ProjectID? = nil, role: Message.Role? = nil,
    model: ModelReference? = nil, from: Timestamp? = nil, to: Timestamp? = nil,
    archived: Archived = .included, order: Order = .newest, limit: Int = 20,
    cursor: SearchCursor? = nil
  ) {
    self.text = text
    self.project = project
    self.role = role
    self.model = model
    self.from = from
    self.to = to
    self.archived = archived
    self.order = order
    self.limit = limit
    self.cursor = cursor
  }
}

/// A place in the results of a search.
public struct SearchCursor: Hashable, Sendable {
  /// Thousandths; 0 in the order of time.
  public var score: Int
  /// The time of the last result.
  public var createdAt: Timestamp
  /// The index's number of it, which tells apart those of the same time.
  public var source: Int64

  /// The place after what has these.
  public init(score: Int = 0, createdAt: Timestamp, source: Int64) {
    self.score = score
    self.createdAt = createdAt
    self.source = source
  }

  /// As ``text`` writes it; `nil` for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let score = Int(parts[0]), let time = Int64(parts[1]),
      let source = Int64(parts[2])
    else { return nil }
    self.init(score: score, createdAt: Timestamp(milliseconds: time), source: source)
  }

  /// For an address or a command.
  public var text: String { "\(score).\(createdAt.milliseconds).\(source)" }
}
