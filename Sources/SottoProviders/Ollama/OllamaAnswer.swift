package import SottoCore

/// What an answer of `/api/chat` or `/api/generate` has said so far.
package struct OllamaAnswer: JSONAnswer {
  /// As the server spelt it; `nil` from versions that give none.
  package private(set) var finishReason: String?
  package private(set) var usage: Usage?
  package private(set) var unknownPieces = 0
  /// Whether `done` was true, after which nothing comes.
  package private(set) var isOver = false
  private var hasStarted = false
  private var calls = 0

  package init(provider: String) {}

  package var unreadMembers: [StaticString] { hasStarted ? Self.unreadLater : [] }
  private static let unreadLater: [StaticString] = ["model", "created_at"]

  package mutating func apply(
    _ value: JSONValue, name: String, isProtected: Bool, to events: inout [TurnEvent]
  ) -> Bool {
    let message = value["message"]?.object.map(JSONValue.object)
    let isDone = value["done"]?.bool
    guard message != nil || value["response"]?.string != nil || isDone != nil else { return false }
    if !hasStarted, let model = value["model"]?.string, !model.isEmpty {
      hasStarted = true
      events.append(.started(model: model))
    }
    apply(text: message ?? value, key: message == nil ? "response" : "content", to: &events)
    if let usage = Self.usage(value) { self.usage = usage }
    if let reason = value["done_reason"]?.string, !reason.isEmpty { finishReason = reason }
    if isDone == true { isOver = true }
    return true
  }

  package func flush(to events: inout [TurnEvent]) {}

  package func ending() -> TurnEvent? { stopReason().map(TurnEvent.finished) }

  private func stopReason() -> StopReason? {
    guard isOver else { return nil }
    switch finishReason {
    case "length": return .length
    // The server says `stop` for calls as well.
    case _ where calls > 0: return .toolCalls
    case "stop", nil: return .stop
    default: return .other
    }
  }

  private mutating func apply(text: JSONValue, key: String, to events: inout [TurnEvent]) {
    if let thinking = text["thinking"]?.string, !thinking.isEmpty {
      events.append(.reasoning(thinking))
    }
    if let content = text[key]?.string, !content.isEmpty { events.append(.text(content)) }
    for call in text["tool_calls"]?.array ?? [] { apply(call: call, to: &events) }
  }

  /// Calls come whole, their arguments as an object. The server's own index is not used: it begins
  /// anew with each line.
  private mutating func apply(call: JSONValue, to events: inout [TurnEvent]) {
    let function = call["function"] ?? call
    guard let name = function["name"]?.string, !name.isEmpty else {
      unknownPieces += 1
      return
    }
    let id = call["id"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    events.append(
      .toolCall(
        ToolCallFragment(
          index: calls, id: id, name: name,
          argumentsDelta: ToolArguments.text(of: function["arguments"]))))
    calls += 1
  }

  /// Output includes thinking. The input may be missing when the prompt was cached.
  private static func usage(_ value: JSONValue) -> Usage? {
    let input = value["prompt_eval_count"]?.int
    let output = value["eval_count"]?.int
    if input == nil, output == nil { return nil }
    return Usage(
      inputTokens: input, outputTokens: output,
      reported: ReportedUsage(input: input, output: output))
  }
}
