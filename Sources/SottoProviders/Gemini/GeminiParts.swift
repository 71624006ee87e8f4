import SottoCore

/// Reads the parts of a candidate.
///
/// A signature on a text is given out when that run of text is over, so that a text of many pieces
/// stays one. A seal that has no such place, and everything that is neither text nor call, goes on
/// as the part it is.
struct GeminiParts: Sendable {
  private enum Run { case text, reasoning }

  private var run: Run?
  private var signature: String?
  private var partial: GeminiPartialCall?
  private(set) var calls = 0
  private(set) var unknown = 0

  mutating func apply(_ part: JSONValue, to events: inout [TurnEvent]) {
    let seal = part["thoughtSignature"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    if let call = part["functionCall"], call.object != nil {
      apply(call: call, seal: seal, to: &events)
    } else if Self.isText(part) {
      apply(text: part, seal: seal, to: &events)
    } else if let members = part.object?.members, !members.isEmpty {
      if !members.contains(where: { Self.kinds.contains($0.key) }) { unknown += 1 }
      flush(to: &events)
      events.append(.opaque(part.encodedText))
    } else {
      unknown += 1
    }
  }

  /// Gives out the seal of the run of text, which is over.
  mutating func flush(to events: inout [TurnEvent]) {
    if let signature { events.append(.signature(signature)) }
    signature = nil
    run = nil
  }

  /// Gives out what is left when the answer ends.
  mutating func finish(to events: inout [TurnEvent]) {
    closePartial(to: &events)
    flush(to: &events)
  }

  private mutating func apply(text part: JSONValue, seal: String?, to events: inout [TurnEvent]) {
    let text = part["text"]?.string ?? ""
    let kind: Run = part["thought"]?.bool == true ? .reasoning : .text
    if text.isEmpty {
      guard let seal else { return }
      if run == nil || signature != nil {
        flush(to: &events)
        events.append(.opaque(part.encodedText))
      } else {
        signature = seal
      }
      return
    }
    if run != kind || (seal != nil && signature != nil) { flush(to: &events) }
    run = kind
    events.append(kind == .text ? .text(text) : .reasoning(text))
    if let seal { signature = seal }
  }

  /// Calls come whole, or their arguments in pieces.
  private mutating func apply(call: JSONValue, seal: String?, to events: inout [TurnEvent]) {
    let goesOn = call["willContinue"]?.bool == true
    guard let name = call["name"]?.string, !name.isEmpty else {
      if partial == nil { unknown += 1 }
      addPieces(of: call)
      if !goesOn { closePartial(to: &events) }
      return
    }
    closePartial(to: &events)
    flush(to: &events)
    let id = call["id"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    let isPartial = goesOn || call["partialArgs"] != nil
    events.append(
      .toolCall(
        ToolCallFragment(
          index: calls, id: id, name: name,
          argumentsDelta: isPartial ? "" : ToolArguments.text(of: call["args"]))))
    if isPartial { partial = GeminiPartialCall(index: calls, arguments: call["args"]) }
    calls += 1
    if let seal { events.append(.signature(seal)) }
    addPieces(of: call)
    if !goesOn { closePartial(to: &events) }
  }

  private mutating func addPieces(of call: JSONValue) {
    if partial?.add(call["partialArgs"]?.array ?? []) == false { unknown += 1 }
  }

  private mutating func closePartial(to events: inout [TurnEvent]) {
    guard let partial else { return }
    events.append(
      .toolCall(ToolCallFragment(index: partial.index, argumentsDelta: partial.text)))
    self.partial = nil
  }

  private static func isText(_ part: JSONValue) -> Bool {
    if let text = part["text"] { return text.string != nil || text.isNull }
    return part.object?.members.map(\.key) == ["thoughtSignature"]
  }

  private static let kinds: Set<String> = [
    "inlineData", "fileData", "executableCode", "codeExecutionResult", "functionResponse",
    "toolCall", "toolResponse",
  ]
}
