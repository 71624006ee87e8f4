import SottoCore

/// An earlier answer of the model, taken apart into the members of a message.
struct OpenAIChatHistoryAnswer: Sendable {
  private var text: String
  private var reasoning = ""
  /// OpenRouter's reasoning, as it came.
  private var details: [JSONValue] = []
  private var calls: [JSONObject] = []

  init(text: String) { self.text = text }

  init(_ parts: [Part]) {
    text = ""
    var isAfterCall = false
    for part in parts {
      switch part {
      // A refusal is, in place of a text, what the model said.
      case .text(let piece), .refusal(let piece): text += piece
      case .reasoning(let piece): reasoning += piece
      case .opaque(let json): add(opaque: json)
      case .toolCall(let call): add(call)
      case .signature(let seal) where isAfterCall: add(seal: seal)
      case .signature, .file, .toolResult: break
      }
      isAfterCall = if case .toolCall = part { true } else { false }
    }
  }

  /// Whether there is nothing to send. Reasoning alone is nothing.
  var isBlank: Bool { text.isBlank && calls.isEmpty }

  mutating func append(_ other: OpenAIChatHistoryAnswer) {
    if text.isBlank {
      text = other.text
    } else if !other.text.isBlank {
      text += "\n\n" + other.text
    }
    reasoning += other.reasoning
    details += other.details
    calls += other.calls
  }

  func encoded(isLast: Bool, returnsReasoning: Bool) -> JSONObject {
    let content = isLast ? String(text.reversed().drop(while: \.isWhitespace).reversed()) : text
    var message: JSONObject = [
      "role": "assistant", "content": text.isBlank ? .null : .string(content),
    ]
    // The server looks for the member, not for what it says.
    if returnsReasoning { message["reasoning_content"] = .string(reasoning) }
    if !details.isEmpty { message["reasoning_details"] = .array(details) }
    if !calls.isEmpty { message["tool_calls"] = .array(calls.map(JSONValue.object)) }
    return message
  }

  private mutating func add(_ call: ToolCall) {
    calls.append([
      "id": .string(call.id), "type": "function",
      "function": .object(["name": .string(call.name), "arguments": .string(call.argumentsText)]),
    ])
  }

  /// Gemini's seal on a call.
  private mutating func add(seal: String) {
    let google: JSONValue = .object(["thought_signature": .string(seal)])
    calls[calls.count - 1]["extra_content"] = .object(["google": google])
  }

  /// OpenRouter's `reasoning.text`, `reasoning.summary` and `reasoning.encrypted`.
  private mutating func add(opaque json: String) {
    guard let value = try? JSONValue(parsing: json),
      value["type"]?.string?.hasPrefix("reasoning.") == true
    else { return }
    details.append(value)
  }
}
