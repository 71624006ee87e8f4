package import SottoCore

/// Makes a history that every server takes: only texts, roles in turn, a person first.
///
/// - Blank messages are left out; servers refuse them.
/// - Reasoning is not sent back, nor a tool call whose result is unknown.
/// - Messages of one role in a row become one, with a blank line between.
/// - White space at the end of a final assistant message is cut; servers refuse it.
package enum OpenAIChatHistory {
  package struct Turn: Hashable, Sendable {
    package var role: Message.Role
    package var text: String
  }

  package static func turns(of entries: [ModelRequest.Entry]) -> [Turn] {
    var turns: [Turn] = []
    for entry in entries {
      let text = text(of: entry)
      if text.isBlank || (turns.isEmpty && entry.role == .assistant) { continue }
      if let last = turns.last, last.role == entry.role {
        turns[turns.count - 1].text = last.text + "\n\n" + text
      } else {
        turns.append(Turn(role: entry.role, text: text))
      }
    }
    if let last = turns.last, last.role == .assistant {
      let trimmed = last.text.reversed().drop(while: \.isWhitespace).reversed()
      turns[turns.count - 1].text = String(trimmed)
    }
    return turns
  }

  /// What was said. A refusal is, in place of a text, what the model said.
  private static func text(of entry: ModelRequest.Entry) -> String {
    var text = ""
    for part in entry.parts {
      switch part {
      case .text(let piece), .refusal(let piece): text += piece
      case .file, .reasoning, .toolCall, .toolResult, .signature, .opaque: break
      }
    }
    return text
  }
}
