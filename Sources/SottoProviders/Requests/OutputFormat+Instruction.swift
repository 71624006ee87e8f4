package import SottoCore

extension OutputFormat {
  /// What a system prompt says where a protocol or a model has no switch for the format; `nil` for
  /// ``text``.
  package var instruction: String? {
    switch self {
    case .text: nil
    case .json: Self.onlyJSON
    case .jsonSchema(let output):
      Self.onlyJSON + " It must be valid against this JSON Schema:\n" + output.schema.encodedText
    }
  }

  private static let onlyJSON =
    "Answer with one JSON object and nothing else: no words around it and no code fence."
}
