/// How well a text answers an expression: Okapi BM25 over the phrases (Robertson and Zaragoza, "The
/// Probabilistic Relevance Framework", 2009), with more for words that stand close together, for whole
/// words, for titles and, a little, for what is new.
package struct Relevance: Sendable {
  private static let saturation = 1.2
  private static let lengthShare = 0.4
  private static let averageLength = 1200.0

  /// Of each required phrase, the share of the documents that have it.
  private let weights: [Double]

  /// - Parameter shares: of each required phrase, the share of the documents that have it.
  package init(shares: [Double]) {
    weights = shares.map { 0.2 - Self.logarithm(min(max($0, 1e-7), 0.99)) }
  }

  /// To the base 2, near enough.
  private static func logarithm(_ value: Double) -> Double {
    Double(value.exponent) + value.significand - 1
  }

  /// The higher, the better. The length is that of the text in bytes, the age is in days.
  package func score(_ match: TextMatch, length: Int, age: Double, isTitle: Bool) -> Double {
    let relative = Double(length) / Self.averageLength
    let norm = Self.saturation * (1 - Self.lengthShare + Self.lengthShare * relative)
    var score = 0.0
    for (phrase, weight) in weights.enumerated() where phrase < match.counts.count {
      // The beginning of a longer word counts half.
      let frequency =
        0.5 * Double(match.counts[phrase]) + 0.5 * Double(match.exactCounts[phrase])
      score += weight * frequency * (Self.saturation + 1) / (frequency + norm)
    }
    if weights.count > 1, let span = closest(match) {
      score *= 1 + 0.6 / (1 + Double(span) / 40)
    }
    if isTitle { score *= 1.5 }
    return score * (1 + 0.15 / (1 + max(0, age) / 30))
  }

  /// The bytes of the shortest stretch that has every phrase.
  private func closest(_ match: TextMatch) -> Int? {
    var latest = [Int?](repeating: nil, count: weights.count)
    var best: Int?
    for mark in match.marks where mark.phrase < weights.count {
      latest[mark.phrase] = mark.range.lowerBound
      let starts = latest.compactMap(\.self)
      guard starts.count == weights.count, let first = starts.min() else { continue }
      best = min(best ?? .max, mark.range.upperBound - first)
    }
    return best
  }
}
