extension MessageContent {
  /// Adds what an event says. Applying a turn's events in order to the content it started from
  /// gives the message, on every path: live, stored, recovered.
  public mutating func apply(_ event: TurnEvent) {
    switch event {
    case .started, .stopped, .interrupted: break
    case .notice(let notice):
      if let file = notice.file { note(.fileNotSent(file)) }
    case .fallback(let model, let error): note(.fallback(to: model, because: error))
    case .text(let delta):
      if !extendLast(by: delta, ofText) { parts.append(.text(delta)) }
    case .reasoning(let delta):
      if !extendLast(by: delta, ofReasoning) { parts.append(.reasoning(delta)) }
    case .refusal(let delta):
      if !extendLast(by: delta, ofRefusal) { parts.append(.refusal(delta)) }
    case .signature(let delta):
      if !extendLast(by: delta, ofSignature) { parts.append(.signature(delta)) }
    case .opaque(let json): parts.append(.opaque(json))
    case .toolCall(let fragment): apply(fragment)
    case .usage(let usage): self.usage = usage
    case .finished(let reason):
      stopReason = reason
      error = nil
    case .failed(let error): self.error = error
    }
  }

  /// Keeps a note once: a request that is sent again says the same.
  private mutating func note(_ note: MessageNote) {
    if !notes.contains(note) { notes.append(note) }
  }

  /// Adds to the last part if it is of the kind that `text` reads.
  ///
  /// The part is emptied while its text grows: with two owners the text would be copied for each
  /// piece that comes.
  private mutating func extendLast(by delta: String, _ kind: PartKind) -> Bool {
    guard let last = parts.indices.last, var text = kind.text(parts[last]) else { return false }
    parts[last] = kind.part("")
    text += delta
    parts[last] = kind.part(text)
    return true
  }

  /// Fragments of one call name it by their index; the decoder has already told calls with equal
  /// indices apart.
  private mutating func apply(_ fragment: ToolCallFragment) {
    let positions = parts.indices.filter { if case .toolCall = parts[$0] { true } else { false } }
    guard positions.indices.contains(fragment.index) else {
      let call = ToolCall(
        id: fragment.id ?? "", name: fragment.name ?? "", arguments: fragment.argumentsDelta)
      return parts.append(.toolCall(call))
    }
    let position = positions[fragment.index]
    guard case .toolCall(var call) = parts[position] else { return }
    if let id = fragment.id { call.id = id }
    if let name = fragment.name { call.name = name }
    call.arguments += fragment.argumentsDelta
    parts[position] = .toolCall(call)
  }
}

/// A kind of part that is one growing text.
private struct PartKind: Sendable {
  var part: @Sendable (String) -> Part
  var text: @Sendable (Part) -> String?
}

private let ofText = PartKind(part: Part.text) {
  if case .text(let text) = $0 { text } else { nil }
}
private let ofReasoning = PartKind(part: Part.reasoning) {
  if case .reasoning(let text) = $0 { text } else { nil }
}
private let ofRefusal = PartKind(part: Part.refusal) {
  if case .refusal(let text) = $0 { text } else { nil }
}
private let ofSignature = PartKind(part: Part.signature) {
  if case .signature(let text) = $0 { text } else { nil }
}
