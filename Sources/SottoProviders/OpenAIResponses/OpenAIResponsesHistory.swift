import SottoCore

/// Makes the items of `input` of a conversation.
///
/// - Tool calls are sent with their results only, and results with their calls.
/// - Blank messages are left out, and white space at the end of a final assistant message is cut.
/// - Reasoning goes back only as the provider's own item, before what it led to: without that item
///   behind it the request is refused. So it is left out where that is not sent.
/// - Citations go back with their text, items of the provider's tools where they were.
/// - What the person says next to the results of tools follows them.
enum OpenAIResponsesHistory {
  /// The items of a conversation as it is kept, with ids of calls that the server takes and files as
  /// `encode` sends them.
  static func items(
    of entries: [ModelRequest.Entry], callIDs: OpenAIChatDialect.CallIDs,
    encode: (FileReference) -> EncodedFile
  ) -> [JSONValue] {
    var items: [JSONValue] = []
    let entries = callIDs.apply(to: paired(entries))
    for (index, entry) in entries.enumerated() {
      switch entry.role {
      case .user: items += user(entry.parts, encode: encode)
      case .assistant:
        var answer = OpenAIResponsesHistoryAnswer()
        for part in entry.parts { answer.add(part) }
        items += answer.finish(isLast: index == entries.count - 1)
      }
    }
    return items
  }

  /// Leaves out calls without results, and the reasoning that led to them.
  private static func paired(_ entries: [ModelRequest.Entry]) -> [ModelRequest.Entry] {
    var paired = ToolHistory.paired(entries, makesIDs: false)
    for (index, entry) in entries.enumerated() where entry.role == .assistant {
      var left = paired[index].parts[...]
      var kept: [Part] = []
      for part in entry.parts {
        if left.first == part {
          kept.append(part)
          left.removeFirst()
        } else if case .toolCall = part {
          while let last = kept.last, last.isReasoning { kept.removeLast() }
        }
      }
      paired[index].parts = kept
    }
    return paired
  }

  private static func user(
    _ parts: [Part], encode: (FileReference) -> EncodedFile
  ) -> [JSONValue] {
    var items: [JSONValue] = parts.compactMap { part in
      guard case .toolResult(let result) = part else { return nil }
      return .object([
        "type": "function_call_output", "call_id": .string(result.callID),
        "output": .string(result.text),
      ])
    }
    let content = UserContent(parts, encode: encode)
    if !content.isBlank {
      items.append(
        .object(["role": "user", "content": content.encoded(textType: "input_text")]))
    }
    return items
  }
}

extension Part {
  /// Whether it is reasoning, for people or sealed by the provider.
  fileprivate var isReasoning: Bool {
    switch self {
    case .reasoning: true
    case .opaque(let json): (try? JSONValue(parsing: json))?["type"] == "reasoning"
    case .text, .file, .refusal, .toolCall, .toolResult, .signature: false
    }
  }
}
