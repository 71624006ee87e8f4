/// A number of tokens that says whether it is exact.
package struct TokenCount: Equatable, Sendable, CustomStringConvertible {
  /// How many.
  package var value: Int
  /// Whether the model's own tokenizer gave it.
  package var isExact: Bool

  /// A number and where it comes from.
  package init(_ value: Int, isExact: Bool) {
    self.value = value
    self.isExact = isExact
  }

  /// `123`, or `about 123` for an estimate.
  package var description: String { isExact ? "\(value)" : "about \(value)" }

  /// A sum is exact when both numbers are.
  package static func + (left: TokenCount, right: TokenCount) -> TokenCount {
    TokenCount(left.value + right.value, isExact: left.isExact && right.isExact)
  }
}

extension VocabularyShelf {
  /// Counts a text for a model's tokenizer: exactly where its vocabulary is public and installed.
  ///
  /// - Throws: ``VocabularyError`` when the vocabulary is there but cannot be used.
  package func count(
    _ text: String, for tokenizer: ModelTokenizer
  ) throws(VocabularyError) -> TokenCount {
    try count(
      for: tokenizer, by: { $0.count(text) }, estimate: { TokenEstimate.count(text, for: $0) })
  }

  /// Counts a text for a model's tokenizer: exactly where its vocabulary is public and installed.
  ///
  /// - Throws: ``VocabularyError`` when the vocabulary is there but cannot be used.
  package func count(
    _ text: UTF8Text, for tokenizer: ModelTokenizer
  ) throws(VocabularyError) -> TokenCount {
    try count(for: tokenizer, by: { $0.count(text) }) {
      TokenEstimate.count(String(decoding: text.bytes, as: UTF8.self), for: $0)
    }
  }

  private func count(
    for tokenizer: ModelTokenizer, by counting: (BytePairEncoder) -> Int,
    estimate: (TokenEstimate.Family) -> Int
  ) throws(VocabularyError) -> TokenCount {
    switch tokenizer {
    case .exact(let encoding), .near(let encoding):
      guard let encoder = try encoder(for: encoding) else { break }
      return TokenCount(counting(encoder), isExact: tokenizer == .exact(encoding))
    case .unknown(let family):
      let count =
        try encoder(for: .o200k).map { family.tokens(for: counting($0)) } ?? estimate(family)
      return TokenCount(count, isExact: false)
    }
    return TokenCount(estimate(.openAI), isExact: false)
  }
}
