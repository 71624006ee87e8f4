import SottoCore

/// The items of one answer, while its parts are read.
struct OpenAIResponsesHistoryAnswer: Sendable {
  private var items: [JSONValue] = []
  /// Reasoning that still waits for the item it led to.
  private var reasoning: [JSONValue] = []
  /// The content of the message that is open.
  private var content: [JSONValue] = []
  private var phase: String?

  mutating func add(_ part: Part) {
    switch part {
    case .text(let text):
      if text.isBlank { return }
      content.append(.object(["type": "output_text", "text": .string(text)]))
    case .refusal(let text):
      if text.isBlank { return }
      content.append(.object(["type": "refusal", "refusal": .string(text)]))
    case .opaque(let json):
      // One that is damaged would have the whole conversation refused.
      if let item = try? JSONValue(parsing: json), item.object != nil { add(opaque: item) }
    case .toolCall(let call):
      closeMessage()
      items += reasoning + [Self.item(of: call)]
      reasoning = []
    case .reasoning, .signature, .file, .toolResult: break
    }
  }

  private static func item(of call: ToolCall) -> JSONValue {
    .object([
      "type": "function_call", "call_id": .string(call.id), "name": .string(call.name),
      "arguments": .string(call.argumentsText),
    ])
  }

  private mutating func add(opaque item: JSONValue) {
    let type = item["type"]?.string ?? ""
    switch type {
    case "message":
      phase = item["phase"]?.string
      closeMessage()
    case "reasoning":
      closeMessage()
      reasoning.append(item)
    case "file_path": cite(item)
    // Of the same provider, when it spoke Chat Completions.
    case _ where type.hasPrefix("reasoning."): break
    case _ where type.hasSuffix("_citation"): cite(item)
    default:
      closeMessage()
      items += reasoning + [item]
      reasoning = []
    }
  }

  private mutating func cite(_ citation: JSONValue) {
    guard var text = content.last?.object, text["text"] != nil else { return }
    text["annotations"] = .array((text["annotations"]?.array ?? []) + [citation])
    content[content.count - 1] = .object(text)
  }

  private mutating func closeMessage() {
    defer {
      content = []
      phase = nil
    }
    if content.isEmpty { return }
    var message: JSONObject = ["role": "assistant", "content": .array(content)]
    // Plain text in its plain form, which every server takes.
    if content.count == 1, let part = content[0].object, part.members.count == 2,
      let text = part["text"]
    {
      message["content"] = text
    }
    if let phase { message["phase"] = .string(phase) }
    items += reasoning + [.object(message)]
    reasoning = []
  }

  mutating func finish(isLast: Bool) -> [JSONValue] {
    closeMessage()
    guard isLast, var message = items.last?.object, let text = message["content"]?.string else {
      return items
    }
    let trimmed = text.reversed().drop(while: \.isWhitespace).reversed()
    message["content"] = .string(String(trimmed))
    items[items.count - 1] = .object(message)
    return items
  }
}
