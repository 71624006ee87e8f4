/// What a person changes of a message in its place; `nil` leaves a thing as it is.
public struct MessageChange: Hashable, Sendable {
  /// The whole text; files and all else that the message holds stay.
  public var text: String?
  /// Whether it is always sent.
  public var isPinned: Bool?

  /// A change of what is given.
  public init(text: String? = nil, isPinned: Bool? = nil) {
    self.text = text
    self.isPinned = isPinned
  }
}

extension MessageContent {
  /// Puts `text` where the first text is, or at the end, in place of all texts. What a provider sealed
  /// goes: a seal fits the old text only.
  public mutating func replaceText(with text: String) {
    let isText = { (part: Part) in if case .text = part { true } else { false } }
    let place = parts.firstIndex(where: isText) ?? parts.endIndex
    let isKept = { (part: Part) in
      switch part {
      case .text, .signature, .opaque: false
      case .file, .reasoning, .refusal, .toolCall, .toolResult: true
      }
    }
    parts = parts[..<place].filter(isKept) + [.text(text)] + parts[place...].filter(isKept)
  }
}
