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
  /// UTF-8 bytes that have been passed on.
  private(set) var length = 0
  /// Of those bytes; the text itself may be long and is kept elsewhere.
  private var digest = Digest()
  private var joiner = SplitCharacterJoiner()

  /// The part of a delta that can be passed on; see ``SplitCharacterJoiner``.
  mutating func add(_ delta: String, isProtected: Bool) -> String {
    pass(on: joiner.join(delta, isProtected: isProtected))
  }

  /// What is missing of the whole text; `nil` when the deltas said something else.
  mutating func complete(_ whole: String) -> String? {
    if whole.isEmpty { return "" }
    var beginning = Digest()
    beginning.add(whole.utf8.prefix(length))
    guard whole.utf8.count >= length, beginning == digest else { return nil }
    joiner = SplitCharacterJoiner()
    return pass(on: String(decoding: whole.utf8.dropFirst(length), as: UTF8.self))
  }

  /// What was held back for the rest of a character that never came.
  mutating func flush() -> String {
    pass(on: joiner.flush())
  }

  private mutating func pass(on text: String) -> String {
    length += text.utf8.count
    digest.add(text.utf8[...])
    return text
  }

  /// FNV-1a with 64 bits: two texts of one length that differ have the same one hardly ever.
  private struct Digest: Hashable, Sendable {
    private var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: Substring.UTF8View) {
      for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
  }
}
