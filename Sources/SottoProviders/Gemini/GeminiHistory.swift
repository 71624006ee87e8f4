package import SottoCore

/// Makes the `contents` of a request: user and model in turn, a person first.
///
/// - Texts, signatures and the provider's own parts go back in their places; a thought only with
///   its seal, without which it says nothing to the provider.
/// - Blank texts are left out, and so is a tool call, whose result is unknown, with its seal.
/// - Messages of one role in a row become one; texts that meet have a blank line between.
/// - White space at the end of a final model text is cut, unless it is sealed.
package enum GeminiHistory {
  /// Members of a candidate that are no parts and are not sent back.
  static let citationKeys = ["groundingMetadata", "citationMetadata", "urlContextMetadata"]

  /// The contents for these entries.
  package static func contents(of entries: [ModelRequest.Entry]) -> [JSONValue] {
    var turns: [(role: Message.Role, parts: [JSONObject])] = []
    for entry in entries {
      let parts = parts(of: entry)
      if !parts.contains(where: saysSomething) || (turns.isEmpty && entry.role == .assistant) {
        continue
      }
      if let last = turns.last, last.role == entry.role {
        turns[turns.count - 1].parts = join(last.parts, parts)
      } else {
        turns.append((entry.role, parts))
      }
    }
    if let last = turns.last, last.role == .assistant {
      turns[turns.count - 1].parts = trimmingEnd(last.parts)
    }
    return turns.map { turn in
      .object([
        "role": turn.role == .user ? "user" : "model",
        "parts": .array(turn.parts.map(JSONValue.object)),
      ])
    }
  }

  private static func parts(of entry: ModelRequest.Entry) -> [JSONObject] {
    var parts: [JSONObject] = []
    var thought: String?
    var isAfterCall = false
    for part in entry.parts {
      if case .signature(let seal) = part {
        if let text = thought {
          parts.append(["text": .string(text), "thought": true, "thoughtSignature": .string(seal)])
        } else if !isAfterCall {
          add(seal: seal, to: &parts)
        }
        thought = nil
        continue
      }
      thought = nil
      isAfterCall = false
      switch part {
      case .text(let text), .refusal(let text): parts.append(["text": .string(text)])
      case .reasoning(let text): thought = text
      case .toolCall: isAfterCall = true
      case .opaque(let json):
        let value = try? JSONValue(parsing: json)
        if let object = value?.object, !citationKeys.contains(where: { object[$0] != nil }) {
          parts.append(object)
        }
      case .signature, .file, .toolResult: break
      }
    }
    return parts.filter { !isBlank($0) }
  }

  private static func add(seal: String, to parts: inout [JSONObject]) {
    if let last = parts.last, plainText(last) != nil {
      parts[parts.count - 1]["thoughtSignature"] = .string(seal)
    } else {
      parts.append(["text": "", "thoughtSignature": .string(seal)])
    }
  }

  /// The text of a part that is nothing else.
  private static func plainText(_ part: JSONObject) -> String? {
    part.members.count == 1 ? part["text"]?.string : nil
  }

  private static func isBlank(_ part: JSONObject) -> Bool {
    part.members.isEmpty || plainText(part)?.isBlank ?? false
  }

  /// Whether a part is more than a thought or a seal: contents of nothing else are not sent.
  private static func saysSomething(_ part: JSONObject) -> Bool {
    if part["thought"]?.bool == true { return false }
    if let text = part["text"]?.string { return !text.isBlank }
    return part.members.contains { $0.key != "thoughtSignature" }
  }

  private static func join(_ first: [JSONObject], _ second: [JSONObject]) -> [JSONObject] {
    guard let last = first.last.flatMap(plainText), let next = second.first.flatMap(plainText)
    else { return first + second }
    return first.dropLast() + [["text": .string(last + "\n\n" + next)]] + second.dropFirst()
  }

  private static func trimmingEnd(_ parts: [JSONObject]) -> [JSONObject] {
    guard let text = parts.last.flatMap(plainText) else { return parts }
    let trimmed = String(text.reversed().drop(while: \.isWhitespace).reversed())
    return parts.dropLast() + [["text": .string(trimmed)]]
  }
}
