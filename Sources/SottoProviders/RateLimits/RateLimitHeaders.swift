package import SottoCore

/// Reads what the head of an answer says of a provider's limits, in each spelling there is:
///
/// - OpenAI and those after it: `x-ratelimit-{limit,remaining,reset}-{requests,tokens}`, with
///   durations such as `6m0s`; Azure beside it `x-ratelimit-renewalperiod-…`, in seconds.
/// - Anthropic: `anthropic-ratelimit-{requests,tokens,input-tokens,output-tokens}-{limit,…}`, with
///   dates of RFC 3339.
/// - Mistral: `x-ratelimit-{limit,remaining}-{req-minute,tokens-minute}`.
/// - OpenRouter: `x-ratelimit-{limit,remaining,reset}`, with milliseconds since 1970.
package enum RateLimitHeaders {
  /// The longest time to a reset that is passed on: a limit of a day is the longest in use.
  package static let longestReset: Duration = .seconds(86_400)

  /// - Parameters:
  ///   - headers: of an answer of any status.
  ///   - now: what dates are compared with.
  /// - Returns: the limits in the order in which the headers name them. What cannot be read is left
  ///   out; Azure writes -1 for a limit that it does not know.
  package static func decode(_ headers: HTTPHeaders, now: Timestamp) -> [RateLimit] {
    var drafts: [Draft] = []
    for field in headers.fields {
      guard let name = FieldName(field.name) else { continue }
      let index: Int
      if let known = drafts.firstIndex(where: { $0.subject == name.subject }) {
        index = known
      } else {
        index = drafts.count
        drafts.append(Draft(subject: name.subject, kind: name.kind))
      }
      drafts[index].take(field.value, as: name.part, now: now)
    }
    return drafts.compactMap(\.limit)
  }

  private enum Part: String {
    case limit, remaining, reset, renewalperiod
  }

  /// A header's name, taken apart.
  private struct FieldName {
    var part: Part
    /// What is counted, as the provider spells it: headers with the same word belong together.
    var subject: String
    var kind: RateLimit.Kind

    private static let kinds: [String: RateLimit.Kind] = [
      "": .requests, "requests": .requests, "req-minute": .requests,
      "tokens": .tokens, "tokens-minute": .tokens,
      "input-tokens": .inputTokens, "output-tokens": .outputTokens,
    ]

    init?(_ name: String) {
      let name = name.lowercased()
      let partText: Substring
      if name.hasPrefix("x-ratelimit-") {
        let words = name.dropFirst("x-ratelimit-".utf8.count)
        partText = words.prefix { $0 != "-" }
        subject = String(words.dropFirst(partText.count + 1))
      } else if name.hasPrefix("anthropic-ratelimit-") {
        let words = name.dropFirst("anthropic-ratelimit-".utf8.count)
        guard let dash = words.lastIndex(of: "-") else { return nil }
        partText = words[words.index(after: dash)...]
        subject = String(words[..<dash])
      } else {
        return nil
      }
      guard let part = Part(rawValue: String(partText)), let kind = Self.kinds[subject] else {
        return nil
      }
      self.part = part
      self.kind = kind
    }
  }

  /// A limit whose headers are still being read. Of a header that comes twice the first counts, as
  /// everywhere.
  private struct Draft {
    var subject: String
    var kind: RateLimit.Kind
    private var most: Int?
    private var remaining: Int?
    private var reset: Duration?
    private var period: Duration?

    init(subject: String, kind: RateLimit.Kind) {
      self.subject = subject
      self.kind = kind
    }

    mutating func take(_ value: String, as part: Part, now: Timestamp) {
      switch part {
      case .limit: most = most ?? count(value)
      case .remaining: remaining = remaining ?? count(value)
      case .reset: reset = reset ?? RateLimitReset.decode(value, now: now)
      case .renewalperiod: period = period ?? RateLimitReset.decode(value, now: now)
      }
    }

    /// `nil` when nothing was said that could be used. A limit of none at all is no limit: the
    /// provider would have refused.
    var limit: RateLimit? {
      if most == 0 || (most == nil && remaining == nil) { return nil }
      var resetsAfter = reset.map { min($0, RateLimitHeaders.longestReset) }
      // A limit that is renewed every minute is whole again after a minute, whatever the unit of
      // Azure's reset is.
      if let period, let reset = resetsAfter { resetsAfter = min(reset, period) }
      return RateLimit(
        kind: kind, limit: most, remaining: remaining.map { min($0, most ?? $0) },
        resetsAfter: resetsAfter)
    }

    /// A count, which must not be negative; one without end is cut.
    private func count(_ text: String) -> Int? {
      RetryAdvice.decimal(text).map { Int(min($0, 1e15)) }
    }
  }
}
