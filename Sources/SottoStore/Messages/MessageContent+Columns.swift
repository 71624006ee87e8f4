internal import SottoCore

extension MessageContent {
  /// The content as a row holds it. What cannot be read of it costs no more than itself: parts of
  /// an unknown type are left out, and parts that are no JSON at all are shown as they are.
  init(
    parts: String, usage: String? = nil, error: String? = nil, notes: String? = nil,
    stopReason: String? = nil
  ) {
    let json = try? JSONValue(parsing: parts)
    self.init(
      parts: json?.array.map { $0.compactMap { Part(json: $0) } } ?? [.text(parts)],
      usage: Self.json(usage).map { Usage(json: $0) },
      stopReason: stopReason.map { StopReason(rawValue: $0) },
      error: Self.json(error).map { ProviderError(json: $0) },
      notes: notes.flatMap { try? JSONValue(parsing: $0) }?.array.map {
        $0.compactMap { MessageNote(json: $0) }
      } ?? [])
  }

  private static func json(_ text: String?) -> JSONValue? {
    guard let text, let value = try? JSONValue(parsing: text), value.object != nil else {
      return nil
    }
    return value
  }

  var partsColumn: DatabaseValue { .text(JSONValue.array(parts.map(\.json)).encodedText) }
  var usageColumn: DatabaseValue { DatabaseValue(usage?.json.encodedText) }
  var notesColumn: DatabaseValue {
    notes.isEmpty ? .null : .text(JSONValue.array(notes.map(\.json)).encodedText)
  }
  var errorColumn: DatabaseValue { DatabaseValue(error?.json.encodedText) }
  var stopReasonColumn: DatabaseValue { DatabaseValue(stopReason?.rawValue) }
}
