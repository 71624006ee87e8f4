/// What of a long conversation goes to the model. The system prompt and pinned messages always do.
public enum ContextPolicy: Hashable, Sendable {
  /// As much of the end as the model's window takes beside the answer.
  case fit
  /// The last rounds, a person's message and what answers it being one, as far as they fit.
  case lastRounds(Int)
  /// As much as fits, and in place of what is older a summary that `by` makes in the background;
  /// `nil` takes the model of the conversation.
  case summarise(by: ModelReference?)

  /// Checks what a person can get wrong.
  ///
  /// - Throws: ``SottoError`` that says what is wrong.
  public func validate() throws(SottoError) {
    if case .lastRounds(let count) = self, !(1...10_000).contains(count) {
      throw SottoError(.invalidInput, "the number of rounds that are sent is 1 to 10,000")
    }
  }
}

/// Who makes the titles of a project's conversations, until a person gives one.
public enum TitlePolicy: Hashable, Sendable {
  /// Nobody: a title is the beginning of the first message.
  case firstMessage
  /// This model, after the first answer and only where the first message is too long to be a title
  /// itself; `nil` takes the model of the conversation.
  case model(ModelReference?)
}
