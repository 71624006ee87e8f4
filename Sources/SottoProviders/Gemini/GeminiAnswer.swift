package import SottoCore

/// What an answer of `generateContent` has said so far. Only the first candidate is read.
package struct GeminiAnswer: JSONAnswer {
  /// As the provider spelt it.
  package private(set) var finishReason: String?
  /// The last figures count: they grow with every chunk.
  package private(set) var usage: Usage?
  private var hasStarted = false
  private var isBlocked = false
  private var parts = GeminiParts()
  /// Citations and the like, each once. They come out at the end: in the middle they would cut the
  /// text they belong to.
  private var citations: [JSONValue] = []

  package init(provider: String) {}

  package var unreadMembers: [StaticString] { hasStarted ? Self.unreadLater : [] }
  package var unknownPieces: Int { parts.unknown }
  /// Figures may follow the finish reason; the end of the body is the end.
  package var isOver: Bool { false }

  package mutating func apply(
    _ value: JSONValue, name: String, isProtected: Bool, to events: inout [TurnEvent]
  ) -> Bool {
    guard Self.members.contains(where: { value[$0] != nil }) else { return false }
    if !hasStarted, let model = value["modelVersion"]?.string, !model.isEmpty {
      hasStarted = true
      events.append(.started(model: model))
    }
    if let figures = value["usageMetadata"], let usage = GeminiUsage.decode(figures) {
      self.usage = usage
    }
    if let reason = value["promptFeedback"]?["blockReason"]?.string, !reason.isEmpty {
      isBlocked = true
    }
    for candidate in value["candidates"]?.array ?? [] where (candidate["index"]?.int ?? 0) == 0 {
      apply(candidate: candidate, to: &events)
    }
    return true
  }

  package mutating func flush(to events: inout [TurnEvent]) {
    parts.finish(to: &events)
    for citation in citations { events.append(.opaque(citation.encodedText)) }
    citations = []
  }

  package func ending() -> TurnEvent? { stopReason().map(TurnEvent.finished) }

  private func stopReason() -> StopReason? {
    guard let finishReason else { return isBlocked ? .contentFilter : nil }
    switch finishReason {
    case "MAX_TOKENS": return .length
    case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR",
      "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION":
      return .contentFilter
    // The provider says STOP for calls as well.
    case _ where parts.calls > 0: return .toolCalls
    default: return finishReason == "STOP" ? .stop : .other
    }
  }

  private mutating func apply(candidate: JSONValue, to events: inout [TurnEvent]) {
    if let reason = candidate["finishReason"]?.string, !reason.isEmpty { finishReason = reason }
    for part in candidate["content"]?["parts"]?.array ?? [] { parts.apply(part, to: &events) }
    for key in GeminiHistory.citationKeys {
      guard let value = candidate[key], value.object?.members.isEmpty == false else { continue }
      let citation = JSONValue.object([key: value])
      if citations.count < Self.maximumCitations, !citations.contains(citation) {
        citations.append(citation)
      }
    }
  }

  private static let unreadLater: [StaticString] = ["modelVersion", "responseId"]
  private static let members = ["candidates", "promptFeedback", "usageMetadata", "modelVersion"]
  private static let maximumCitations = 64
}
