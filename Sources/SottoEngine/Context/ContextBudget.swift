import SottoCore

/// How many tokens a request to a model may have.
struct ContextBudget: Hashable, Sendable {
  /// The tokens that the model takes, input and output together.
  var window: Int
  /// What is kept for the answer when a history is chosen.
  var reservedOutput: Int
  /// What is kept because the count is an estimate: those are 3 % off in the median.
  var margin: Int
  /// The most tokens of a request whose history can be cut.
  var history: Int
  /// The most tokens of what must go: a long message may take room that an answer of the usual length
  /// would have, but none of what a person set.
  var most: Int

  /// `nil` where the window is not known.
  ///
  /// - Parameters:
  ///   - info: what is known of the model.
  ///   - outputLimit: the limit that the request sets for its answer.
  ///   - isExact: whether tokens are counted as the model counts them.
  init?(_ info: ModelInfo, outputLimit: Int?, isExact: Bool) {
    guard let window = info.contextWindow, window > 0 else { return nil }
    self.window = window
    let margin = isExact ? 0 : window / 20
    let usual = min(info.outputLimit ?? 4096, window / 4)
    let least = outputLimit ?? min(usual, max(16, window / 32))
    let input = (info.inputLimit ?? window) - margin
    self.margin = margin
    reservedOutput = outputLimit ?? usual
    history = min(input, window - margin - reservedOutput)
    most = min(input, window - margin - least)
  }
}
