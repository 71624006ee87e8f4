package import SottoCore

/// Makes the `messages` of a request after the system prompt: roles in turn, a person first.
///
/// - Blank messages are left out.
/// - A tool call goes back with its result, which is a message of its own; see ``ToolHistory``. The
///   thoughts that led to a call go with it, as models of some kinds need them; no others go back.
/// - Images go beside the text. Other files have no place: they are a word in the text.
/// - Messages of one role in a row become one, with a blank line between.
/// - White space at the end of a final assistant message is cut.
package enum OllamaHistory {
  private struct Turn {
    var role: String
    var text = ""
    var thinking = ""
    var images: [JSONValue] = []
    var calls: [JSONValue] = []
    var toolName: String?

    var isEmpty: Bool { text.isBlank && images.isEmpty && calls.isEmpty }
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
    for entry in ToolHistory.paired(entries, makesIDs: false) {
      turns += results(of: entry)
      let turn = turn(of: entry, files: files)
      if turn.isEmpty || (turns.isEmpty && entry.role == .assistant) { continue }
      if let last = turns.last, last.role == turn.role {
        turns[turns.count - 1] = join(last, turn)
      } else {
        turns.append(turn)
      }
    }
    if let last = turns.last, last.role == "assistant" {
      let trimmed = last.text.reversed().drop(while: \.isWhitespace).reversed()
      turns[turns.count - 1].text = String(trimmed)
    }
    return turns.map(message)
  }

  private static func results(of entry: ModelRequest.Entry) -> [Turn] {
    entry.parts.compactMap { part in
      guard case .toolResult(let result) = part else { return nil }
      let text = result.isError ? "Error: " + result.text : result.text
      return Turn(role: "tool", text: text, toolName: result.name)
    }
  }

  private static func turn(of entry: ModelRequest.Entry, files: [String: [UInt8]]) -> Turn {
    var turn = Turn(role: entry.role.rawValue)
    var isAfterFile = false
    for part in entry.parts {
      switch part {
      case .text(let piece), .refusal(let piece):
        if isAfterFile { turn.text += "\n\n" }
        isAfterFile = false
        turn.text += piece
      case .file(let file):
        switch SentFile(file, in: files, takes: { entry.role == .user && imageTypes.contains($0) })
        {
        case .bytes(let bytes): turn.images.append(.string(FileEncoding.base64(bytes)))
        case .text(let words):
          turn.text = turn.text.isBlank ? words : turn.text + "\n\n" + words
          isAfterFile = true
        }
      case .reasoning(let text): turn.thinking += text
      case .toolCall(let call):
        let function: JSONObject = [
          "name": .string(call.name), "arguments": .object(call.argumentsObject),
        ]
        turn.calls.append(.object(["function": .object(function)]))
      case .toolResult, .signature, .opaque: break
      }
    }
    return turn
  }

  static let imageTypes: Set<String> = ["image/jpeg", "image/png", "image/webp"]

  private static func join(_ first: Turn, _ second: Turn) -> Turn {
    var joined = first
    joined.text = [first.text, second.text].filter { !$0.isBlank }.joined(separator: "\n\n")
    joined.thinking += second.thinking
    joined.images += second.images
    joined.calls += second.calls
    return joined
  }

  private static func message(_ turn: Turn) -> JSONValue {
    var message: JSONObject = ["role": .string(turn.role)]
    if let name = turn.toolName { message["tool_name"] = .string(name) }
    message["content"] = .string(turn.text)
    if !turn.images.isEmpty { message["images"] = .array(turn.images) }
    if !turn.calls.isEmpty {
      if !turn.thinking.isBlank { message["thinking"] = .string(turn.thinking) }
      message["tool_calls"] = .array(turn.calls)
    }
    return .object(message)
  }
}
