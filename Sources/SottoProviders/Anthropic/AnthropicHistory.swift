package import SottoCore

/// Makes the `messages` of a request: roles in turn, a person first, no block that is refused.
///
/// - Blank texts are left out, and messages that are empty without them.
/// - Messages of one role in a row become one.
/// - Reasoning goes back with its seal, without one it is refused. A message must not end in it.
/// - The provider's own blocks go back in their places; a server's tool call and its result only
///   together.
/// - A tool call goes back with its result; see ``ToolHistory``.
/// - A file that the protocol has no place for, or whose bytes are missing, is a word in its place.
/// - White space at the end of a final assistant message is cut; it is refused.
package enum AnthropicHistory {
  private struct Turn {
    var role: ModelRequest.Entry.Role
    var blocks: [JSONObject]
  }

  /// The messages for these entries.
  ///
  /// - Parameters:
  ///   - entries: the conversation, oldest first.
  ///   - files: the bytes of files by their digest.
  /// - Returns: nothing for a conversation in which no person says anything.
  package static func messages(
    of entries: [ModelRequest.Entry], files: [String: [UInt8]] = [:]
  ) -> [JSONValue] {
    var turns: [Turn] = []
    let entries = ToolHistory.paired(entries, makesIDs: true)
    for (index, entry) in entries.enumerated() {
      let blocks = blocks(of: entry, files: files, isLast: index == entries.count - 1)
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

  /// Whether messages end in the result of a tool whose call did not begin with thinking.
  static func endsInBareLoop(_ messages: [JSONValue]) -> Bool {
    guard messages.last?["content"]?[0]?["type"] == "tool_result",
      let first = messages.dropLast().last?["content"]?[0]
    else { return false }
    return !isThought(first)
  }

  /// Whether thoughts go back with these messages.
  static func hasThoughts(_ messages: [JSONValue]) -> Bool {
    messages.contains { ($0["content"]?.array ?? []).contains(where: isThought) }
  }

  /// The messages without thoughts. None of them is nothing else.
  static func withoutThoughts(_ messages: [JSONValue]) -> [JSONValue] {
    messages.map { message in
      guard var object = message.object, let blocks = message["content"]?.array else {
        return message
      }
      object["content"] = .array(blocks.filter { !isThought($0) })
      return .object(object)
    }
  }

  private static func isThought(_ block: JSONValue) -> Bool {
    block["type"]?.string?.hasSuffix("thinking") ?? false
  }

  private static func blocks(
    of entry: ModelRequest.Entry, files: [String: [UInt8]], isLast: Bool
  ) -> [JSONObject] {
    var blocks = AnthropicHistoryBlocks()
    for part in entry.parts {
      switch (part, entry.role) {
      case (.text(let text), _), (.refusal(let text), .assistant): blocks.add(text: text)
      case (.reasoning(let text), .assistant): blocks.add(reasoning: text)
      case (.signature(let seal), .assistant): blocks.add(signature: seal)
      case (.opaque(let json), .assistant): blocks.add(opaque: json)
      case (.toolCall(let call), .assistant): blocks.add(call)
      case (.toolResult(let result), .user): blocks.add(result)
      case (.file(let file), let role): blocks.add(file, in: files, of: role)
      case (.toolResult, .assistant), (_, .user): break
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
