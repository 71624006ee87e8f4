import SottoCore

/// Which text of an output item.
struct OpenAIResponsesSlot: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case text, refusal, reasoning, summary
    /// Of a function call, or the input of a custom tool.
    case arguments
  }

  var kind: Kind
  /// `content_index` or `summary_index`.
  var index: Int
}

/// A text that grows by deltas and is at last said again as a whole.
///
/// The whole is the truth: what deltas left out (LM Studio sends none for arguments) is taken from
/// it, and what they have said is not said again.
struct OpenAIResponsesText: Sendable {
  /// What has been passed on.
  private(set) var said = ""
  private var joiner = SplitCharacterJoiner()

  /// The part of a delta that can be passed on; see ``SplitCharacterJoiner``.
  mutating func add(_ delta: String, isProtected: Bool) -> String {
    let text = joiner.join(delta, isProtected: isProtected)
    said += text
    return text
  }

  /// What is missing of the whole text; `nil` when the deltas said something else.
  mutating func complete(_ whole: String) -> String? {
    guard whole.utf8.starts(with: said.utf8) else {
      return whole.isEmpty ? "" : nil
    }
    joiner = SplitCharacterJoiner()
    let rest = String(decoding: whole.utf8.dropFirst(said.utf8.count), as: UTF8.self)
    said += rest
    return rest
  }

  /// What was held back for the rest of a character that never came.
  mutating func flush() -> String {
    let text = joiner.flush()
    said += text
    return text
  }
}
