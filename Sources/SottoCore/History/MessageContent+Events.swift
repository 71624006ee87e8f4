extension MessageContent {
  /// Adds what an event says. Applying a turn's events in order to the content it started from
  /// gives the message, on every path: live, stored, recovered.
  public mutating func apply(_ event: TurnEvent) {
    switch event {
    case .started, .notice, .stopped, .interrupted: break
    case .text(let delta): append(delta, to: .text(""))
    case .reasoning(let delta): append(delta, to: .reasoning(""))
    case .refusal(let delta): append(delta, to: .refusal(""))
    case .toolCall(let fragment): apply(fragment)
    case .usage(let usage): self.usage = usage
    case .finished(let reason):
      stopReason = reason
      error = nil
    case .failed(let error): self.error = error
    }
  }

  private mutating func append(_ delta: String, to kind: Part) {
    switch (parts.last, kind) {
    case (.text(let text), .text): parts[parts.count - 1] = .text(text + delta)
    case (.reasoning(let text), .reasoning): parts[parts.count - 1] = .reasoning(text + delta)
    case (.refusal(let text), .refusal): parts[parts.count - 1] = .refusal(text + delta)
    case (_, .text): parts.append(.text(delta))
    case (_, .reasoning): parts.append(.reasoning(delta))
    case (_, .refusal): parts.append(.refusal(delta))
    case (_, .toolCall): break
    }
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
