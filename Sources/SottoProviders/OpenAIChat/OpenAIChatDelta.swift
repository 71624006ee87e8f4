import SottoCore

/// Reads the texts of a `delta` or `message`.
struct OpenAIChatDelta: Sendable {
  /// Where this answer's reasoning was found first. Several servers send the same text in two
  /// places.
  private enum ReasoningHome { case plain, details }

  private var reasoningHome: ReasoningHome?

  mutating func apply(_ delta: JSONValue, to events: inout [TurnEvent]) {
    let content = Self.pieces(of: delta["content"])
    let plain = Self.plainReasoning(delta) ?? content.reasoning
    let details = Self.text(ofDetails: delta["reasoning_details"])
    if let text = reasoning(plain: plain, details: details) {
      events.append(.reasoning(text))
    }
    if !content.text.isEmpty { events.append(.text(content.text)) }
    let refusal = (delta["refusal"]?.string ?? "") + content.refusal
    if !refusal.isEmpty { events.append(.refusal(refusal)) }
  }

  private mutating func reasoning(plain: String, details: String) -> String? {
    switch (plain.isEmpty, details.isEmpty, reasoningHome) {
    case (true, true, _), (true, false, .plain): return nil
    case (false, false, .details): return details
    case (true, false, _):
      reasoningHome = .details
      return details
    case (false, _, _):
      reasoningHome = reasoningHome ?? .plain
      return plain
    }
  }

  private static func plainReasoning(_ delta: JSONValue) -> String? {
    for key in ["reasoning_content", "reasoning"] {
      if let text = delta[key]?.string, !text.isEmpty { return text }
    }
    return nil
  }

  private static func text(ofDetails details: JSONValue?) -> String {
    (details?.array ?? []).map { $0["text"]?.string ?? $0["summary"]?.string ?? "" }.joined()
  }

  /// Content is a text, or a list of parts (Mistral); parts of unknown types are passed over.
  private static func pieces(
    of content: JSONValue?
  ) -> (text: String, reasoning: String, refusal: String) {
    var pieces = (text: "", reasoning: "", refusal: "")
    switch content {
    case .string(let text): pieces.text = text
    case .array(let parts): for part in parts { add(part, to: &pieces) }
    case .object: add(content ?? .null, to: &pieces)
    default: break
    }
    return pieces
  }

  private static func add(
    _ part: JSONValue, to pieces: inout (text: String, reasoning: String, refusal: String)
  ) {
    if let text = part.string {
      pieces.text += text
      return
    }
    switch part["type"]?.string {
    case "thinking", "reasoning":
      let inner = part["thinking"] ?? part["reasoning"] ?? part["text"]
      pieces.reasoning += inner?.string ?? ""
      for piece in inner?.array ?? [] { pieces.reasoning += piece["text"]?.string ?? "" }
    case "refusal": pieces.refusal += part["refusal"]?.string ?? ""
    case "text", "output_text", nil: pieces.text += part["text"]?.string ?? ""
    default: break
    }
  }
}
