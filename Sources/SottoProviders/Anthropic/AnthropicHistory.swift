package import SottoCore

/// Makes the `messages` of a request: roles in turn, a person first, no block that is refused.
///
/// - Blank texts are left out, and messages that are empty without them.
/// - Messages of one role in a row become one.
/// - Reasoning goes back with its seal, without one it is refused. A message must not end in it.
/// - The provider's own blocks go back in their places; a server's tool call and its result only
///   together.
/// - A tool call whose result is unknown is not sent.
/// - White space at the end of a final assistant message is cut; it is refused.
package enum AnthropicHistory {
  private struct Turn {
    var role: Message.Role
    var blocks: [JSONObject]
  }

  package static func messages(of entries: [ModelRequest.Entry]) -> [JSONValue] {
    var turns: [Turn] = []
    for (index, entry) in entries.enumerated() {
      let blocks = blocks(of: entry, isLast: index == entries.count - 1)
      if blocks.isEmpty || (turns.isEmpty && entry.role == .assistant) { continue }
      if let last = turns.last, last.role == entry.role {
        turns[turns.count - 1].blocks += blocks
      } else {
        turns.append(Turn(role: entry.role, blocks: blocks))
      }
    }
    if let last = turns.last, last.role == .assistant {
      turns[turns.count - 1].blocks = trimmingEnd(last.blocks)
    }
    return turns.map { turn in
      .object([
        "role": .string(turn.role.rawValue), "content": .array(turn.blocks.map(JSONValue.object)),
      ])
    }
  }

  private static func blocks(of entry: ModelRequest.Entry, isLast: Bool) -> [JSONObject] {
    var blocks = AnthropicHistoryBlocks()
    for part in entry.parts {
      switch (part, entry.role) {
      case (.text(let text), _), (.refusal(let text), .assistant): blocks.add(text: text)
      case (.reasoning(let text), .assistant): blocks.add(reasoning: text)
      case (.signature(let seal), .assistant): blocks.add(signature: seal)
      case (.opaque(let json), .assistant): blocks.add(opaque: json)
      case (.toolCall, _), (.toolResult, _), (.file, _), (_, .user): break
      }
    }
    return blocks.finished(isLast: isLast)
  }

  private static func trimmingEnd(_ blocks: [JSONObject]) -> [JSONObject] {
    guard var last = blocks.last, last["type"] == "text", let text = last["text"]?.string else {
      return blocks
    }
    last["text"] = .string(String(text.reversed().drop(while: \.isWhitespace).reversed()))
    return blocks.dropLast() + [last]
  }
}
