/// Keeps whole answers by the exact request they answer, each project's apart. Never failed or cut
/// ones: whoever keeps an answer makes sure of that.
public protocol AnswerCache: Sendable {
  /// The answer to the same request in the same project, unless it is older than `policy` allows.
  func answer(to request: [UInt8], in project: ProjectID, policy: AnswerCachePolicy) async throws
    -> KeptAnswer?
  /// Keeps an answer, and removes the oldest ones of the project beyond the size that `policy`
  /// allows.
  func keep(
    _ answer: KeptAnswer, to request: [UInt8], in project: ProjectID, policy: AnswerCachePolicy
  ) async throws
}

/// An answer as it was given.
public struct KeptAnswer: Hashable, Sendable {
  /// Texts, reasoning, tool calls and the provider's seals; the usage with its cost; a stop reason.
  public var content: MessageContent
  /// The model's name as the provider wrote it.
  public var model: String
  /// When the model gave it.
  public var answeredAt: Timestamp

  /// An answer with its parts as they are.
  public init(content: MessageContent, model: String, answeredAt: Timestamp) {
    self.content = content
    self.model = model
    self.answeredAt = answeredAt
  }
}

/// How long and how much a project keeps of its answers.
public struct AnswerCachePolicy: Hashable, Sendable {
  /// An older answer is asked for anew: 1 minute to 10 years.
  public var lifetime: Duration
  /// The most bytes of answers that are kept, as stored; the oldest go first.
  public var maximumSize: Int

  /// A policy as it is; by default answers of a week, 50 MB of them.
  public init(lifetime: Duration = .seconds(7 * 24 * 3600), maximumSize: Int = 50_000_000) {
    self.lifetime = lifetime
    self.maximumSize = maximumSize
  }

  /// Checks what a person can get wrong.
  ///
  /// - Throws: ``SottoError`` with the first thing that is wrong.
  public func validate() throws(SottoError) {
    if lifetime < .seconds(60) || lifetime > .seconds(3650 * 24 * 3600) {
      throw SottoError(.invalidInput, "answers are kept for 1 minute to 10 years")
    }
    if !(1...100_000_000_000).contains(maximumSize) {
      throw SottoError(.invalidInput, "the answer cache holds between 1 byte and 100 GB")
    }
  }
}
