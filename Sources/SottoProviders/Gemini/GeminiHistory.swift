package import SottoCore

/// Makes the `contents` of a request: user and model in turn, a person first.
///
/// - Texts, signatures and the provider's own parts go back in their places; a thought only with
///   its seal, without which it says nothing to the provider.
/// - A tool call goes back with its result and its seal; see ``ToolHistory``.
/// - A file that the protocol has no place for, or whose bytes are missing, is a word in its place.
/// - Blank texts are left out.
/// - Messages of one role in a row become one; texts that meet have a blank line between.
/// - White space at the end of a final model text is cut, unless it is sealed.
package enum GeminiHistory {
  private struct Turn {
    var role: ModelRequest.Entry.Role
    var parts: [JSONObject]
  }

  /// Members of a candidate that are no parts and are not sent back.
  static let citationKeys = ["groundingMetadata", "citationMetadata", "urlContextMetadata"]

  /// What the provider's documentation names for a call that no model of its own has made. Without a
  /// seal such a call is refused.
  static let foreignCallSeal = "skip_thought_signature_validator"

  /// The contents for these entries.
  ///
  /// - Parameters:
  ///   - entries: the conversation, oldest first.
  ///   - files: the bytes of files by their digest.
  ///   - needsSeals: whether the first tool call of each answer must have a seal.
  /// - Returns: nothing for a conversation in which no person says anything.
  package static func contents(
    of entries: [ModelRequest.Entry], files: [String: [UInt8]] = [:], needsSeals: Bool = false
  ) -> [JSONValue] {
    var turns: [Turn] = []
    for entry in ToolHistory.paired(entries, makesIDs: false) {
      var made = GeminiHistoryParts()
      for part in entry.parts { made.add(part, files: files) }
      let parts = made.finished
      if !parts.contains(where: saysSomething) || (turns.isEmpty && entry.role == .assistant) {
        continue
      }
      if let last = turns.last, last.role == entry.role {
        turns[turns.count - 1].parts = join(last.parts, parts)
      } else {
        turns.append(Turn(role: entry.role, parts: parts))
      }
    }
    if let last = turns.last, last.role == .assistant {
      turns[turns.count - 1].parts = trimmingEnd(last.parts)
    }
    return turns.map { turn in
      let parts = needsSeals ? sealing(turn.parts) : turn.parts
      return .object([
        "role": turn.role == .user ? "user" : "model",
        "parts": .array(parts.map(JSONValue.object)),
      ])
    }
  }

  /// Whether a part is more than a thought or a seal: contents of nothing else are not sent.
  private static func saysSomething(_ part: JSONObject) -> Bool {
    if part["thought"]?.bool == true { return false }
    if let text = part["text"]?.string { return !text.isBlank }
    return part.members.contains { $0.key != "thoughtSignature" }
  }

  private static func join(_ first: [JSONObject], _ second: [JSONObject]) -> [JSONObject] {
    guard let last = first.last.flatMap(GeminiHistoryParts.plainText),
      let next = second.first.flatMap(GeminiHistoryParts.plainText)
    else { return first + second }
    return first.dropLast() + [["text": .string(last + "\n\n" + next)]] + second.dropFirst()
  }

  private static func trimmingEnd(_ parts: [JSONObject]) -> [JSONObject] {
    guard let text = parts.last.flatMap(GeminiHistoryParts.plainText) else { return parts }
    let trimmed = String(text.reversed().drop(while: \.isWhitespace).reversed())
    return parts.dropLast() + [["text": .string(trimmed)]]
  }

  /// Of parallel calls only the first has a seal.
  private static func sealing(_ parts: [JSONObject]) -> [JSONObject] {
    guard let place = parts.firstIndex(where: { $0["functionCall"] != nil }),
      parts[place]["thoughtSignature"] == nil
    else { return parts }
    var parts = parts
    parts[place]["thoughtSignature"] = .string(foreignCallSeal)
    return parts
  }
}
