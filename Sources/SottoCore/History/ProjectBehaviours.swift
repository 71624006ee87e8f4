/// What happens by itself around the answers of a project, where that is not left to each browser's
/// own choice (`nil`).
public struct ProjectBehaviours: Hashable, Sendable {
  /// The most quick replies of a project.
  public static let mostReplies = 12

  /// Whether a complete answer is copied.
  public var copy: Bool?
  /// Whether an answer is read while it comes.
  public var readAloud: Bool?
  /// Whether the end of a long answer is announced to who has looked elsewhere.
  public var notify: Bool?
  /// Whether replies are offered below the last answer.
  public var quickReplies: Bool?
  /// What is offered there: 1 to ``mostReplies`` lines of at most 1000 bytes.
  public var replies: [String]?

  /// Behaviours with their parts as they are; ``validate()`` checks them.
  public init(
    copy: Bool? = nil, readAloud: Bool? = nil, notify: Bool? = nil, quickReplies: Bool? = nil,
    replies: [String]? = nil
  ) {
    self.copy = copy
    self.readAloud = readAloud
    self.notify = notify
    self.quickReplies = quickReplies
    self.replies = replies
  }

  /// Checks what a person can get wrong.
  ///
  /// - Throws: ``SottoError`` with the first thing that is wrong and how to mend it.
  public func validate() throws(SottoError) {
    guard let replies else { return }
    if replies.isEmpty {
      throw SottoError(
        .invalidInput, "the list of quick replies is empty",
        hint: "leave the list out for each browser's own, or turn quick replies off")
    }
    if replies.count > Self.mostReplies {
      throw SottoError(
        .invalidInput, "there are too many quick replies", hint: "use at most \(Self.mostReplies)")
    }
    for reply in replies {
      if reply.allSatisfy(\.isWhitespace) || reply.contains(where: \.isNewline) {
        throw SottoError(
          .invalidInput, "a quick reply is one line of text", hint: "give each its own entry")
      }
      if reply.utf8.count > 1000 {
        throw SottoError(.invalidInput, "a quick reply is too long", hint: "use at most 1000 bytes")
      }
    }
  }
}
